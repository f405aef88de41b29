#include "core/llm/prompts.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/resources.h"
#include "core/base/text.h"

#include <set>
#include <system_error>
#include <utility>

namespace vouchsafe {
namespace {

constexpr std::uint64_t largestPrompt = std::uint64_t{256} << 10;

std::set<std::string> placeholders(std::string_view text)
{
    std::set<std::string> names;
    for (std::size_t open = text.find("{{"); open != std::string_view::npos;
         open = text.find("{{", open + 2)) {
        const std::size_t close = text.find("}}", open);
        if (close == std::string_view::npos)
            break;
        names.emplace(text.substr(open + 2, close - open - 2));
    }
    return names;
}

/// What an override must have in common with the prompt that it replaces; empty: nothing is wrong.
std::string problemOf(const std::string &text, const std::string &original)
{
    if (!isUtf8(text))
        return "it is not UTF-8";
    const auto parts = promptParts(text);
    for (const auto &[name, content] : promptParts(original)) {
        const auto part = parts.find(name);
        if (part == parts.end())
            return "the part <!-- " + name + " --> is missing";
        const std::set<std::string> known = placeholders(content);
        for (const std::string &placeholder : placeholders(part->second))
            if (!known.contains(placeholder))
                return "{{" + shown(placeholder) + "}} has no meaning in the part <!-- " + name + " -->";
    }
    return {};
}

} // namespace

Result<Prompt> ResourcePrompts::prompt(std::string_view name) const
{
    const std::string fileName = std::string(name) + ".md";
    const auto original = resource("prompts/" + fileName);
    if (!original)
        return tl::unexpected(original.error());
    const std::filesystem::path file = m_config / "prompts" / fileName;
    std::error_code error;
    if (m_config.empty() || !std::filesystem::exists(file, error))
        return Prompt{*original, sha256(*original)};
    auto text = readFile(file, largestPrompt);
    if (!text)
        return tl::unexpected(text.error());
    if (const std::string problem = problemOf(*text, *original); !problem.empty())
        return fail(ErrorCode::Settings, "a prompt of yours cannot be used",
                    "reading " + shown(file.string()) + ": " + problem,
                    "Mend the file, or remove it to use the prompt that is built in.");
    return Prompt{*text, sha256(*text)};
}

std::map<std::string, std::string> promptParts(std::string_view text)
{
    std::map<std::string, std::string> parts;
    std::string *part = nullptr;
    for (const std::string_view line : splitLines(text)) {
        const std::string_view bare = trimmed(line);
        if (bare.starts_with("<!-- ") && bare.ends_with(" -->") && bare.size() > 9)
            part = &parts[std::string(bare.substr(5, bare.size() - 9))];
        else if (part != nullptr)
            part->append(line) += '\n';
    }
    return parts;
}

Result<std::string> promptPart(const Prompt &prompt, const std::string &part,
                               const std::map<std::string, std::string> &values)
{
    auto parts = promptParts(prompt.text);
    const auto found = parts.find(part);
    if (found == parts.end())
        return fail(ErrorCode::Internal, "a prompt lacks a part", part);
    return filled(Prompt{std::move(found->second), prompt.sha256}, values);
}

} // namespace vouchsafe
