#pragma once
// Walks a window the way assistive technology and a suspicious reader would.

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStringList>
#include <QTextEdit>
#include <QWidget>

namespace vouchsafe::test {

inline QString described(const QWidget *widget)
{
    return QStringLiteral("%1 '%2'").arg(QLatin1String(widget->metaObject()->className()),
                                         widget->objectName());
}

/// A part that Qt builds into a widget of its own, which answers for it.
inline bool isInner(const QWidget *widget)
{
    for (const QWidget *above = widget->parentWidget(); above != nullptr; above = above->parentWidget())
        if (qobject_cast<const QComboBox *>(above) || qobject_cast<const QLineEdit *>(above) ||
            qobject_cast<const QAbstractSpinBox *>(above))
            return true;
    return false;
}

/// Widgets that take the focus by Tab and say nothing about themselves.
inline QStringList unnamedControls(const QWidget *root)
{
    QStringList unnamed;
    for (const QWidget *widget : root->findChildren<QWidget *>()) {
        const bool takesFocus = (widget->focusPolicy() & Qt::TabFocus) != 0;
        const QString text = widget->property("text").toString();
        const bool says = !widget->accessibleName().isEmpty() ||
                          (!text.isEmpty() && qobject_cast<const QLineEdit *>(widget) == nullptr);
        if (takesFocus && !isInner(widget) && !says)
            unnamed << described(widget);
    }
    return unnamed;
}

/// Labels that would take markup in their text for markup.
inline QStringList guessingLabels(const QWidget *root)
{
    QStringList guessing;
    for (const QLabel *label : root->findChildren<QLabel *>())
        if (label->textFormat() != Qt::PlainText)
            guessing << described(label);
    return guessing;
}

/// All that a person can read besides the cells of lists.
inline QStringList readableTexts(const QWidget *root)
{
    QStringList texts;
    QList<const QWidget *> all{root};
    for (const QWidget *widget : root->findChildren<QWidget *>())
        all << widget;
    for (const QWidget *widget : all) {
        texts << widget->accessibleName() << widget->accessibleDescription();
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts << label->text();
        else if (const auto *edit = qobject_cast<const QPlainTextEdit *>(widget))
            texts << edit->toPlainText();
        else if (const auto *rich = qobject_cast<const QTextEdit *>(widget))
            texts << rich->toPlainText();
    }
    texts.removeAll(QString());
    return texts;
}

/// Tips with markup that came from their own text.
inline QStringList interpretedTips(const QWidget *root)
{
    QStringList interpreted;
    for (const QWidget *widget : root->findChildren<QWidget *>())
        if (widget->toolTip().contains(QLatin1String("<img")))
            interpreted << described(widget);
    return interpreted;
}

} // namespace vouchsafe::test
