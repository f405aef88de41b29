#include "ui/support/theme.h"

#include "ui/support/system_look.h"

#include <QApplication>
#include <QFontDatabase>
#include <QToolTip>

namespace vouchsafe {

Theme::Theme(ThemeChoice choice, QObject *parent) : QObject(parent), m_choice(choice)
{
    const QPalette start = QApplication::palette();
    const bool startedDark =
        start.color(QPalette::Window).lightness() < start.color(QPalette::WindowText).lightness();
    m_systemDark = startedDark;
    QApplication::setStyle(QStringLiteral("Fusion"));
    settle();

    auto *look = new SystemLook(this);
    connect(look, &SystemLook::told, this, [this, startedDark](SystemLook::Preference preference) {
        m_systemDark = preference == SystemLook::Preference::None
                           ? startedDark
                           : preference == SystemLook::Preference::Dark;
        settle();
    });
    look->ask();
}

const ThemeColours &Theme::colours() const
{
    return themeColours(m_dark);
}

void Theme::choose(ThemeChoice choice)
{
    m_choice = choice;
    settle();
}

QFont Theme::codeFont() const
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

void Theme::settle()
{
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemDark);
    const QPalette palette = themePalette(dark);
    const bool another = dark != m_dark;
    m_dark = dark;
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    if (another)
        Q_EMIT changed();
}

} // namespace vouchsafe
