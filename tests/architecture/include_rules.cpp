#include "tests/architecture/include_rules.h"

#include "core/base/text.h"

#include <QDir>
#include <QLibraryInfo>

#include <algorithm>
#include <array>
#include <map>
#include <regex>

namespace vouchsafe::test {
namespace {

using SourcesByPath = std::map<std::string, std::vector<Include>>;

// Each folder of this row may include those before it.
constexpr std::array<std::string_view, 5> row{"core/base", "core/model", "core/events", "core/ports",
                                              "core/syntax"};

// These stand beside each other after the row and never see each other.
constexpr std::array<std::string_view, 7> adapters{"core/llm",    "core/repair", "core/index",   "core/patch",
                                                   "core/verify", "core/git",    "core/settings"};

template <std::size_t size>
std::size_t placeIn(const std::array<std::string_view, size> &list, std::string_view name)
{
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
}

/// The one folder that may use a library, by the beginning of its headers' names.
struct Owner {
    std::string_view header;
    std::string_view folder;
};
constexpr std::array<Owner, 5> owners{{
    {"git2", "core/git"},
    {"tree_sitter", "core/syntax"},
    {"Qsci", "ui"},
    {"sqlite3", "core/index"},
    {"seccomp", "sandbox"},
}};

std::string_view nameOf(std::string_view header)
{
    const std::size_t slash = header.rfind('/');
    return header.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

bool isOfWindows(std::string_view header, const HeaderNames &windows)
{
    return windows.contains(nameOf(header)) || windows.contains(header.substr(0, header.find('/'))) ||
           header.starts_with("Qsci/");
}

bool mayKnowWindows(const Source &source)
{
    return folderOf(source.path) == "ui" || source.path == "app/main_gui.cpp";
}

/// The include by which a project header brings a window's header, itself or through others.
const Include *windowBehind(const std::string &header, const SourcesByPath &sources,
                            const HeaderNames &windows, std::set<std::string> &seen)
{
    const auto found = sources.find(header);
    if (found == sources.end() || !seen.insert(header).second)
        return nullptr;
    for (const Include &include : found->second) {
        if (!include.quoted && isOfWindows(include.target, windows))
            return &include;
        if (include.quoted)
            if (const Include *behind = windowBehind(include.target, sources, windows, seen))
                return behind;
    }
    return nullptr;
}

/// The helper inside a sandbox is a program of its own: what it starts is in the sandbox already.
bool isThePlaceForProcesses(std::string_view path)
{
    return path.starts_with("sandbox/process.") || path.starts_with("sandbox/process/") ||
           path.starts_with("sandbox/inside/");
}

} // namespace

HeaderNames windowHeaders()
{
    HeaderNames names{"QtGui", "QtWidgets"};
    const QDir headers(QLibraryInfo::path(QLibraryInfo::HeadersPath));
    for (const char *library : {"QtGui", "QtWidgets"})
        for (const QString &name : QDir(headers.filePath(QString::fromUtf8(library))).entryList(QDir::Files))
            names.insert(name.toStdString());
    return names;
}

bool mayInclude(std::string_view from, std::string_view to)
{
    if (from == to || from == "app")
        return true;
    if (from == "ui")
        return to.starts_with("core/");
    const std::size_t target = placeIn(row, to);
    if (from == "sandbox")
        return to == "core/base" || to == "core/model" || to == "core/ports";
    if (from == "core/loop")
        return target <= placeIn(row, "core/ports");
    if (placeIn(adapters, from) < adapters.size())
        return target < row.size();
    const std::size_t place = placeIn(row, from);
    return place < row.size() && target < place;
}

std::vector<std::string> includeBreaches(const Source &source, const HeaderNames &windows)
{
    std::vector<std::string> breaches;
    const std::string folder = folderOf(source.path);
    for (const Include &include : includesOf(source.text)) {
        const auto breach = [&](const std::string &what) {
            breaches.push_back(source.path + ":" + std::to_string(include.line) + ": " + what + " (" +
                               include.target + ")");
        };
        if (include.quoted) {
            const std::string target = folderOf(include.target);
            if (include.target.ends_with(".moc"))
                continue;
            if (target.empty() || include.target.starts_with('.'))
                breach("a project include is written from the root");
            else if (!mayInclude(folder, target))
                breach(folder + " may not include " + target);
        }
        for (const Owner &owner : owners)
            if (include.target.starts_with(owner.header) && folder != owner.folder)
                breach("only " + std::string(owner.folder) + " uses this library");
        const std::string_view name = nameOf(include.target);
        if (isOfWindows(include.target, windows) && !mayKnowWindows(source))
            breach("windows belong to ui");
        if ((name == "QProcess" || name == "qprocess.h" || name == "spawn.h") &&
            !isThePlaceForProcesses(source.path))
            breach("processes start in sandbox/process alone");
    }
    return breaches;
}

std::vector<std::string> windowsBehind(const std::vector<Source> &all, const HeaderNames &windows)
{
    SourcesByPath sources;
    for (const Source &source : all)
        sources[source.path] = includesOf(source.text);
    std::vector<std::string> breaches;
    for (const Source &source : all) {
        if (mayKnowWindows(source))
            continue;
        for (const Include &include : sources[source.path]) {
            std::set<std::string> seen;
            const Include *behind =
                include.quoted ? windowBehind(include.target, sources, windows, seen) : nullptr;
            if (behind != nullptr)
                breaches.push_back(source.path + ":" + std::to_string(include.line) + ": " + include.target +
                                   " brings windows (" + behind->target + ")");
        }
    }
    return breaches;
}

std::vector<std::string> processBreaches(const Source &source)
{
    if (isThePlaceForProcesses(source.path))
        return {};
    // Not as a member (`session.fork(`, `QRandomGenerator::system(`, `clone() const`): such a function starts
    // nothing.
    static const std::regex call(
        R"((^|[^\w.>:]|[^-]>|(^|\W|std)::)(fork|vfork|clone|clone3|popen|system|)"
        R"(posix_spawnp?|exec(v|ve|vp|vpe|l|le|lp)|fexecve|execveat)\s*\((?!\)\s*const\b))");
    std::vector<std::string> breaches;
    const std::string code = codeOf(source.text);
    int number = 0;
    for (const std::string_view line : splitLines(code)) {
        ++number;
        if (std::regex_search(line.begin(), line.end(), call))
            breaches.push_back(source.path + ":" + std::to_string(number) +
                               ": processes start in sandbox/process alone: " + std::string(trimmed(line)));
    }
    return breaches;
}

} // namespace vouchsafe::test
