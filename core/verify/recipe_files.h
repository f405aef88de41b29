#pragma once
// Which files of a tree the recipes of its Makefile run: their exit status is what make's verdict is made of.

#include "core/ports/base_tree.h"
#include "core/verify/plan_checks.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// Sorted paths, each once in one of the two.
struct RecipeFiles {
    std::vector<std::string> judges; ///< named as tests or checks: they decide what make says
    std::vector<std::string> run;    ///< may be the product itself or what judges it
};

/// A shallow reading of the recipe lines: the programs that they start and the scripts that they hand to an
/// interpreter, where these are files of the tree. Empty where no check is make.
RecipeFiles recipeFiles(const BaseTree &tree, const std::vector<PlannedCheck> &checks);

} // namespace vouchsafe
