#include "tests/architecture/sources.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace vouchsafe::test {
namespace fs = std::filesystem;

namespace {

bool isWordAt(std::string_view text, std::size_t at)
{
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

/// Whether the quote stands between digits, as in 65'536, and not before a character, as in u'x'.
bool partsDigits(std::string_view text, std::size_t quote)
{
    const bool isPrefix = quote > 0 &&
                          std::string_view("uUL").find(text[quote - 1]) != std::string_view::npos &&
                          !isWordAt(text, quote - 2);
    return isWordAt(text, quote - 1) && !isPrefix;
}

} // namespace

std::vector<Source> productSources()
{
    const fs::path root = VOUCHSAFE_SOURCE_DIR;
    std::vector<Source> sources;
    for (const char *top : {"app", "core", "sandbox", "ui"}) {
        if (!fs::is_directory(root / top))
            continue;
        for (const auto &entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp"))
                sources.push_back({entry.path().lexically_relative(root).string(),
                                   readFile(entry.path()).value_or(std::string())});
        }
    }
    std::sort(sources.begin(), sources.end(),
              [](const Source &a, const Source &b) { return a.path < b.path; });
    return sources;
}

std::vector<Include> includesOf(std::string_view text)
{
    std::vector<Include> includes;
    int number = 0;
    for (std::string_view line : splitLines(text)) {
        ++number;
        line = trimmed(line);
        if (!line.starts_with('#'))
            continue;
        line = trimmed(line.substr(1));
        if (!line.starts_with("include"))
            continue;
        line = trimmed(line.substr(7));
        const bool quoted = line.starts_with('"');
        const std::size_t end = line.find(quoted ? '"' : '>', 1);
        if (end != std::string_view::npos)
            includes.push_back({std::string(line.substr(1, end - 1)), quoted, number});
    }
    return includes;
}

std::string codeOf(std::string_view text)
{
    enum class In { Code, Line, Block, Text, Character, Raw };
    std::string code(text);
    In in = In::Code;
    std::string rawEnd;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = text[i];
        const std::string_view rest = text.substr(i);
        if (c == '\n') {
            if (in == In::Line || in == In::Text || in == In::Character)
                in = In::Code;
            continue;
        }
        if (in == In::Code) {
            if (rest.starts_with("//"))
                in = In::Line;
            else if (rest.starts_with("/*"))
                in = In::Block;
            else if (rest.starts_with("R\"")) {
                in = In::Raw;
                rawEnd = ")" + std::string(rest.substr(2, rest.find('(') - 2)) + "\"";
                ++i;
            } else if (c == '"')
                in = In::Text;
            else if (c == '\'' && !partsDigits(text, i))
                in = In::Character;
            else
                continue;
        } else if (in == In::Block && rest.starts_with("*/")) {
            code[i++] = ' ';
            in = In::Code;
        } else if (in == In::Raw && rest.starts_with(rawEnd)) {
            i += rawEnd.size() - 1;
            in = In::Code;
        } else if ((in == In::Text || in == In::Character) && c == '\\' && rest.size() > 1) {
            code[i++] = ' ';
        } else if ((in == In::Text && c == '"') || (in == In::Character && c == '\'')) {
            in = In::Code;
        }
        code[i] = ' ';
    }
    return code;
}

std::string folderOf(std::string_view path)
{
    const std::vector<std::string> parts = split(path, '/');
    if (parts.size() > 2 && parts[0] == "core")
        return "core/" + parts[1];
    return parts.size() > 1 ? parts[0] : std::string();
}

} // namespace vouchsafe::test
