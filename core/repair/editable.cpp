#include "core/repair/editable.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace vouchsafe::repair {
namespace {

/// Python files that configure a build or a runner: an edit there could change what is run.
constexpr std::array<std::string_view, 6> runnerFiles{"conftest.py", "setup.py",         "noxfile.py",
                                                      "tasks.py",    "sitecustomize.py", "usercustomize.py"};
constexpr std::size_t largestFile = std::size_t{1} << 20;

} // namespace

bool isTestPath(std::string_view path)
{
    const std::vector<std::string> parts = split(path, '/');
    const std::string name = lowerAscii(parts.back());
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
        if (parts[i] == "test" || parts[i] == "tests")
            return true;
    return name.starts_with("test_") || name.ends_with("_test.py") || name == "tests.py" ||
           name == "test.py" || name == "conftest.py";
}

bool isEditable(const TreeEntry &entry, const std::vector<std::string> &protect)
{
    if ((entry.mode & 0170000) != 0100000 || entry.size > largestFile || !entry.path.ends_with(".py"))
        return false;
    const std::string name = split(entry.path, '/').back();
    if (isTestPath(entry.path) ||
        std::find(runnerFiles.begin(), runnerFiles.end(), name) != runnerFiles.end())
        return false;
    return std::none_of(protect.begin(), protect.end(),
                        [&](const std::string &glob) { return globMatches(glob, entry.path); });
}

} // namespace vouchsafe::repair
