#pragma once
// Recorded replies in place of a model, for tests and demonstrations.
//
// The file has one JSON object a line; empty lines and lines that begin with # are skipped:
//   {"role":"architect","text":"{\"goal\":\"…\",\"files\":[\"m.py\"]}"}
//   {"role":"engineer","text":"--- a/m.py\n+++ b/m.py\n…","end":"cut-off"}
// `role` is architect or engineer. `end` is complete (default), cut-off or refused. `reasoning_only`, true or
// false, stands for an answer that spent its tokens on reasoning. Each role takes its replies in the file's
// order.

#include "core/base/result.h"
#include "core/ports/model_client.h"

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Safe from several threads.
class ScriptedClient final : public ModelClient {
public:
    /// A line that cannot be understood is ErrorCode::Usage naming file and line. `used` replies of each role
    /// are passed over first: a resumed run goes on where it stood.
    static Result<std::unique_ptr<ScriptedClient>> load(const std::filesystem::path &file,
                                                        const std::map<std::string, int> &used = {});
    static Result<std::unique_ptr<ScriptedClient>> parse(std::string_view text, const std::string &name,
                                                         const std::map<std::string, int> &used = {});

    /// ErrorCode::ModelReply when there is no further reply for the request's role.
    Result<ModelReply> complete(const ModelRequest &request, const ModelProgress &progress,
                                std::stop_token stop) override;

private:
    explicit ScriptedClient(std::string name) : m_name(std::move(name)) {}

    std::string m_name;
    std::mutex m_mutex;
    std::map<std::string, std::deque<ModelReply>> m_replies;
    std::map<std::string, int> m_given;
};

} // namespace vouchsafe
