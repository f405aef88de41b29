#include "ui/dialogs/apply_dialog.h"

#include "core/base/text.h"
#include "ui/dialogs/diff_counts.h"
#include "ui/dialogs/late_button.h"
#include "ui/models/verdict_text.h"
#include "ui/support/icons.h"
#include "ui/support/safe_text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostFiles{2000}; // rows of a list that nobody reads to its end

QString changeWord(const FileChange &file)
{
    switch (file.kind) {
    case ChangeKind::Create:
        return ApplyDialog::tr("new");
    case ChangeKind::Delete:
        return ApplyDialog::tr("deleted");
    case ChangeKind::Rename:
        return ApplyDialog::tr("renamed from %1").arg(safeText(file.from, Lines::Mark));
    case ChangeKind::Modify:
        break;
    }
    return file.modeBefore == file.modeAfter ? ApplyDialog::tr("changed")
                                             : ApplyDialog::tr("changed, with its mode");
}

QString countsWord(const LineCounts &counts)
{
    return ApplyDialog::tr("+%1 −%2", "lines added and removed").arg(counts.added).arg(counts.removed);
}

bool contains(const std::vector<std::string> &list, const std::string &path)
{
    return std::find(list.begin(), list.end(), path) != list.end();
}

// `path: why`
QString sensitiveReason(const ReviewPatch &review, const std::string &path)
{
    for (const std::string &line : review.sensitive)
        if (line.starts_with(path + ": "))
            return safeLine(std::string_view(line).substr(path.size() + 2));
    return {};
}

QString marks(const ReviewPatch &review, const FileChange &file)
{
    QStringList marks;
    const std::string path = shown(file.path); // as the review names it
    if (contains(review.tests, path))
        marks << ApplyDialog::tr("decides what the tests say");
    if (const QString reason = sensitiveReason(review, path); !reason.isEmpty())
        marks << reason;
    if (contains(review.stale, path))
        marks << ApplyDialog::tr("changed in the working tree since");
    return marks.join(ApplyDialog::tr("; ", "between two reasons"));
}

QColor inkOf(Mark mark, const ThemeColours &colours)
{
    switch (mark) {
    case Mark::Good:
        return colours.good;
    case Mark::Warned:
        return colours.warning;
    case Mark::Bad:
        return colours.bad;
    default:
        return colours.ink;
    }
}

// What the bar says of this iteration alone.
VerdictText verdictOf(const Iteration &iteration)
{
    RunView view;
    view.life = RunLife::Ended;
    view.state.iterations = {iteration};
    view.shown = iteration.number;
    return verdictText(view);
}

} // namespace

ApplyDialog::ApplyDialog(const ReviewPatch &review, const Iteration &iteration, const Theme &theme,
                         QWidget *parent)
    : QDialog(parent),
      m_theme(theme),
      m_content(new QVBoxLayout(this)),
      m_apply(new LateButton(inkIcon("apply"), tr("&Apply"), this))
{
    setWindowTitle(tr("Apply the patch"));
    setModal(true);
    m_content->setSpacing(fontMetrics().height() / 2);
    addVerdict(iteration);
    addFiles(review);
    const ThemeColours &colours = theme.colours();
    if (!review.stale.empty())
        addText(tr("%n file(s) of this patch were changed in the working tree since the run started. Such a "
                   "patch is "
                   "not written.",
                   "", static_cast<int>(review.stale.size())),
                colours.bad, true);
    addText(tr("All files are written, or none. Nothing else of the working tree is touched, nothing is "
               "committed, "
               "and this can be undone as long as the files stay as they are then."),
            colours.ink);
    m_tree = addText({}, colours.ink, true);
    m_tree->hide();
    addText(tr("Patch sha256 %1")
                .arg(QString::fromLatin1(QByteArray::fromStdString(review.sha256).left(16)) + QChar(u'…')),
            colours.dimmed);

    auto *buttons = new QDialogButtonBox(this);
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    cancel->setAutoDefault(false);
    cancel->setDefault(false);
    cancel->setAccessibleName(tr("Do not apply"));
    buttons->addButton(m_apply, QDialogButtonBox::ActionRole);
    m_apply->setAccessibleName(tr("Apply the patch to the working tree"));
    m_apply->setReady(review.stale.empty() && review.whole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this, sha256 = review.sha256] {
        Q_EMIT approved(sha256);
        accept();
    });
    m_content->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, sizeHint().height());
}

void ApplyDialog::addVerdict(const Iteration &iteration)
{
    const ThemeColours &colours = m_theme.colours();
    if (!iteration.verdict) {
        addText(tr("Nothing was proven of this patch."), colours.bad, true);
        return;
    }
    const VerdictText text = verdictOf(iteration);
    addText(marked(text.mark, tr("Verdict of attempt %1: %2").arg(iteration.number).arg(text.headline)),
            inkOf(text.mark, colours), true);
    if (!text.counts.isEmpty())
        addText(text.counts, colours.ink);
    if (!text.reason.isEmpty())
        addText(text.reason, colours.ink);
    if (outcomeRule(iteration.verdict->outcome).warned)
        addText(tr("The checks do not vouch for this patch. Apply it only if you know why."), colours.bad);
    for (const QString &warning : text.warnings)
        addText(warning, colours.warning);
    for (const QString &note : text.notes)
        addText(note, colours.dimmed);
}

void ApplyDialog::setTree(const std::string &folder, const std::string &branch)
{
    const QString place = safeLine(folder);
    m_tree->setText(branch.empty() ? tr("Written in %1, on no branch.").arg(place)
                                   : tr("Written in %1, branch %2.").arg(place, safeLine(branch, 120)));
    m_tree->show();
}

void ApplyDialog::addFiles(const ReviewPatch &review)
{
    auto *files = new QTreeWidget(this);
    files->setAccessibleName(tr("Files of the patch"));
    files->setHeaderLabels({tr("File"), tr("Change"), tr("Lines"), tr("Remarks")});
    files->setRootIsDecorated(false);
    files->setUniformRowHeights(true);
    files->setAlternatingRowColors(true);
    files->setSelectionMode(QAbstractItemView::SingleSelection);
    const std::vector<LineCounts> counts = lineCounts(review.diff);
    const bool counted = counts.size() == review.patch.files.size();
    const std::size_t shown = std::min(review.patch.files.size(), mostFiles);
    for (std::size_t i = 0; i < shown; ++i) {
        const FileChange &file = review.patch.files[i];
        const QString remarks = marks(review, file);
        auto *item = new QTreeWidgetItem({safeText(file.path, Lines::Mark), changeWord(file),
                                          counted ? countsWord(counts[i]) : QString(), remarks});
        files->addTopLevelItem(item);
        if (!remarks.isEmpty()) {
            item->setForeground(3, m_theme.colours().warning);
            item->setToolTip(3, remarks.toHtmlEscaped());
        }
    }
    files->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    files->header()->setStretchLastSection(true);
    files->setMinimumHeight(files->fontMetrics().height() * 7);
    addText(tr("%n file(s) will be written:", "", static_cast<int>(review.patch.files.size())),
            m_theme.colours().ink);
    m_content->addWidget(files, 1);
    files->setFocus();
}

QLabel *ApplyDialog::addText(const QString &text, const QColor &ink, bool bold)
{
    auto *label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, ink);
    label->setPalette(palette);
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
    m_content->addWidget(label);
    return label;
}

} // namespace vouchsafe
