#include "ui/support/actions.h"

#include "ui/support/icons.h"

#include <QWidget>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr char scopeProperty[] = "vouchsafeScope";
constexpr char tipProperty[] = "vouchsafeTip";

// `Start the run (F5)`, then the reason where it cannot be done now.
void describe(QAction *action, const QString &reason)
{
    const QString tip = action->property(tipProperty).toString();
    const QString keys = QKeySequence::listToString(action->shortcuts().mid(0, 1), QKeySequence::NativeText);
    const QString whole = keys.isEmpty() ? tip : Actions::tr("%1 (%2)", "a tip and its keys").arg(tip, keys);
    action->setToolTip(reason.isEmpty() ? whole
                                        : Actions::tr("%1\n%2", "a tip and why not now").arg(whole, reason));
    action->setStatusTip(reason.isEmpty() ? tip : reason);
}

} // namespace

Actions::Actions(QWidget *window) : QObject(window), m_window(window)
{
}

QAction *Actions::add(const ActionSpec &spec)
{
    const auto taken = [&](const QAction *other) {
        const bool sameKeys = std::any_of(spec.keys.begin(), spec.keys.end(), [&](const QKeySequence &keys) {
            return other->shortcuts().contains(keys);
        });
        return other->objectName() == QLatin1String(spec.id) || (sameKeys && scope(other) == spec.scope);
    };
    Q_ASSERT(std::none_of(m_actions.begin(), m_actions.end(), taken));

    auto *action = new QAction(spec.text, this);
    action->setObjectName(QLatin1String(spec.id));
    action->setCheckable(spec.checkable);
    action->setShortcuts(spec.keys);
    action->setProperty(scopeProperty, static_cast<int>(spec.scope));
    action->setProperty(tipProperty, spec.tip);
    if (*spec.icon != '\0')
        action->setIcon(inkIcon(spec.icon));
    describe(action, {});
    if (spec.scope == ActionScope::Window)
        m_window->addAction(action);
    else
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_actions.push_back(action);
    return action;
}

QAction *Actions::get(std::string_view id) const
{
    const QLatin1String name(id.data(), static_cast<qsizetype>(id.size()));
    const auto found = std::find_if(m_actions.begin(), m_actions.end(),
                                    [&](const QAction *action) { return action->objectName() == name; });
    Q_ASSERT(found != m_actions.end());
    return *found;
}

ActionScope Actions::scope(const QAction *action) const
{
    return static_cast<ActionScope>(action->property(scopeProperty).toInt());
}

void Actions::attachDiff(QWidget *diff)
{
    for (QAction *action : m_actions)
        if (scope(action) == ActionScope::Diff)
            diff->addAction(action);
}

void Actions::enable(std::string_view id, bool enabled, const QString &reason)
{
    QAction *action = get(id);
    action->setEnabled(enabled);
    describe(action, enabled ? QString() : reason);
}

} // namespace vouchsafe
