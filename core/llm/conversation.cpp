#include "core/llm/conversation.h"

#include "core/base/text.h"
#include "core/llm/evidence.h"
#include "core/llm/prompts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace vouchsafe {
namespace {

constexpr std::size_t longestReply = 24'000;

/// Collects messages; roles alternate, as some servers demand.
class Conversation {
public:
    explicit Conversation(const Prompt &prompt) : m_prompt(prompt) {}

    void say(const std::string &part, const std::map<std::string, std::string> &values = {})
    {
        const auto text = promptPart(m_prompt, part, values);
        if (text)
            m_user += *text;
        else if (!m_error)
            m_error = text.error();
    }
    void start()
    {
        say("system");
        m_messages.push_back({ChatMessage::Role::System, std::move(m_user)});
        m_user.clear();
    }
    void ask()
    {
        m_messages.push_back({ChatMessage::Role::User, std::move(m_user)});
        m_user.clear();
    }
    void answered(std::string text)
    {
        if (trimmed(text).empty())
            text = "(no answer)";
        m_messages.push_back({ChatMessage::Role::Assistant, toUtf8Lossy(text)});
    }
    Result<std::vector<ChatMessage>> take()
    {
        if (m_error)
            return tl::unexpected(*m_error);
        return std::move(m_messages);
    }

private:
    const Prompt &m_prompt;
    std::vector<ChatMessage> m_messages;
    std::string m_user;
    std::optional<Error> m_error;
};

void tellTask(Conversation &talk, const RunState &state, const BaseTree &tree, const Scope &scope)
{
    talk.start();
    talk.say("task", {{"task", toUtf8Lossy(state.task.request)},
                      {"code", codeText(state.context, tree, scope.slices)},
                      {"tests", baselineText(state.baseline)}});
}

bool tried(const Iteration &iteration)
{
    return iteration.patch || iteration.rejected;
}

/// The first iteration whose attempt is still told.
std::size_t firstTold(const RunState &state, const Scope &scope)
{
    std::size_t left = scope.attempts;
    for (std::size_t i = state.iterations.size(); i > 0; --i)
        if (tried(state.iterations[i - 1]) && left-- == 0)
            return i;
    return 0;
}

std::string diffOf(const Iteration &iteration)
{
    if (iteration.patch)
        return "```diff\n" + elided(iteration.patch->diff, longestReply, longestReply) + "```\n";
    return elided(iteration.rejected->raw, longestReply, longestReply);
}

} // namespace

Result<std::vector<ChatMessage>> architectMessages(const Prompt &prompt, const RunState &state,
                                                   const BaseTree &tree, const Scope &scope)
{
    Conversation talk(prompt);
    tellTask(talk, state, tree, scope);
    const std::size_t first = firstTold(state, scope);
    const char *closing = "request";
    for (std::size_t i = 0; i < state.iterations.size(); ++i) {
        const Iteration &iteration = state.iterations[i];
        if (iteration.plan) {
            talk.say(closing);
            talk.ask();
            talk.answered(planText(*iteration.plan));
            closing = "again";
        }
        if (tried(iteration) && i >= first)
            talk.say("attempt", {{"number", std::to_string(iteration.number)},
                                 {"evidence", dataBlock("the engineer's answer", diffOf(iteration)) +
                                                  evidenceText(iteration)}});
    }
    talk.say(closing);
    talk.ask();
    return talk.take();
}

Result<std::vector<ChatMessage>> engineerMessages(const Prompt &prompt, const RunState &state,
                                                  const BaseTree &tree, const Scope &scope)
{
    Conversation talk(prompt);
    tellTask(talk, state, tree, scope);
    const std::size_t first = firstTold(state, scope);
    for (std::size_t i = 0; i < state.iterations.size(); ++i) {
        const Iteration &iteration = state.iterations[i];
        if (iteration.plan)
            talk.say("plan", {{"plan", dataBlock("the architect's plan", planText(*iteration.plan))}});
        if (!tried(iteration) || i < first)
            continue;
        talk.say("request");
        talk.ask();
        talk.answered(diffOf(iteration));
        talk.say("attempt",
                 {{"number", std::to_string(iteration.number)}, {"evidence", evidenceText(iteration)}});
    }
    talk.say("request");
    talk.ask();
    return talk.take();
}

} // namespace vouchsafe
