#include "core/patch/patch_doctor.h"

#include "core/base/text.h"
#include "core/patch/base_text.h"
#include "core/patch/block_parser.h"
#include "core/patch/diff_parser.h"
#include "core/patch/envelope_parser.h"
#include "core/patch/file_change.h"
#include "core/patch/reply_text.h"
#include "core/patch/targets.h"
#include "core/patch/writer.h"

#include <algorithm>

namespace vouchsafe {
namespace {

Read<ReceivedPatch> parse(std::string_view text)
{
    if (text.size() > maxPatchBytes)
        return refuse(ErrorCode::PatchTooLarge, "the text is larger than 8 MiB",
                      std::to_string(text.size()) + " bytes");
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    if (trimmed(text).empty())
        return refuse(ErrorCode::PatchNone, "the text is empty");
    if (isOpenReasoning(text))
        return refuse(ErrorCode::PatchIncomplete, "the text is reasoning that never ended");
    text = withoutReasoning(text);
    std::vector<TextLine> lines = textLines(text);
    switch (firstForm(lines)) {
    case PatchForm::Unified:
        return parseDiff(std::move(lines));
    case PatchForm::Envelope:
        return parseEnvelope(lines);
    case PatchForm::Blocks:
        return parseBlocks(lines);
    case PatchForm::ContextDiff:
        return refuse(ErrorCode::PatchFormat, "the text is a context diff",
                      "unified diffs, begin-patch envelopes and search/replace blocks can be read");
    case PatchForm::None:
        break;
    }
    return refuse(ErrorCode::PatchNone, "no patch was found in the text",
                  std::to_string(text.size()) + " bytes, beginning with `" + shown(text.substr(0, 60)) + "`");
}

/// One refusal for all that failed: the first in full, the others and what would have fitted by name.
PatchRefusal joined(std::vector<PatchRefusal> failed, const std::vector<std::string> &fitting)
{
    constexpr std::size_t named = 20;
    PatchRefusal first = std::move(failed.front());
    std::string others;
    for (std::size_t i = 1; i < failed.size() && i < named; ++i)
        others += "; " + failed[i].error.what;
    for (std::size_t i = 0; i < fitting.size() && i < named; ++i)
        others += "; " + fitting[i] + " would fit";
    first.error.context += others;
    return first;
}

} // namespace

tl::expected<Patch, PatchRefusal> PatchDoctor::read(std::string_view text, const BaseTree &tree,
                                                    const PatchContext &context) const
{
    auto received = parse(text);
    if (!received)
        return Refused(received.error());
    auto targets = targetsOf(*received, tree, context);
    if (!targets)
        return Refused(targets.error());

    Transport transport;
    transport.keepCr = std::any_of(targets->begin(), targets->end(), [](const Target &target) {
        return BaseText(target.before).commonLineEnd() == "\r\n";
    });
    std::vector<ChangeOutcome> outcomes;
    for (const Target &target : *targets)
        outcomes.push_back(changeOf(target, transport));
    for (const ChangeOutcome &outcome : outcomes)
        if (outcome.indents.changesAnything())
            transport.indents = outcome.indents;
    if (transport.indents.changesAnything())
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            if (outcomes[i].mayAdoptIndents)
                outcomes[i] = changeOf((*targets)[i], transport);

    Patch patch;
    patch.notices = std::move(received->notices);
    std::vector<PatchRefusal> failed;
    std::vector<std::string> fitting;
    bool present = false;
    for (ChangeOutcome &outcome : outcomes) {
        failed.insert(failed.end(), std::make_move_iterator(outcome.refusals.begin()),
                      std::make_move_iterator(outcome.refusals.end()));
        fitting.insert(fitting.end(), outcome.fitting.begin(), outcome.fitting.end());
        patch.notices.insert(patch.notices.end(), outcome.notices.begin(), outcome.notices.end());
        present = present || outcome.alreadyPresent;
        if (outcome.change)
            patch.files.push_back(std::move(*outcome.change));
    }
    if (!failed.empty())
        return Refused(joined(std::move(failed), fitting));
    if (patch.files.empty() && !present)
        return refuse(ErrorCode::PatchBinary, "the patch holds nothing that can be applied",
                      join(patch.notices, "; "));
    return patch;
}

std::string PatchDoctor::render(const Patch &patch) const
{
    return canonicalDiff(patch);
}

} // namespace vouchsafe
