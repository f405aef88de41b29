#pragma once
// A model in memory: replies in order per role, and a record of what was asked.

#include "core/ports/model_client.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// For one thread. Without a further reply a request is ErrorCode::ModelReply.
class ScriptedModel final : public ModelClient {
public:
    void reply(const std::string &role, const std::string &text, ModelEnd end = ModelEnd::Complete);
    void reply(const std::string &role, Result<ModelReply> reply);

    Result<ModelReply> complete(const ModelRequest &request, const ModelProgress &progress,
                                std::stop_token stop) override;

    const std::vector<ModelRequest> &requests() const { return m_requests; }

private:
    std::map<std::string, std::deque<Result<ModelReply>>> m_replies;
    std::vector<ModelRequest> m_requests;
};

} // namespace vouchsafe::test
