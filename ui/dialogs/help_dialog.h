#pragma once
// The pages of resources/help.

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace vouchsafe {

/// Links lead to other pages of the help alone; nothing is ever fetched.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    explicit HelpDialog(QWidget *parent = nullptr);

    void showPage(const QString &name); ///< `run`; an unknown one changes nothing

private:
    QListWidget *m_pages;
    QTextBrowser *m_text;
};

} // namespace vouchsafe
