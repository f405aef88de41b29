#pragma once
// Every key of the window, as the registry of its acts has them.

#include "ui/support/actions.h"

#include <QDialog>

class QLineEdit;
class QTreeWidget;

namespace vouchsafe {

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsDialog(const Actions &actions, QWidget *parent = nullptr);

private:
    void filter(const QString &words);

    QLineEdit *m_filter;
    QTreeWidget *m_list;
};

} // namespace vouchsafe
