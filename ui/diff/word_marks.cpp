#include "ui/diff/word_marks.h"

#include "core/model/line_diff.h"
#include "ui/diff/code_points.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostWords = 2000;

enum class WordClass { Letters, Blank, Sign };

WordClass classOf(char32_t c)
{
    if (c == U' ' || c == U'\t')
        return WordClass::Blank;
    // Writing without spaces has no words to us, so each of its characters is one.
    const bool ideograph = (c >= 0x2e80 && c < 0xa4d0) || (c >= 0xf900 && c < 0xfb00) || c >= 0x20000;
    if (c == U'_' || (c != notUtf8 && !ideograph && QChar::isLetterOrNumber(c)))
        return WordClass::Letters;
    return WordClass::Sign;
}

/// Ends of the words of a line, ascending.
std::vector<std::size_t> wordEnds(std::string_view line)
{
    QString text;
    text.reserve(static_cast<qsizetype>(line.size()));
    std::vector<std::size_t> byteOf; // of each UTF-16 unit
    std::vector<char32_t> points;
    byteOf.reserve(line.size() + 1);
    points.reserve(line.size());
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t start = at;
        const char32_t c = nextCodePoint(line, at);
        const char32_t shown = c == notUtf8 ? 0xfffd : c;
        const auto unit = QChar::fromUcs4(shown); // owns what the view shows
        const QStringView units = unit;
        text += units;
        byteOf.insert(byteOf.end(), static_cast<std::size_t>(units.size()), start);
        points.insert(points.end(), static_cast<std::size_t>(units.size()), c);
    }
    byteOf.push_back(line.size());

    std::vector<std::size_t> ends;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    WordClass before = WordClass::Sign;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype next = finder.toNextBoundary();
        if (next <= at)
            break;
        const WordClass kind = classOf(points[static_cast<std::size_t>(at)]);
        if (kind != before || kind == WordClass::Sign)
            ends.push_back(byteOf[static_cast<std::size_t>(next)]);
        else
            ends.back() = byteOf[static_cast<std::size_t>(next)];
        before = kind;
        at = next;
    }
    return ends;
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    std::size_t start = 0;
    for (const std::size_t end : wordEnds(line)) {
        words.push_back(line.substr(start, end - start));
        start = end;
    }
    return words;
}

bool isBlank(std::string_view word)
{
    return word.front() == ' ' || word.front() == '\t';
}

/// Byte ranges of the changed words, a single blank between two of them taken in.
void add(std::vector<ByteRange> &ranges, std::string_view line, const std::vector<std::string_view> &words,
         std::size_t first, std::size_t count)
{
    if (count == 0)
        return;
    const auto offset = [line](std::string_view word) {
        return static_cast<std::size_t>(word.data() - line.data());
    };
    const std::size_t start = offset(words[first]);
    const std::size_t end = offset(words[first + count - 1]) + words[first + count - 1].size();
    if (!ranges.empty() && start - ranges.back().end == 1 && line[start - 1] == ' ')
        ranges.back().end = end;
    else
        ranges.push_back({start, end});
}

} // namespace

WordMarks wordMarks(std::string_view left, std::string_view right)
{
    if (left == right)
        return {};
    const std::vector<std::string_view> old = wordsOf(left);
    const std::vector<std::string_view> fresh = wordsOf(right);
    const std::size_t shorter = std::min(old.size(), fresh.size());
    std::size_t head = 0;
    while (head < shorter && old[head] == fresh[head])
        ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && old[old.size() - 1 - tail] == fresh[fresh.size() - 1 - tail])
        ++tail;
    std::vector<LineChange> changes{{head, old.size() - head - tail, head, fresh.size() - head - tail}};

    const auto meaning = [](const std::vector<std::string_view> &words, std::size_t from, std::size_t count) {
        return std::count_if(words.begin() + static_cast<std::ptrdiff_t>(from),
                             words.begin() + static_cast<std::ptrdiff_t>(from + count),
                             [](std::string_view word) { return !isBlank(word); });
    };
    if (std::max(changes[0].oldCount, changes[0].newCount) <= mostWords) {
        const std::vector<LineChange> exact = lineChanges(old, fresh);
        std::ptrdiff_t changed = 0;
        for (const LineChange &change : exact)
            changed += std::max(meaning(old, change.oldStart, change.oldCount),
                                meaning(fresh, change.newStart, change.newCount));
        const std::ptrdiff_t all = std::max(meaning(old, 0, old.size()), meaning(fresh, 0, fresh.size()));
        if (changed * 5 <= all * 4)
            changes = exact;
    }
    WordMarks marks;
    for (const LineChange &change : changes) {
        add(marks.left, left, old, change.oldStart, change.oldCount);
        add(marks.right, right, fresh, change.newStart, change.newCount);
    }
    return marks;
}

} // namespace vouchsafe
