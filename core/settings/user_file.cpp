#include "core/settings/user_file.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <QSettings>
#include <QStringList>

#include <system_error>

namespace vouchsafe {
namespace {

constexpr std::uint64_t largestFile = std::uint64_t{1} << 20;

/// Lines of the names. QSettings says neither which line it could not read nor where a value stands.
Result<std::map<std::string, int>> linesOf(const std::string &text, const std::string &file)
{
    std::map<std::string, int> lines;
    std::string section;
    int number = 0;
    bool continued = false;
    for (const std::string_view raw : splitLines(text)) {
        ++number;
        const std::string_view line = trimmed(raw);
        const bool whole = !std::exchange(continued, line.ends_with('\\'));
        if (!whole || line.empty() || line.starts_with(';') || line.starts_with('#'))
            continue;
        if (line.starts_with('[') && line.ends_with(']')) {
            section = std::string(trimmed(line.substr(1, line.size() - 2)));
            section = lowerAscii(section) == "general" ? "" : section + "/";
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return fail(ErrorCode::Settings, "your settings could not be read",
                        shown(file) + " line " + std::to_string(number) + ": it has no name and value");
        lines[section + std::string(trimmed(line.substr(0, equals)))] = number;
    }
    return lines;
}

} // namespace

Result<std::map<std::string, UserValue>> readUserFile(const std::filesystem::path &file)
{
    std::map<std::string, UserValue> found;
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return found;
    const auto text = readFile(file, largestFile);
    if (!text)
        return tl::unexpected(text.error());
    const auto lines = linesOf(*text, file.string());
    if (!lines)
        return tl::unexpected(lines.error());
    const QSettings settings(QString::fromStdString(file.string()), QSettings::IniFormat);
    if (settings.status() != QSettings::NoError)
        return fail(ErrorCode::Settings, "your settings could not be read", shown(file.string()));
    for (const QString &key : settings.allKeys()) {
        UserValue value;
        for (const QString &item : settings.value(key).toStringList())
            value.values.push_back(item.toStdString());
        const std::string name = key.toStdString();
        const auto line = lines->find(name);
        value.line = line == lines->end() ? 0 : line->second;
        found[name] = std::move(value);
    }
    return found;
}

} // namespace vouchsafe
