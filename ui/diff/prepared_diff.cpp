#include "ui/diff/prepared_diff.h"

#include "core/model/line_pairs.h"

#include <algorithm>

namespace vouchsafe {
namespace {

using Lines = std::vector<std::string_view>;

std::size_t charactersFor(const Lines &lines, const PaneBounds &bounds)
{
    const auto wide = std::count_if(lines.begin(), lines.end(),
                                    [&](std::string_view line) { return line.size() > bounds.longLine; });
    return static_cast<std::size_t>(wide) > bounds.longLines ? std::min(bounds.longLine, bounds.characters)
                                                             : bounds.characters;
}

/// How many lines fit into a pane.
std::size_t linesThatFit(const Lines &lines, const PaneBounds &bounds, std::size_t characters)
{
    std::size_t bytes = 0;
    const std::size_t most = std::min(lines.size(), bounds.lines);
    for (std::size_t i = 0; i < most; ++i) {
        bytes += std::min(lines[i].size(), characters * 4);
        if (bytes > bounds.bytes)
            return i;
    }
    return most;
}

/// Rows down to the first line that does not fit.
std::size_t rowsThatFit(const DiffRows &rows, std::size_t left, std::size_t leftFits, std::size_t right,
                        std::size_t rightFits)
{
    std::size_t fit = rows.size();
    if (leftFits < left)
        fit = std::min(fit, rows.rowOfLeft(leftFits));
    if (rightFits < right)
        fit = std::min(fit, rows.rowOfRight(rightFits));
    return fit;
}

} // namespace

PreparedRows preparedRows(const Lines &before, const Lines &after)
{
    PreparedRows prepared;
    const std::vector<LineChange> changes = pairedChanges(before, after, lineChanges(before, after));
    prepared.rows = DiffRows(before.size(), after.size(), changes);
    prepared.natures.reserve(prepared.rows.changes().size());
    for (const RowChange &change : prepared.rows.changes()) {
        const LineChange &lines = change.lines;
        prepared.natures.push_back(
            changeNature(before, lines.oldStart, lines.oldCount, after, lines.newStart, lines.newCount));
        prepared.nature = together(prepared.nature, prepared.natures.back());
    }
    return prepared;
}

PreparedDiff preparedDiff(const FileChange &file, const PaneBounds &bounds, const std::stop_token &stop)
{
    PreparedDiff prepared;
    const Lines before = wholeLines(file.before);
    const Lines after = wholeLines(file.after);
    prepared.coding = paneCoding(file.before, file.after);
    prepared.diff = preparedRows(before, after);
    prepared.added = prepared.diff.rows.added();
    prepared.removed = prepared.diff.rows.removed();
    prepared.nature = prepared.diff.nature;

    const std::size_t leftCharacters = charactersFor(before, bounds);
    const std::size_t rightCharacters = charactersFor(after, bounds);
    const std::size_t fit =
        rowsThatFit(prepared.diff.rows, before.size(), linesThatFit(before, bounds, leftCharacters),
                    after.size(), linesThatFit(after, bounds, rightCharacters));
    std::size_t leftLines = before.size();
    std::size_t rightLines = after.size();
    if (fit < prepared.diff.rows.size()) {
        prepared.hiddenRows = prepared.diff.rows.size() - fit;
        const std::size_t changes = prepared.diff.rows.changes().size();
        prepared.diff.rows = prepared.diff.rows.first(fit);
        prepared.diff.natures.resize(prepared.diff.rows.changes().size());
        prepared.hiddenChanges = changes - prepared.diff.natures.size();
        leftLines = prepared.diff.rows.leftLines();
        rightLines = prepared.diff.rows.rightLines();
    }
    if (stop.stop_requested())
        return prepared;
    prepared.left =
        std::make_shared<const ShownText>(shownText(before, leftLines, prepared.coding, leftCharacters));
    prepared.right =
        std::make_shared<const ShownText>(shownText(after, rightLines, prepared.coding, rightCharacters));
    return prepared;
}

} // namespace vouchsafe
