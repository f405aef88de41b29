#pragma once
// One exchange with a language model.

#include "core/base/result.h"
#include "core/model/budget.h"
#include "core/model/task.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct ChatMessage {
    enum class Role { System, User, Assistant };
    Role role = Role::User;
    std::string text; ///< UTF-8

    bool operator==(const ChatMessage &) const = default;
};

struct ModelRequest {
    ModelRef model;
    std::vector<ChatMessage> messages;
    int maxTokens = 8192; ///< of the answer
    std::string role;     ///< `architect`, `engineer`; scripted replies are chosen by it
};

enum class ModelEnd { Complete, CutOff, Refused };

struct ModelReply {
    std::string text; ///< reasoning left out
    ModelEnd end = ModelEnd::Complete;
    bool reasoningOnly = false; ///< tokens were spent, but no answer came
    Cost cost;
};

/// What streams in while the answer is made; may be called often, on the caller's thread.
struct ModelProgress {
    std::function<void(std::string_view delta)> text;
    std::function<void(std::string notice)> notice; ///< retries, with the seconds to wait
};

/// Blocking until the answer is whole, cancelled or failed; cancels within 100 ms.
class ModelClient {
public:
    virtual ~ModelClient() = default;
    virtual Result<ModelReply> complete(const ModelRequest &request, const ModelProgress &progress,
                                        std::stop_token stop) = 0;
};

} // namespace vouchsafe
