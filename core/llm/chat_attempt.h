#pragma once
// One try of a chat completions request: sent, its answer read, its failure named.

#include "core/llm/http.h"
#include "core/llm/provider_error.h"
#include "core/ports/model_client.h"

#include <optional>
#include <stop_token>
#include <string>

namespace vouchsafe {

struct ChatAttempt {
    std::optional<ModelReply> reply;
    Error error;                            ///< where there is no reply
    std::optional<ProviderError> complaint; ///< where the provider itself sent an error
    bool began = false;   ///< something of the answer came, so it must not be asked for again
    bool mayPass = false; ///< the same request may succeed later
    int status = 0;       ///< for the decision to retry; 0: no answer
    HttpHeaders headers;
};

/// `post` is ready to be sent, `request` is what it was made from, `keyOrigin` says where its key came from
/// or is empty. Errors may hold words of the provider's, the key among them.
ChatAttempt attemptChat(const HttpPost &post, const ModelRequest &request, const std::string &keyOrigin,
                        const ModelProgress &progress, const std::stop_token &stop);

} // namespace vouchsafe
