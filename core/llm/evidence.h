#pragma once
// What is known of a run, in the words of a prompt. Everything that a repository or a model wrote is marked
// as data.

#include "core/model/context_bundle.h"
#include "core/model/iteration.h"
#include "core/ports/base_tree.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vouchsafe {

/// The text between two marker lines that bear a hash of it. Text cannot hold its own hash, so no text can
/// end its block early; and equal text gives equal bytes, so that prompt caches hit.
std::string dataBlock(std::string_view what, std::string_view text);

/// The `most` best slices, ordered by path and line, each with its path, real lines and the file's length.
std::string codeText(const ContextBundle &context, const BaseTree &tree, std::size_t most);
std::string planText(const Plan &plan); ///< the JSON form that the architect answers with
std::string baselineText(const std::optional<Baseline> &baseline);
/// The iteration's verdict: outcome, reason, tests that fail with their messages, tests that broke, output;
/// or why its patch was refused, with the nearest real region.
std::string evidenceText(const Iteration &iteration);

} // namespace vouchsafe
