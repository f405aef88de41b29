#include "core/verify/workspace_files.h"

#include "core/verify/check_state.h"

#include <algorithm>

namespace vouchsafe {
namespace {

bool passed(const CheckResult &result, const std::string &id)
{
    bool any = false;
    for (const TestCase &test : result.tests) {
        const bool own = test.id == id;
        if (!own && !(standsForOthers(result, id) && test.id.starts_with(id + "::")))
            continue;
        if (isFailing(test.status))
            return false;
        any = any || test.status == TestStatus::Passed;
    }
    return any;
}

} // namespace

std::vector<WorkspaceFile> workspaceFiles(const Patch &patch)
{
    std::vector<WorkspaceFile> files;
    // Removals first, so that a file can take the place of a folder that went away.
    for (const FileChange &change : patch.files) {
        if (change.kind == ChangeKind::Delete)
            files.push_back({change.path, {}, change.modeBefore, true});
        else if (change.kind == ChangeKind::Rename)
            files.push_back({change.from, {}, change.modeBefore, true});
    }
    for (const FileChange &change : patch.files)
        if (change.kind != ChangeKind::Delete)
            files.push_back({change.path, change.after, change.modeAfter, false});
    return files;
}

Trial trialOf(const CheckResult &result, const std::vector<std::string> &tests)
{
    Trial trial;
    trial.tests = result.tests;
    trial.output = result.outputTail;
    const CheckState state = stateOf(result);
    trial.finished = state == CheckState::Green || state == CheckState::TestsFailed ||
                     (state == CheckState::Red && !result.reportExpected);
    const bool allPassed =
        std::all_of(tests.begin(), tests.end(), [&](const std::string &id) { return passed(result, id); });
    trial.passed = state == CheckState::Green && (!result.reportExpected || allPassed);
    return trial;
}

} // namespace vouchsafe
