#include "core/patch/splice.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

struct AddedLine {
    std::string text;
    std::string_view end;
    bool noNewline = false;
    bool ownCr = false; ///< the patch's CR belongs to the line even where no LF follows

    bool operator==(const AddedLine &) const = default;
};

/// Lines [at, at + removed) make way for the added ones.
struct Edit {
    std::size_t at = 0;
    std::size_t removed = 0;
    std::vector<AddedLine> added;
    std::size_t hunk = 0; ///< index among the hunks
};

class HunkEdits {
public:
    HunkEdits(const BaseText &text, const PlacedHunk &hunk, std::size_t index)
        : m_text(text), m_hunk(hunk), m_index(index), m_knowsLineEnds(knowsLineEnds())
    {
    }

    std::vector<Edit> edits() const
    {
        std::vector<Edit> found;
        const std::vector<BodyLine> &lines = m_hunk.lines;
        for (std::size_t i = 0; i < lines.size();) {
            if (lines[i].kind == ' ') {
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < lines.size() && lines[end].kind != ' ')
                ++end;
            found.push_back(edit(i, end));
            i = end;
        }
        return found;
    }

private:
    /// Whether every old line has a CR exactly where the file has one.
    bool knowsLineEnds() const
    {
        bool any = false;
        for (std::size_t i = 0; i < m_hunk.lines.size(); ++i) {
            const std::size_t at = m_hunk.at[i];
            if (at == PlacedHunk::nowhere)
                continue;
            if (m_hunk.lines[i].cr != m_text.hasCr(at))
                return false;
            any = true;
        }
        return any || m_text.size() == 0;
    }

    Edit edit(std::size_t from, std::size_t to) const
    {
        Edit edit;
        edit.hunk = m_index;
        bool placed = false;
        for (std::size_t i = from; i < to; ++i) {
            if (m_hunk.lines[i].kind != '-')
                continue;
            if (!placed)
                edit.at = m_hunk.at[i];
            placed = true;
            ++edit.removed;
        }
        if (!placed && from > 0 && m_hunk.at[from - 1] != PlacedHunk::nowhere)
            edit.at = m_hunk.at[from - 1] + 1;
        else if (!placed && to < m_hunk.lines.size() && m_hunk.at[to] != PlacedHunk::nowhere)
            edit.at = m_hunk.at[to];
        else if (!placed)
            edit.at = m_hunk.start;
        for (std::size_t i = from; i < to; ++i)
            if (m_hunk.lines[i].kind == '+')
                edit.added.push_back(added(m_hunk.lines[i], edit));
        return edit;
    }

    AddedLine added(const BodyLine &line, const Edit &edit) const
    {
        AddedLine result;
        result.noNewline = line.noNewline;
        const std::string_view indent = indentOf(line.text);
        result.text = m_hunk.indents.changesAnything() && !isBlank(line.text)
                          ? m_hunk.indents.convert(indent) + std::string(line.text.substr(indent.size()))
                          : std::string(line.text);
        const bool literal = m_knowsLineEnds && !(m_text.size() == 0 && m_hunk.transportCr);
        result.ownCr = line.cr && (literal || !m_hunk.transportCr);
        if (literal)
            result.end = line.cr ? "\r\n" : "\n";
        else if (result.ownCr)
            result.end = "\r\n";
        else
            result.end = neighbourEnd(edit);
        return result;
    }

    /// The line end of the line that is replaced, else of the one before, else of the one behind.
    std::string_view neighbourEnd(const Edit &edit) const
    {
        std::string_view end;
        if (edit.removed > 0)
            end = m_text.lineEnd(edit.at + std::min(edit.added.size(), edit.removed - 1));
        else if (edit.at > 0)
            end = m_text.lineEnd(edit.at - 1);
        else if (m_text.size() > 0)
            end = m_text.lineEnd(0);
        return end.ends_with('\n') ? end : m_text.commonLineEnd();
    }

    const BaseText &m_text;
    const PlacedHunk &m_hunk;
    std::size_t m_index;
    bool m_knowsLineEnds;
};

bool spansTouch(const PlacedHunk &a, const PlacedHunk &b)
{
    const auto last = [](const PlacedHunk &hunk) {
        std::size_t end = hunk.start;
        for (const std::size_t at : hunk.at)
            if (at != PlacedHunk::nowhere)
                end = std::max(end, at + 1);
        return end;
    };
    return a.start < last(b) && b.start < last(a);
}

std::string number(const PlacedHunk &hunk)
{
    return std::to_string(hunk.record.number);
}

/// Drops edits that are given twice and refuses those that contradict.
Read<std::vector<Edit>> disjoint(std::vector<Edit> edits, const std::string &path,
                                 std::vector<PlacedHunk> &hunks)
{
    std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
        return a.at != b.at ? a.at < b.at : a.removed == 0 && b.removed > 0;
    });
    std::vector<Edit> kept;
    for (Edit &edit : edits) {
        if (!kept.empty()) {
            const Edit &before = kept.back();
            const bool same = before.at == edit.at && before.removed == edit.removed;
            if (same && edit.removed > 0 && before.added == edit.added) {
                hunks[edit.hunk].record.repairs.push_back("repeats hunk " + number(hunks[before.hunk]));
                continue;
            }
            if (same || before.at + before.removed > edit.at)
                return refuse(ErrorCode::PatchOverlap,
                              "hunks " + number(hunks[before.hunk]) + " and " + number(hunks[edit.hunk]) +
                                  " of " + shown(path) + " change the same lines",
                              "both change line " + std::to_string(edit.at + 1),
                              {{path, static_cast<int>(edit.at + 1), {}}});
        }
        kept.push_back(std::move(edit));
    }
    return kept;
}

void noteSharedLines(std::vector<PlacedHunk> &hunks)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < hunks.size(); ++i)
        if (!hunks[i].alreadyPresent)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return hunks[a].start < hunks[b].start; });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (spansTouch(hunks[order[i - 1]], hunks[order[i]]))
            hunks[order[i]].record.repairs.push_back("shares kept lines with hunk " +
                                                     number(hunks[order[i - 1]]));
}

} // namespace

Read<std::string> spliced(const BaseText &text, const std::string &path, std::vector<PlacedHunk> &hunks)
{
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < hunks.size(); ++i)
        if (!hunks[i].alreadyPresent)
            for (Edit &edit : HunkEdits(text, hunks[i], i).edits())
                edits.push_back(std::move(edit));
    auto kept = disjoint(std::move(edits), path, hunks);
    if (!kept)
        return Refused(kept.error());
    noteSharedLines(hunks);

    std::string out;
    out.reserve(text.bytes().size() + 256);
    std::size_t line = 0;
    const auto copyTo = [&](std::size_t end) {
        out += text.bytes().substr(text.offset(line), text.offset(end) - text.offset(line));
        line = end;
    };
    const std::size_t mark = text.markHidden() ? byteOrderMark.size() : 0;
    for (const Edit &edit : *kept) {
        copyTo(edit.at);
        if (mark > 0 && edit.at == 0)
            out += byteOrderMark;
        if (!edit.added.empty() && out.size() > mark && out.back() != '\n')
            out += text.commonLineEnd(); // the file's last line had none
        line += edit.removed;
        PlacedHunk &hunk = hunks[edit.hunk];
        for (std::size_t i = 0; i < edit.added.size(); ++i) {
            const AddedLine &added = edit.added[i];
            out += added.text;
            const bool last = line == text.size() && i + 1 == edit.added.size();
            if (!last) {
                out += added.end;
                continue;
            }
            const bool openBefore = text.size() > 0 && !text.hasLineFeed(text.size() - 1);
            const bool hunkKnows = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const BodyLine &old) {
                return old.kind != '+' && old.noNewline;
            });
            if (added.noNewline) {
                if (added.ownCr)
                    out += '\r';
                continue;
            }
            if (openBefore && !hunkKnows)
                hunk.record.repairs.emplace_back("the file stays without a final newline");
            else
                out += added.end;
        }
        if (mark > 0 && edit.at == 0 && edit.removed == 0 && line == 0) {
            // The mark was written before the added lines; the old first line goes on without it.
            out += text.bytes().substr(mark, text.offset(1) - mark);
            line = 1;
        }
    }
    copyTo(text.size());
    return out;
}

std::string createdBytes(const std::vector<ReceivedHunk> &hunks, bool keepCr)
{
    std::string out;
    for (const ReceivedHunk &hunk : hunks)
        for (const BodyLine &line : hunk.lines) {
            out += line.text;
            if (line.cr && (!hunk.cr || keepCr))
                out += '\r';
            if (!line.noNewline)
                out += '\n';
        }
    return out;
}

} // namespace vouchsafe
