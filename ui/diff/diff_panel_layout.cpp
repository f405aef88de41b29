// How the panel of the diff is put together.

#include "ui/diff/diff_panel.h"

#include "ui/diff/diff_text_view.h"
#include "ui/diff/edit_banner.h"
#include "ui/diff/notice_strip.h"
#include "ui/diff/patch_files_list.h"
#include "ui/diff/patch_files_model.h"
#include "ui/diff/rejected_view.h"
#include "ui/diff/side_by_side.h"
#include "ui/support/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

QFrame *hairline(QWidget *parent, const Theme &theme)
{
    auto *line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    const auto recolour = [line, &theme] {
        QPalette colours;
        colours.setColor(QPalette::Window, theme.colours().rule);
        line->setPalette(colours);
    };
    QObject::connect(&theme, &Theme::changed, line, recolour);
    recolour();
    return line;
}

} // namespace

DiffPanel::DiffPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_pages(new QStackedWidget(this)),
      m_empty(new QLabel(this)),
      m_rejected(new RejectedView(theme, this)),
      m_text(new DiffTextView(theme, this)),
      m_model(new PatchFilesModel(theme, this))
{
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(fontMetrics().height());
    const auto recolour = [this, &theme] {
        QPalette colours;
        colours.setColor(QPalette::WindowText, theme.colours().dimmed);
        m_empty->setPalette(colours);
    };
    connect(&theme, &Theme::changed, this, recolour);
    recolour();
    setEmptyText(tr("There is no patch yet. It is shown here as soon as an iteration proposes one."));
    m_diffPage = makeDiffPage(theme);
    for (QWidget *page : {static_cast<QWidget *>(m_empty), m_diffPage, static_cast<QWidget *>(m_rejected),
                          static_cast<QWidget *>(m_text)})
        m_pages->addWidget(page);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pages);
    setFocusProxy(m_pages);
    setAccessibleName(tr("Patch"));
    connectParts();
}

DiffPanel::~DiffPanel() = default;

QWidget *DiffPanel::makeDiffPage(const Theme &theme)
{
    auto *page = new QWidget(this);
    m_list = new PatchFilesList(*m_model, page);
    m_notices = new NoticeStrip(theme, page);
    m_banner = new EditBanner(theme, page);
    m_position = new QLabel(page);
    m_position->setTextFormat(Qt::PlainText);
    m_position->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const auto button = [page](const char *icon, const QString &name) {
        auto *made = new QToolButton(page);
        made->setIcon(inkIcon(icon));
        made->setAutoRaise(true);
        made->setToolTip(name);
        made->setAccessibleName(name);
        return made;
    };
    m_previous = button("previous", tr("Previous change"));
    m_next = button("next", tr("Next change"));
    auto *bar = new QHBoxLayout;
    const int gap = fontMetrics().height() / 3;
    bar->setContentsMargins(2 * gap, gap / 2, gap, gap / 2);
    bar->addWidget(m_position, 1);
    bar->addWidget(m_previous);
    bar->addWidget(m_next);

    m_sides = new SideBySide(theme, page);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(hairline(page, theme));
    layout->addWidget(m_notices);
    layout->addLayout(bar);
    layout->addWidget(m_banner);
    layout->addWidget(hairline(page, theme));
    layout->addWidget(m_sides, 1);
    page->setFocusProxy(m_sides);
    return page;
}

void DiffPanel::connectParts()
{
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid())
                    selectFile(current.row());
            });
    connect(m_previous, &QToolButton::clicked, this, &DiffPanel::previousChange);
    connect(m_next, &QToolButton::clicked, this, &DiffPanel::nextChange);
    connect(m_sides, &SideBySide::shownChanged, this, [this] {
        refreshNotices();
        refreshPosition();
    });
    connect(m_sides, &SideBySide::moved, this, &DiffPanel::refreshPosition);
    connect(m_sides, &SideBySide::ready, this, [this] {
        if (m_wantsEditing)
            applyEditing();
    });
    connect(m_sides, &SideBySide::editedChanged, this, &DiffPanel::onEdited);
    connect(m_banner, &EditBanner::verifyAsked, this, [this] {
        onEdited(); // with what was typed since the last pause
        Q_EMIT verifyAsked();
    });
    connect(m_banner, &EditBanner::dropAsked, this, &DiffPanel::dropEdits);
    connect(m_banner, &EditBanner::leaveAsked, this, &DiffPanel::stopEditing);
    connect(m_text, &DiffTextView::left, this, &DiffPanel::showAsText);
    connect(m_text, &DiffTextView::lineChosen, this, [this](DiffTextLine line) {
        showAsText();
        selectFile(static_cast<int>(line.file));
        m_sides->goToLine(line.line == 0 ? 0 : line.line - 1);
    });
}

void DiffPanel::setEmptyText(const QString &sentence)
{
    m_empty->setText(sentence);
}

void DiffPanel::refreshPosition()
{
    const QString words = position();
    m_position->setText(words);
    m_position->setToolTip(words.toHtmlEscaped());
    m_sides->setAccessibleDescription(words);
    setAccessibleDescription(words);
}

void DiffPanel::zoomIn()
{
    m_sides->setZoom(m_sides->zoom() + 1);
}

void DiffPanel::zoomOut()
{
    m_sides->setZoom(m_sides->zoom() - 1);
}

void DiffPanel::resetZoom()
{
    m_sides->setZoom(0);
}

} // namespace vouchsafe
