#include "ui/dialogs/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

// Without the mark of the mnemonic; a doubled ampersand is one.
QString bare(QString text)
{
    const QChar held(u'\uE000');
    text.replace(QStringLiteral("&&"), QString(held));
    text.remove(QLatin1Char('&'));
    text.replace(held, QLatin1Char('&'));
    return text;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const Actions &actions, QWidget *parent)
    : QDialog(parent), m_filter(new QLineEdit(this)), m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Shortcuts"));
    m_filter->setPlaceholderText(tr("Words or keys"));
    m_filter->setAccessibleName(tr("Filter of the shortcuts"));
    m_filter->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Shortcuts"));
    m_list->setHeaderLabels({tr("Act"), tr("Keys"), tr("Where")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    for (const QAction *action : actions.all()) {
        if (action->shortcuts().isEmpty())
            continue;
        const bool diff = actions.scope(action) == ActionScope::Diff;
        auto *item = new QTreeWidgetItem(
            {bare(action->text()), QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
             diff ? tr("in the diff, while it is not edited") : tr("anywhere")});
        item->setToolTip(0, action->statusTip());
        m_list->addTopLevelItem(item);
    }
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutsDialog::filter);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 30);
    m_filter->setFocus();
}

void ShortcutsDialog::filter(const QString &words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem *item = m_list->topLevelItem(row);
        const QString line = item->text(0) + QLatin1Char(' ') + item->text(1);
        bool all = true;
        for (const QString &word : wanted)
            all = all && line.contains(word, Qt::CaseInsensitive);
        item->setHidden(!all);
    }
}

} // namespace vouchsafe
