#pragma once
// A model behind the OpenAI-compatible chat completions protocol: OpenAI, llama.cpp, vLLM, LM Studio, others.

#include "core/base/clock.h"
#include "core/llm/http.h"
#include "core/llm/retry.h"
#include "core/ports/model_client.h"
#include "core/ports/secret_store.h"

#include <functional>
#include <string>

namespace vouchsafe {

struct OpenAiOptions {
    std::string baseUrl = "https://api.openai.com/v1"; ///< as OPENAI_BASE_URL has it, with /v1
    std::string keyName = "OPENAI_API_KEY";            ///< asked of the secret store for every request
    HttpDeadlines deadlines;
    std::uint64_t maxBytes = HttpPost{}.maxBytes; ///< of one answer
    RetryPolicy retry;
    std::function<double()> random; ///< 0 to 1, for the backoff; empty: the system's
};

/// Streams. A retry happens only before anything of the answer came. Errors:
/// ModelUnknown (URL, model), ModelAuth (401, 403, no key), ModelContext (the prompt does not fit, with the
/// sizes; one request only), ModelHttp, ModelReply, Network, Timeout, Cancelled. A connection that ends in
/// the middle is ModelEnd::CutOff, not an error. The key stands in the Authorization header alone: it is
/// taken out of the messages before they leave, and out of errors and notices, where a server may have sent
/// it back. Stateless between calls; safe from several threads, but never from the window's. Qt itself sends
/// a request again, up to twice, where the connection ends before the first byte.
class OpenAiClient final : public ModelClient {
public:
    /// References must outlive the client.
    OpenAiClient(OpenAiOptions options, const SecretStore &secrets, const Clock &clock);

    Result<ModelReply> complete(const ModelRequest &request, const ModelProgress &progress,
                                std::stop_token stop) override;

private:
    OpenAiOptions m_options;
    const SecretStore &m_secrets;
    const Clock &m_clock;
};

} // namespace vouchsafe
