#include "ui/diff/diff_text.h"

#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <charconv>

namespace vouchsafe {
namespace {

constexpr int mostCharacters = 2000; // of one line

/// `@@ -12,3 +14,5 @@`: the numbers behind - and +.
struct HunkStart {
    std::size_t old = 0;
    std::size_t oldCount = 1;
    std::size_t fresh = 0;
    std::size_t freshCount = 1;
};

void readRange(std::string_view line, char sign, std::size_t &start, std::size_t &count)
{
    const std::size_t at = line.find(sign);
    if (at == std::string_view::npos)
        return;
    const char *end = line.data() + line.size();
    const auto first = std::from_chars(line.data() + at + 1, end, start);
    if (first.ptr != end && *first.ptr == ',')
        std::from_chars(first.ptr + 1, end, count);
}

std::string numbered(std::string_view line, std::size_t number, bool old)
{
    const QString words = old ? QCoreApplication::translate("vouchsafe::DiffText", "%1    old line %2")
                              : QCoreApplication::translate("vouchsafe::DiffText", "%1    line %2");
    return words.arg(safeLine(line, mostCharacters), QString::number(number)).toStdString();
}

} // namespace

DiffText diffText(std::string_view canonical, std::size_t bytes, const std::stop_token &stop)
{
    DiffText made;
    std::size_t files = 0;
    HunkStart hunk{0, 0, 0, 0};
    while (!canonical.empty() && !stop.stop_requested()) {
        if (made.text.size() > bytes) {
            made.cut = true;
            break;
        }
        const std::size_t end = canonical.find('\n');
        const std::string_view line = canonical.substr(0, end);
        canonical.remove_prefix(end == std::string_view::npos ? canonical.size() : end + 1);
        const bool inHunk = hunk.oldCount > 0 || hunk.freshCount > 0;
        const char sign = line.empty() ? ' ' : line.front();
        DiffTextLine at{files == 0 ? 0 : files - 1, 0};
        if (inHunk && (sign == ' ' || sign == '+')) {
            at.line = hunk.fresh;
            made.text += numbered(line, hunk.fresh++, false);
            --hunk.freshCount;
            if (sign == ' ') {
                ++hunk.old;
                --hunk.oldCount;
            }
        } else if (inHunk && sign == '-') {
            at.line = hunk.fresh;
            made.text += numbered(line, hunk.old++, true);
            --hunk.oldCount;
        } else {
            if (line.starts_with("diff --git "))
                at.file = files++;
            if (line.starts_with("@@ ")) {
                hunk = {};
                readRange(line, '-', hunk.old, hunk.oldCount);
                readRange(line, '+', hunk.fresh, hunk.freshCount);
                at.line = hunk.fresh;
            }
            made.text += safeLine(line, mostCharacters).toStdString();
        }
        made.text += '\n';
        made.lines.push_back(at);
    }
    return made;
}

} // namespace vouchsafe
