#include "core/patch/file_change.h"

#include "core/base/text.h"
#include "core/patch/mismatch.h"
#include "core/patch/omission.h"
#include "core/patch/paths.h"
#include "core/patch/placement.h"
#include "core/patch/splice.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr unsigned linkMode = 0120000;

class FileWork {
public:
    FileWork(const Target &target, const Transport &transport) : m_target(target), m_transport(transport)
    {
        m_change.path = target.path;
        m_change.from = target.kind == ChangeKind::Rename ? target.from : std::string{};
        m_change.kind = target.kind;
        m_change.before = target.before;
        m_change.after = target.before;
        m_change.modeBefore = target.modeBefore;
        m_change.modeAfter = target.modeAfter;
        m_change.repairs = target.repairs;
    }

    ChangeOutcome run()
    {
        if (m_target.kind == ChangeKind::Create && !m_target.copy)
            create();
        else if (m_target.showsNoLines)
            m_change.after.clear();
        else
            edit();
        if (m_outcome.refusals.empty())
            finish();
        return std::move(m_outcome);
    }

private:
    void refused(const Refused &refusal) { m_outcome.refusals.push_back(refusal.value()); }

    void create()
    {
        std::vector<ReceivedHunk> hunks = m_target.hunks;
        for (ReceivedHunk &hunk : hunks) {
            HunkPlacement record{hunk.number, 1, 0, hunk.repairs};
            for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
                BodyLine &line = hunk.lines[i];
                if (line.kind == '+')
                    continue;
                if (line.bare) {
                    line.kind = '+';
                    record.repairs.emplace_back("an empty line read as an added one");
                    continue;
                }
                refused(refuse(ErrorCode::PatchContradiction, "a new file cannot have old lines",
                               hunkName(m_target.path, hunk) + ", line " + std::to_string(i + 1) +
                                   " of the hunk: `" + shown(line.text.substr(0, 80)) + "`"));
                return;
            }
            m_change.hunks.push_back(std::move(record));
        }
        if (hunks.size() > 1) {
            refused(
                refuse(ErrorCode::PatchContradiction, "a new file has several hunks", shown(m_target.path)));
            return;
        }
        std::string bytes = createdBytes(hunks, m_transport.keepCr);
        if (m_target.exists) {
            if (bytes == m_target.before && m_target.modeAfter == m_target.modeBefore) {
                present();
                return;
            }
            refused(refuse(ErrorCode::PatchExists,
                           "the patch creates " + shown(m_target.path) + ", which exists",
                           "with " + std::string(bytes == m_target.before ? "another mode" : "other content"),
                           {{m_target.path, 1, {}}}));
            return;
        }
        m_change.before.clear();
        m_change.after = std::move(bytes);
        m_change.modeBefore = 0100644;
        checkOmissions(hunks, nullptr);
    }

    void edit()
    {
        BaseText text(m_target.before);
        const bool writesMark =
            std::any_of(m_target.hunks.begin(), m_target.hunks.end(), [](const auto &hunk) {
                return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                                   [](const BodyLine &line) { return line.text.starts_with(byteOrderMark); });
            });
        if (!writesMark)
            text.hideMark();
        std::vector<PlacedHunk> placed;
        int shift = 0;
        for (const ReceivedHunk &hunk : m_target.hunks) {
            auto place = placeHunk(text, m_target.path.empty() ? m_target.from : m_target.path, hunk, shift);
            if (!place) {
                m_outcome.refusals.push_back(place.error());
                continue;
            }
            m_outcome.fitting.push_back(hunkName(m_target.path, hunk));
            if (!place->alreadyPresent)
                shift = place->record.relocatedBy;
            placed.push_back(std::move(*place));
        }
        if (!m_outcome.refusals.empty())
            return;
        shareIndents(text, placed);
        auto bytes = spliced(text, m_target.path, placed);
        if (!bytes) {
            m_outcome.refusals.push_back(bytes.error());
            return;
        }
        for (PlacedHunk &hunk : placed)
            m_change.hunks.push_back(std::move(hunk.record));
        m_outcome.alreadyPresent =
            !placed.empty() &&
            std::all_of(placed.begin(), placed.end(), [](const auto &hunk) { return hunk.alreadyPresent; });
        for (const PlacedHunk &hunk : placed)
            if (hunk.alreadyPresent && !m_outcome.alreadyPresent)
                m_outcome.notices.push_back(shown(m_target.path) + ": a hunk at line " +
                                            std::to_string(hunk.start + 1) + " is already present");
        m_change.after = std::move(*bytes);
        checkOmissions(m_target.hunks, &text);
        const bool emptied = m_change.after.empty() || (text.markHidden() && m_change.after == byteOrderMark);
        if (m_target.kind == ChangeKind::Delete && !emptied)
            refused(refuse(ErrorCode::PatchContradiction,
                           "the patch deletes " + shown(m_target.path) + " but not all of its lines",
                           std::to_string(BaseText(m_change.after).size()) + " lines would be left"));
    }

    /// One hunk that had blanks for tabs says that the others had, too, unless their own lines speak against
    /// it.
    void shareIndents(const BaseText &text, std::vector<PlacedHunk> &hunks)
    {
        for (const PlacedHunk &hunk : hunks)
            if (hunk.indents.changesAnything()) {
                m_outcome.indents = hunk.indents;
                break;
            }
        const bool own = m_outcome.indents.changesAnything();
        const IndentMap &shown = own ? m_outcome.indents : m_transport.indents;
        for (PlacedHunk &hunk : hunks) {
            if (hunk.alreadyPresent || hunk.indents.changesAnything() || !addsIndented(hunk))
                continue;
            IndentMap adopted = hunk.indents;
            if (!adopted.adopt(shown))
                continue;
            m_outcome.mayAdoptIndents = !own;
            if (!adopted.changesAnything() || (!own && !isTabbed(text)))
                continue;
            hunk.indents = adopted;
            hunk.record.repairs.emplace_back("indentation shifted as in other hunks");
        }
    }

    static bool addsIndented(const PlacedHunk &hunk)
    {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const BodyLine &line) {
            return line.kind == '+' && !isBlank(line.text) && !indentOf(line.text).empty();
        });
    }

    static bool isTabbed(const BaseText &text)
    {
        std::size_t tabs = 0;
        std::size_t blanks = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            tabs += text.line(i).starts_with('\t') ? 1 : 0;
            blanks += text.line(i).starts_with(' ') ? 1 : 0;
        }
        return tabs > 4 * blanks;
    }

    void checkOmissions(const std::vector<ReceivedHunk> &hunks, const BaseText *text)
    {
        for (const ReceivedHunk &hunk : hunks)
            for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
                const BodyLine &line = hunk.lines[i];
                if (line.kind != '+' || !isOmission(line.text) || (text && text->count(line.text, 1) > 0))
                    continue;
                refused(refuse(ErrorCode::PatchOmission, "an added line stands for code that was left out",
                               hunkName(m_target.path, hunk) + ", line " + std::to_string(i + 1) +
                                   " of the hunk: `" + shown(trimmed(line.text)) + "`",
                               {{m_target.path, std::max(hunk.newStart, 1), std::string(line.text)}}));
                return;
            }
    }

    void present()
    {
        m_outcome.alreadyPresent = true;
        m_outcome.notices.push_back(shown(m_target.path) + ": already present");
    }

    void finish()
    {
        if (m_target.kind == ChangeKind::Create && m_target.exists)
            return;
        if (m_target.kind == ChangeKind::Delete)
            m_change.after.clear();
        if (m_target.copy) {
            m_change.before.clear();
            m_change.repairs.push_back("copy of " + shown(m_target.from));
        }
        if (m_change.modeAfter == linkMode && m_change.kind != ChangeKind::Delete) {
            const auto destination = linkDestination(m_change.path, m_change.after);
            if (!destination || nameRefusal(*destination)) {
                refused(refuse(ErrorCode::PatchLink, "the patch makes a link that leaves the repository",
                               shown(m_change.path) + " → " + shown(m_change.after)));
                return;
            }
        }
        const bool alters = m_change.after != m_change.before || m_change.modeAfter != m_change.modeBefore ||
                            m_change.kind != ChangeKind::Modify;
        if (alters) {
            m_outcome.alreadyPresent = false;
            m_outcome.change = std::move(m_change);
            return;
        }
        if (m_outcome.alreadyPresent || m_target.hunks.empty()) {
            present();
            return;
        }
        refused(refuse(ErrorCode::PatchEmpty, "a section of the patch changes nothing",
                       "the hunks of " + shown(m_change.path) + " leave the file as it is"));
    }

    const Target &m_target;
    const Transport &m_transport;
    FileChange m_change;
    ChangeOutcome m_outcome;
};

} // namespace

ChangeOutcome changeOf(const Target &target, const Transport &transport)
{
    return FileWork(target, transport).run();
}

} // namespace vouchsafe
