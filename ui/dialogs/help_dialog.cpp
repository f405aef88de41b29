#include "ui/dialogs/help_dialog.h"

#include "core/base/resources.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QListWidget>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <vector>

namespace vouchsafe {
namespace {

/// Loads nothing, whatever a page names.
class PageView : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

std::string pageText(const std::string &name)
{
    return resource("help/" + name + ".md").value_or(std::string());
}

// The first heading; a page without one goes by its name.
QString titleOf(const std::string &name)
{
    const std::string text = pageText(name);
    if (!text.starts_with("# "))
        return QString::fromStdString(name);
    return QString::fromStdString(text.substr(2, text.find('\n') - 2));
}

// This window first, then what its words mean; the commands follow by name.
std::vector<std::string> pageNames()
{
    std::vector<std::string> names{"window", "settings", "outcomes", "errors"};
    const auto first = static_cast<std::ptrdiff_t>(names.size());
    for (const std::string &file : resourceNames("help")) {
        const std::string name = file.substr(0, file.rfind(".md"));
        if (std::find(names.begin(), names.begin() + first, name) == names.begin() + first)
            names.push_back(name);
    }
    return names;
}

} // namespace

HelpDialog::HelpDialog(QWidget *parent)
    : QDialog(parent), m_pages(new QListWidget(this)), m_text(new PageView(this))
{
    setWindowTitle(tr("Help"));
    m_pages->setAccessibleName(tr("Pages of the help"));
    m_text->setAccessibleName(tr("Page of the help"));
    m_text->setOpenLinks(false);
    for (const std::string &name : pageNames()) {
        auto *item = new QListWidgetItem(titleOf(name));
        item->setData(Qt::UserRole, QString::fromStdString(name));
        m_pages->addItem(item);
    }
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item != nullptr)
            m_text->setMarkdown(
                QString::fromStdString(pageText(item->data(Qt::UserRole).toString().toStdString())));
    });
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &link) { showPage(QFileInfo(link.path()).completeBaseName()); });

    auto *halves = new QSplitter(this);
    halves->addWidget(m_pages);
    halves->addWidget(m_text);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    const int column = fontMetrics().averageCharWidth();
    halves->setSizes({30 * column, 90 * column});
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(halves, 1);
    layout->addWidget(buttons);
    resize(120 * column, fontMetrics().height() * 36);
    m_pages->setCurrentRow(0);
}

void HelpDialog::showPage(const QString &name)
{
    for (int row = 0; row < m_pages->count(); ++row)
        if (m_pages->item(row)->data(Qt::UserRole).toString() == name)
            m_pages->setCurrentRow(row);
}

} // namespace vouchsafe
