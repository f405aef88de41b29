#include "ui/diff/diff_panel.h"

#include "ui/diff/diff_notices.h"
#include "ui/diff/diff_text_view.h"
#include "ui/diff/edit_banner.h"
#include "ui/diff/notice_strip.h"
#include "ui/diff/patch_files_list.h"
#include "ui/diff/patch_files_model.h"
#include "ui/diff/rejected_view.h"
#include "ui/diff/side_by_side.h"
#include "ui/support/safe_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>

#include <utility>

namespace vouchsafe {

void DiffPanel::setPatch(const std::optional<ReviewPatch> &review)
{
    if (!review) {
        m_reading.cancel();
        m_review.reset();
        m_files.clear();
        m_edits.clear();
        m_current = -1;
        stopEditing();
        m_banner->setState(false, 0);
        m_sides->clear();
        m_model->setPatch(nullptr);
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    if (m_review && m_review->run == review->run && m_review->iteration == review->iteration &&
        m_review->sha256 == review->sha256 && m_review->whole == review->whole) {
        m_review->stale = review->stale;
        m_review->sensitive = review->sensitive;
        m_model->setStale(review->stale);
        refreshNotices();
        if (m_pages->currentWidget() != m_text)
            m_pages->setCurrentWidget(m_diffPage);
        return;
    }
    m_reading.cancel();
    m_edits.clear();
    stopEditing();
    m_current = -1;
    m_banner->setState(false, 0);
    m_files.clear();
    for (const FileChange &file : review->patch.files)
        m_files.push_back(std::make_shared<const FileChange>(file));
    m_review = *review;
    m_review->patch.files.clear();
    m_model->setPatch(&*review);
    m_pages->setCurrentWidget(m_diffPage);
    if (m_files.empty())
        m_sides->clear();
    else
        selectFile(0);
    readFacts(0);
}

void DiffPanel::setRejected(const RejectedPatch &rejected)
{
    setPatch(std::nullopt);
    m_rejected->setRejected(rejected);
    m_pages->setCurrentWidget(m_rejected);
}

const FileChange *DiffPanel::currentFile() const
{
    return m_current < 0 ? nullptr : m_files[static_cast<std::size_t>(m_current)].get();
}

void DiffPanel::selectFile(int file)
{
    if (file < 0 || file >= static_cast<int>(m_files.size()) || file == m_current)
        return;
    present(file);
    m_list->setCurrentIndex(m_model->index(file, PatchFilesModel::Path));
}

void DiffPanel::present(int file)
{
    keepEdits();
    m_current = file;
    m_whyNotEditing.clear();
    const auto index = static_cast<std::size_t>(file);
    const FileChange &change = *m_files[index];
    const QString path = safeLine(change.path);
    const QString from = change.from.empty() ? path : safeLine(change.from);
    m_sides->setPaneNames(change.kind == ChangeKind::Create ? tr("Base: there is no %1").arg(path)
                                                            : tr("Base: %1").arg(from),
                          change.kind == ChangeKind::Delete ? tr("Proposed: %1 is deleted").arg(path)
                                                            : tr("Proposed: %1").arg(path));
    DiffSubject subject{m_files[index], std::nullopt, m_review->whole};
    if (const auto kept = m_edits.find(index); kept != m_edits.end()) {
        subject.edited = std::move(kept->second);
        m_edits.erase(kept);
    }
    m_sides->setSubject(std::move(subject));
    m_sides->firstChange();
    refreshNotices();
    refreshPosition();
}

void DiffPanel::keepEdits()
{
    if (m_current >= 0 && m_sides->isEdited())
        m_edits[static_cast<std::size_t>(m_current)] = m_sides->rightText();
}

std::vector<EditedFile> DiffPanel::edits() const
{
    std::vector<EditedFile> edited;
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const std::string &path = m_files[i]->path;
        if (static_cast<int>(i) == m_current) {
            if (m_sides->isEdited())
                edited.push_back({path, m_sides->rightText()});
        } else if (const auto kept = m_edits.find(i); kept != m_edits.end()) {
            edited.push_back({path, kept->second});
        }
    }
    return edited;
}

void DiffPanel::readFacts(std::size_t first)
{
    if (first >= m_files.size())
        return;
    m_reading.start([file = m_files[first]](const std::stop_token &stop) { return fileFacts(*file, stop); },
                    [this, first](const FileFacts &facts) {
                        m_model->setFacts(first, facts);
                        if (m_current == static_cast<int>(first))
                            refreshNotices();
                        readFacts(first + 1);
                    });
}

void DiffPanel::refreshNotices()
{
    QList<DiffNotice> notices;
    if (const FileChange *file = currentFile()) {
        const auto &facts = m_model->facts(static_cast<std::size_t>(m_current));
        notices = diffNotices(*m_review, *file, m_sides->shown(), facts ? &*facts : nullptr);
        if (!m_whyNotEditing.isEmpty())
            notices.push_back({true, tr("This side cannot be edited. %1").arg(m_whyNotEditing)});
    }
    m_notices->setNotices(notices);
}

QString DiffPanel::position() const
{
    const FileChange *file = currentFile();
    if (file == nullptr)
        return {};
    if (m_sides->shown() == nullptr)
        return tr("Comparing %1…").arg(safeLine(file->path));
    return positionInWords(*file, *m_sides->shown(), m_sides->currentChange());
}

void DiffPanel::nextChange()
{
    if (m_current < 0 || m_sides->nextChange() || m_current + 1 >= static_cast<int>(m_files.size()))
        return;
    selectFile(m_current + 1);
    m_sides->firstChange();
}

void DiffPanel::previousChange()
{
    if (m_current < 0 || m_sides->previousChange() || m_current == 0)
        return;
    selectFile(m_current - 1);
    m_sides->lastChange();
}

bool DiffPanel::isEditing() const
{
    return m_wantsEditing;
}

void DiffPanel::startEditing()
{
    if (m_current < 0 || m_wantsEditing)
        return;
    m_wantsEditing = true;
    m_pages->setCurrentWidget(m_diffPage);
    applyEditing();
    m_sides->setFocus();
    Q_EMIT editingChanged(true);
}

void DiffPanel::stopEditing()
{
    if (!m_wantsEditing)
        return;
    m_wantsEditing = false;
    m_whyNotEditing.clear();
    applyEditing();
    Q_EMIT editingChanged(false);
}

void DiffPanel::applyEditing()
{
    if (m_sides->isReady() && m_wantsEditing)
        m_whyNotEditing = m_sides->whyNotEditable();
    m_sides->setEditing(m_wantsEditing);
    refreshNotices();
    m_banner->setState(m_wantsEditing, static_cast<int>(edits().size()));
}

void DiffPanel::dropEdits()
{
    m_edits.clear();
    if (m_current >= 0 && m_sides->isEdited())
        m_sides->resetToProposal();
    onEdited();
}

void DiffPanel::onEdited()
{
    const std::vector<EditedFile> files = edits();
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const bool changed = m_edits.contains(i) || (static_cast<int>(i) == m_current && m_sides->isEdited());
        m_model->setEdited(i, changed);
    }
    m_banner->setState(m_wantsEditing, static_cast<int>(files.size()));
    Q_EMIT edited(files);
}

void DiffPanel::showAsText()
{
    if (m_pages->currentWidget() == m_text) {
        m_pages->setCurrentWidget(m_diffPage);
        m_sides->setFocus();
        return;
    }
    if (!m_review)
        return;
    const std::vector<EditedFile> changed = edits();
    if (changed.empty()) {
        m_text->setDiff(m_review->diff);
    } else {
        Patch patch;
        for (const auto &file : m_files)
            patch.files.push_back(*file);
        for (const EditedFile &each : changed)
            for (FileChange &file : patch.files)
                if (file.path == each.path)
                    file.after = each.after;
        m_text->setPatch(std::move(patch));
    }
    m_pages->setCurrentWidget(m_text);
    m_text->setFocus();
}

void DiffPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_wantsEditing) {
        stopEditing();
        event->accept();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace vouchsafe
