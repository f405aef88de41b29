#include "ui/diff/shown_text.h"

#include "ui/diff/code_points.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t tabColumns = 4;
constexpr std::size_t markColumns = 7; // of a character that is drawn as its name

bool lineEndsAre(std::string_view text, bool &anyCrLf)
{
    const auto returns = std::count(text.begin(), text.end(), '\r');
    const auto feeds = std::count(text.begin(), text.end(), '\n');
    if (returns == 0)
        return feeds == 0;
    std::ptrdiff_t both = 0;
    for (std::size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", at + 2))
        ++both;
    anyCrLf = anyCrLf || both > 0;
    return returns == both && feeds == both;
}

/// The border of a cluster at `cut` or before it.
std::size_t clusterBorder(std::string_view line, std::size_t cut)
{
    constexpr std::size_t reach = 256; // longer clusters are no writing
    std::size_t from = cut > reach ? cut - reach : 0;
    while (from < cut && (static_cast<unsigned char>(line[from]) & 0xc0) == 0x80)
        ++from;
    const std::string_view lead = line.substr(from, cut - from);
    const QString before = QString::fromUtf8(lead.data(), static_cast<qsizetype>(lead.size()));
    const std::string_view rest = line.substr(cut, reach);
    const QString around = before + QString::fromUtf8(rest.data(), static_cast<qsizetype>(rest.size()));
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, around);
    finder.setPosition(before.size());
    if (finder.isAtBoundary())
        return cut;
    const qsizetype border = finder.toPreviousBoundary();
    return border <= 0 ? cut : cut - static_cast<std::size_t>(before.mid(border).toUtf8().size());
}

QByteArray cutMark(std::size_t bytes)
{
    return QCoreApplication::translate("vouchsafe::ShownText", " ⟨%1 more bytes of this line⟩")
        .arg(QLocale().toString(static_cast<qulonglong>(bytes)))
        .toUtf8();
}

/// Counts what is hidden and how wide the line is; gives the byte behind its first `characters`.
std::size_t examine(std::string_view line, std::size_t characters, ShownText &shown)
{
    std::size_t columns = 0;
    std::size_t seen = 0;
    std::size_t at = 0;
    std::size_t cut = line.size();
    while (at < line.size()) {
        if (seen == characters && cut == line.size()) {
            cut = clusterBorder(line, at);
            shown.columns = std::max(shown.columns, columns + 4 * markColumns);
        }
        ++seen;
        const char32_t c = nextCodePoint(line, at);
        if (c == U'\t') {
            columns += tabColumns - columns % tabColumns;
        } else if (c >= 0x20 && c < 0x7f) {
            ++columns;
        } else if (c == notUtf8) {
            ++shown.hidden.invalid;
            columns += 3;
        } else if (c < 0xa0) {
            if (c != U'\r' && c != U'\n') {
                ++shown.hidden.controls;
                shown.hidden.zeros += c == 0;
            }
            columns += 4;
        } else if (isDeceptive(c)) {
            ++shown.hidden.deceptive[c];
            columns += markColumns;
        } else {
            columns += c < 0x1100 ? 1 : 2;
        }
    }
    if (cut == line.size())
        shown.columns = std::max(shown.columns, columns);
    return cut;
}

} // namespace

std::vector<std::string_view> wholeLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

HiddenText hiddenText(std::string_view text)
{
    ShownText shown;
    examine(text, text.size() + 1, shown);
    return shown.hidden;
}

PaneCoding paneCoding(std::string_view before, std::string_view after)
{
    PaneCoding coding;
    bool anyCrLf = false;
    const bool allCrLf = lineEndsAre(before, anyCrLf) && lineEndsAre(after, anyCrLf);
    coding.crLf = allCrLf && anyCrLf;
    // The last private plane; some character of it is in neither text.
    for (char32_t point = 0x10f80d;; ++point) {
        coding.carriageReturn = QString::fromUcs4(&point, 1).toStdString();
        if (before.find(coding.carriageReturn) == std::string_view::npos &&
            after.find(coding.carriageReturn) == std::string_view::npos)
            return coding;
    }
}

ShownText shownText(const std::vector<std::string_view> &wholeLines, std::size_t lines,
                    const PaneCoding &coding, std::size_t characters)
{
    ShownText shown;
    shown.lines = std::min(lines, wholeLines.size());
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < shown.lines; ++i)
        bytes += std::min(wholeLines[i].size(), 4 * characters);
    shown.text.reserve(bytes);
    for (std::size_t i = 0; i < shown.lines; ++i) {
        std::string_view line = wholeLines[i];
        std::string_view end;
        if (line.ends_with('\n')) {
            end = line.substr(line.size() - 1);
            line.remove_suffix(1);
            if (coding.crLf && line.ends_with('\r'))
                line.remove_suffix(1);
        }
        const std::size_t cut = examine(line, characters, shown);
        const std::size_t start = shown.text.size();
        std::string_view kept = line.substr(0, cut);
        for (std::size_t at = kept.find('\r'); at != std::string_view::npos; at = kept.find('\r')) {
            shown.text += kept.substr(0, at);
            shown.text += coding.carriageReturn;
            kept.remove_prefix(at + 1);
        }
        shown.text += kept;
        if (cut < line.size()) {
            shown.cuts.push_back({i, shown.text.size() - start});
            shown.text += cutMark(line.size() - cut).constData();
        }
        shown.text += end;
    }
    return shown;
}

std::string fileBytes(std::string_view shown, const PaneCoding &coding)
{
    const std::string_view from = coding.crLf ? std::string_view("\n") : coding.carriageReturn;
    const std::string_view to = coding.crLf ? "\r\n" : "\r";
    std::string bytes;
    bytes.reserve(shown.size() + shown.size() / 16);
    for (;;) {
        const std::size_t at = shown.find(from);
        bytes += shown.substr(0, at);
        if (at == std::string_view::npos)
            return bytes;
        bytes += to;
        shown.remove_prefix(at + from.size());
    }
}

} // namespace vouchsafe
