#include "app/given_patch.h"

#include "core/base/text.h"

namespace vouchsafe {

GivenPatch::GivenPatch(std::string text, const PatchReader &reader, const BaseTree &tree,
                       PatchContext context)
    : m_text(std::move(text)), m_reader(reader), m_tree(tree), m_context(std::move(context))
{
}

Result<ContextBundle> GivenPatch::retrieve(const RetrievalRequest &, std::stop_token)
{
    return ContextBundle{};
}

Result<PlanReply> GivenPatch::plan(const RunState &, Reporter &, std::stop_token)
{
    PlanReply reply;
    reply.plan = Plan{};
    reply.plan->goal = trimmed(m_text).empty() ? "Judge the tree as it is" : "Judge the patch that was given";
    reply.plan->author = "person";
    return reply;
}

Result<PatchReply> GivenPatch::propose(const RunState &, Reporter &, std::stop_token)
{
    PatchReply reply;
    reply.raw = m_text;
    if (trimmed(m_text).empty()) {
        reply.patch = Patch{};
        reply.patch->origin = "person";
        return reply;
    }
    tl::expected<Patch, PatchRefusal> patch = m_reader.read(m_text, m_tree, m_context);
    if (!patch) {
        reply.refusal = patch.error();
        return reply;
    }
    reply.patch = std::move(*patch);
    reply.patch->origin = "person";
    return reply;
}

} // namespace vouchsafe
