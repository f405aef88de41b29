#include "tests/support/scripted_model.h"

namespace vouchsafe::test {

void ScriptedModel::reply(const std::string &role, const std::string &text, ModelEnd end)
{
    ModelReply reply;
    reply.text = text;
    reply.end = end;
    reply.cost = {100, 0, 20, 0, 1};
    m_replies[role].emplace_back(reply);
}

void ScriptedModel::reply(const std::string &role, Result<ModelReply> reply)
{
    m_replies[role].push_back(std::move(reply));
}

Result<ModelReply> ScriptedModel::complete(const ModelRequest &request, const ModelProgress &progress,
                                           std::stop_token stop)
{
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "cancelled");
    m_requests.push_back(request);
    auto &replies = m_replies[request.role];
    if (replies.empty())
        return fail(ErrorCode::ModelReply, "the scripted model has no further reply", request.role);
    Result<ModelReply> reply = std::move(replies.front());
    replies.pop_front();
    if (reply && progress.text)
        progress.text(reply->text);
    return reply;
}

} // namespace vouchsafe::test
