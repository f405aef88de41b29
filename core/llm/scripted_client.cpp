#include "core/llm/scripted_client.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace vouchsafe {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestScript = std::uint64_t{64} << 20;

struct Line {
    std::string role;
    ModelReply reply;
};

std::optional<ModelEnd> endNamed(std::string_view name)
{
    if (name == "complete")
        return ModelEnd::Complete;
    if (name == "cut-off")
        return ModelEnd::CutOff;
    if (name == "refused")
        return ModelEnd::Refused;
    return std::nullopt;
}

tl::expected<Line, std::string> lineOf(std::string_view text)
{
    const json parsed = json::parse(text, nullptr, false);
    if (!parsed.is_object())
        return tl::unexpected<std::string>("it is not a JSON object");
    const auto string = [&](const char *key, const char *fallback) {
        const auto it = parsed.find(key);
        return it == parsed.end() ? std::string(fallback) : it->is_string() ? it->get<std::string>() : "\xff";
    };
    Line line;
    line.role = string("role", "");
    if (line.role != "architect" && line.role != "engineer")
        return tl::unexpected<std::string>("`role` must be architect or engineer");
    if (!parsed.contains("text") || !parsed["text"].is_string())
        return tl::unexpected<std::string>("`text` is missing or no text");
    line.reply.text = parsed["text"];
    const auto end = endNamed(string("end", "complete"));
    if (!end)
        return tl::unexpected<std::string>("`end` must be complete, cut-off or refused");
    line.reply.end = *end;
    const auto only = parsed.find("reasoning_only");
    if (only != parsed.end() && !only->is_boolean())
        return tl::unexpected<std::string>("`reasoning_only` must be true or false");
    line.reply.reasoningOnly = only != parsed.end() && only->get<bool>();
    line.reply.cost.calls = 1;
    return line;
}

} // namespace

Result<std::unique_ptr<ScriptedClient>> ScriptedClient::load(const std::filesystem::path &file,
                                                             const std::map<std::string, int> &used)
{
    auto text = readFile(file, largestScript);
    if (!text)
        return tl::unexpected(text.error());
    return parse(*text, file.string(), used);
}

Result<std::unique_ptr<ScriptedClient>> ScriptedClient::parse(std::string_view text, const std::string &name,
                                                              const std::map<std::string, int> &used)
{
    std::unique_ptr<ScriptedClient> client(new ScriptedClient(name));
    int number = 0;
    for (const std::string_view raw : splitLines(text)) {
        ++number;
        const std::string_view content = trimmed(raw);
        if (content.empty() || content.starts_with('#'))
            continue;
        auto line = lineOf(content);
        if (!line)
            return fail(ErrorCode::Usage, "the recorded replies could not be read",
                        shown(name) + " line " + std::to_string(number) + ": " + line.error(),
                        "One JSON object a line: {\"role\":\"engineer\",\"text\":\"…\"}.");
        client->m_replies[line->role].push_back(std::move(line->reply));
    }
    for (const auto &[role, count] : used) {
        auto &replies = client->m_replies[role];
        for (int i = 0; i < count && !replies.empty(); ++i)
            replies.pop_front();
        client->m_given[role] = count;
    }
    return client;
}

Result<ModelReply> ScriptedClient::complete(const ModelRequest &request, const ModelProgress &progress,
                                            std::stop_token stop)
{
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "the request to the model was cancelled", "scripted replies");
    ModelReply reply;
    {
        const std::lock_guard lock(m_mutex);
        auto &replies = m_replies[request.role];
        if (replies.empty())
            return fail(ErrorCode::ModelReply, "the recorded replies have run out",
                        shown(m_name) + ": reply " + std::to_string(m_given[request.role] + 1) + " of the " +
                            request.role + " was asked for",
                        "Add a further line for this role, or lower --attempts.");
        reply = std::move(replies.front());
        replies.pop_front();
        ++m_given[request.role];
    }
    if (progress.text)
        progress.text(reply.text);
    return reply;
}

} // namespace vouchsafe
