#pragma once
// Which architect and engineer a task asks for.

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/loop/fallback.h"
#include "core/model/task.h"
#include "core/ports/base_tree.h"
#include "core/ports/coverage.h"
#include "core/ports/patch_reader.h"
#include "core/ports/verifier.h"

#include <filesystem>
#include <memory>
#include <string>

namespace vouchsafe {

/// What the families are made from; all of it outlives them.
struct EngineerNeeds {
    const BaseTree &tree;
    Verifier &verifier;
    Coverage &coverage;
    const PatchReader &patches;
    const Clock &clock;
    std::string openAiBaseUrl;
    std::filesystem::path configFolder; ///< where a person's own prompts are
    const RunState &earlier;            ///< of a run that is gone on with
};

/// The chosen pair, owning all that it is made of.
class Engineers {
public:
    virtual ~Engineers() = default;
    virtual Architect &architect() = 0;
    virtual Engineer &engineer() = 0;
};

/// `auto` is the built-in engineer, within a small budget where a model stands behind it.
/// ErrorCode::ModelUnknown where a model is asked for and none is named; PathMissing or Usage for a script.
Result<std::unique_ptr<Engineers>> chooseEngineers(const Task &task, const EngineerNeeds &needs);

} // namespace vouchsafe
