#include "app/engineers.h"

#include "core/base/text.h"
#include "core/llm/model_architect.h"
#include "core/llm/model_engineer.h"
#include "core/llm/openai_client.h"
#include "core/llm/prompts.h"
#include "core/llm/scripted_client.h"
#include "core/repair/builtin_architect.h"
#include "core/repair/builtin_engineer.h"
#include "core/settings/secrets.h"

#include <map>

namespace vouchsafe {
namespace {

class Builtin final : public Engineers {
public:
    Builtin(const EngineerNeeds &needs, RepairBudget budget)
        : m_architect(needs.tree, needs.coverage),
          m_engineer(needs.tree, needs.verifier, needs.patches, needs.clock, budget)
    {
    }
    Architect &architect() override { return m_architect; }
    Engineer &engineer() override { return m_engineer; }

private:
    BuiltinArchitect m_architect;
    BuiltinEngineer m_engineer;
};

class Model final : public Engineers {
public:
    Model(const EngineerNeeds &needs, std::unique_ptr<SecretStore> secrets,
          std::unique_ptr<ModelClient> client)
        : m_secrets(std::move(secrets)),
          m_client(std::move(client)),
          m_prompts(needs.configFolder),
          m_architect(*m_client, m_prompts, needs.tree, needs.clock),
          m_engineer(*m_client, m_prompts, needs.patches, needs.tree, needs.clock)
    {
    }
    Architect &architect() override { return m_architect; }
    Engineer &engineer() override { return m_engineer; }

private:
    std::unique_ptr<SecretStore> m_secrets; // the client reads keys from it
    std::unique_ptr<ModelClient> m_client;
    ResourcePrompts m_prompts;
    ModelArchitect m_architect;
    ModelEngineer m_engineer;
};

class Both final : public Engineers {
public:
    Both(std::unique_ptr<Engineers> first, std::unique_ptr<Engineers> second)
        : m_first(std::move(first)),
          m_second(std::move(second)),
          m_fallback({m_first->architect(), m_first->engineer()}, "builtin",
                     {m_second->architect(), m_second->engineer()})
    {
    }
    Architect &architect() override { return m_fallback; }
    Engineer &engineer() override { return m_fallback; }

private:
    std::unique_ptr<Engineers> m_first;
    std::unique_ptr<Engineers> m_second;
    Fallback m_fallback;
};

std::unique_ptr<Engineers> openAi(const EngineerNeeds &needs)
{
    OpenAiOptions options;
    options.baseUrl = needs.openAiBaseUrl;
    auto secrets = std::make_unique<EnvironmentSecrets>();
    auto client = std::make_unique<OpenAiClient>(options, *secrets, needs.clock);
    return std::make_unique<Model>(needs, std::move(secrets), std::move(client));
}

Result<std::unique_ptr<Engineers>> scripted(const Task &task, const EngineerNeeds &needs)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(task.script, ignored))
        return fail(ErrorCode::PathMissing, "there is no such file of recorded replies",
                    "--engineer scripted:" + shown(task.script));
    std::map<std::string, int> used;
    for (const ModelCalled &call : needs.earlier.modelCalls)
        ++used[call.role];
    // A patch that was interrupted before its verdict is asked for again.
    const std::vector<Iteration> &iterations = needs.earlier.iterations;
    if (!iterations.empty() && iterations.back().patch && !iterations.back().verdict)
        --used["engineer"];
    Result<std::unique_ptr<ScriptedClient>> client = ScriptedClient::load(task.script, used);
    if (!client)
        return Failure(client.error());
    return std::make_unique<Model>(needs, nullptr, std::move(*client));
}

} // namespace

Result<std::unique_ptr<Engineers>> chooseEngineers(const Task &task, const EngineerNeeds &needs)
{
    const bool modelNamed = !task.models.empty();
    switch (task.engineer) {
    case EngineerKind::Builtin:
        return std::make_unique<Builtin>(needs, RepairBudget{});
    case EngineerKind::Scripted:
        return scripted(task, needs);
    case EngineerKind::Model:
        if (!modelNamed)
            return fail(ErrorCode::ModelUnknown, "no model is named", "--engineer model was asked for");
        return openAi(needs);
    case EngineerKind::Tools:
        return fail(ErrorCode::NotAvailable, "this version has no engineer with tools",
                    "--engineer tools was asked for");
    case EngineerKind::Auto:
        break;
    }
    if (!modelNamed)
        return std::make_unique<Builtin>(needs, RepairBudget{});
    return std::make_unique<Both>(std::make_unique<Builtin>(needs, RepairBudget::small()), openAi(needs));
}

} // namespace vouchsafe
