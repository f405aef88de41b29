#include "core/verify/recipe_files.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace vouchsafe {
namespace {

std::string baseName(const std::string &path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// What starts another program, so that the next word is the one of interest: a variable is taken for one.
bool isInterpreter(const std::string &word)
{
    static constexpr std::array<std::string_view, 9> names{"*sh", "python*", "node", "perl", "ruby",
                                                           "env", "time",    "exec", "$*"};
    const std::string name = baseName(word);
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view glob) { return globMatches(glob, name); });
}

bool isAssignment(const std::string &word)
{
    const auto equals = word.find('=');
    return equals != std::string::npos && equals > 0 &&
           std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// The words of one recipe line in parts, as operators of the shell divide them.
std::vector<std::vector<std::string>> commandsOf(std::string_view line)
{
    std::vector<std::vector<std::string>> commands(1);
    std::string word;
    const auto endWord = [&] {
        if (!word.empty())
            commands.back().push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const char closing = c == '$' && i + 1 < line.size() && line[i + 1] == '('   ? ')'
                             : c == '$' && i + 1 < line.size() && line[i + 1] == '{' ? '}'
                                                                                     : '\0';
        if (const auto end = closing == '\0' ? std::string_view::npos : line.find(closing, i);
            end != std::string_view::npos) {
            word += line.substr(i, end - i + 1);
            i = end;
        } else if (std::string_view(";|&(){}`\n").find(c) != std::string_view::npos) {
            endWord();
            commands.emplace_back();
        } else if (std::string_view(" \t\r\"'<>!").find(c) != std::string_view::npos) {
            endWord();
        } else {
            word += c;
        }
    }
    endWord();
    return commands;
}

/// The program or script that the words start; empty where it is none of the tree.
std::string startedFile(const BaseTree &tree, const std::string &folder,
                        const std::vector<std::string> &words)
{
    for (std::string word : words) {
        if (isAssignment(word) || word.starts_with("-") || word == "if" || word == "then" || word == "do")
            continue;
        const bool goesOn = isInterpreter(word);
        if (word.starts_with("./"))
            word.erase(0, 2);
        if (findEntry(tree, folder + word) != nullptr)
            return folder + word;
        if (!goesOn)
            return {};
    }
    return {};
}

void read(const BaseTree &tree, const std::string &folder, const std::string &makefile,
          std::set<std::string> &files)
{
    const auto bytes = tree.read(folder + makefile);
    if (!bytes)
        return;
    const std::string text = replaceAll(*bytes, "\\\n", " ");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        // After a target's colon and semicolon a recipe may begin as well.
        const auto inLine = line.find(';');
        if (!line.starts_with("\t") && inLine == std::string_view::npos)
            continue;
        line.remove_prefix(line.starts_with("\t") ? 0 : inLine + 1);
        line.remove_prefix(std::min(line.find_first_not_of("\t @+-"), line.size()));
        for (const auto &words : commandsOf(line))
            if (const std::string file = startedFile(tree, folder, words); !file.empty())
                files.insert(file);
    }
}

/// Reads the makefiles that the words, which start with `make`, lead to.
void readAll(const BaseTree &tree, const std::vector<std::string> &words, std::set<std::string> &files)
{
    std::string folder;
    std::vector<std::string> names{"GNUmakefile", "makefile", "Makefile"};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "-C")
            folder = words[i + 1].ends_with("/") ? words[i + 1] : words[i + 1] + "/";
        else if (words[i] == "-f")
            names = {words[i + 1]};
    }
    for (const std::string &name : names)
        read(tree, folder, name, files);
}

bool namesAJudge(const std::string &path)
{
    std::string name = baseName(path);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.find("test") != std::string::npos || name.find("check") != std::string::npos;
}

} // namespace

RecipeFiles recipeFiles(const BaseTree &tree, const std::vector<PlannedCheck> &checks)
{
    std::set<std::string> files;
    for (const PlannedCheck &check : checks) {
        if (check.toolchain == "make") {
            readAll(tree, check.arguments, files);
        } else if (check.toolchain.empty()) {
            for (const std::string &text : check.arguments)
                for (const auto &words : commandsOf(text))
                    if (!words.empty() && words.front() == "make")
                        readAll(tree, words, files);
        }
    }
    RecipeFiles found;
    for (const std::string &file : files)
        (namesAJudge(file) ? found.judges : found.run).push_back(file);
    return found;
}

} // namespace vouchsafe
