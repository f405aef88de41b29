#include "app/sensitive_paths.h"

#include "core/base/text.h"

#include <array>

namespace vouchsafe {
namespace {

struct Rule {
    std::string_view glob;
    std::string_view why;
};

// Case is no matter: make reads `makefile` too, and some disks know no case at all.
constexpr std::array rules{
    Rule{"Makefile", "a build file"},
    Rule{"GNUmakefile", "a build file"},
    Rule{"*.mk", "a build file"},
    Rule{"CMakeLists.txt", "a build file"},
    Rule{"*.cmake", "a build file"},
    Rule{"meson.build", "a build file"},
    Rule{"Justfile", "a build file"},
    Rule{".justfile", "a build file"},
    Rule{"Taskfile.y*ml", "a build file"},
    Rule{"Taskfile.dist.y*ml", "a build file"},
    Rule{"build.gradle*", "a build file"},
    Rule{"settings.gradle*", "a build file"},
    Rule{"pom.xml", "a build file"},
    Rule{"binding.gyp", "a build file"},
    Rule{"configure", "a build script"},
    Rule{"configure.ac", "a build script"},
    Rule{"configure.in", "a build script"},
    Rule{"gradlew*", "a build script"},
    Rule{"mvnw*", "a build script"},
    Rule{"**/gradle/wrapper/**", "a build script"},
    Rule{"**/.mvn/**", "build settings"},
    Rule{"build.rs", "a build script"},
    Rule{"setup.py", "a build script"},
    Rule{"setup.cfg", "build settings"},
    Rule{"pyproject.toml", "build settings"},
    Rule{"package.json", "package scripts"},
    Rule{"Cargo.toml", "build settings"},
    Rule{"**/.cargo/**", "build settings"},
    Rule{"go.mod", "build settings"},
    Rule{".npmrc", "a package manager's settings"},
    Rule{".yarnrc*", "a package manager's settings"},
    Rule{"**/.yarn/**", "a package manager's code"},
    Rule{"package-lock.json", "a lock file"},
    Rule{"yarn.lock", "a lock file"},
    Rule{"pnpm-lock.yaml", "a lock file"},
    Rule{"Cargo.lock", "a lock file"},
    Rule{"go.sum", "a lock file"},
    Rule{"poetry.lock", "a lock file"},
    Rule{"uv.lock", "a lock file"},
    Rule{"requirements*.txt", "a list of dependencies"},
    Rule{"**/*.egg-info/**", "an installed package's data"},
    Rule{"**/*.dist-info/**", "an installed package's data"},
    Rule{"conftest.py", "test configuration"},
    Rule{"tox.ini", "test configuration"},
    Rule{"pytest.ini", "test configuration"},
    Rule{"noxfile.py", "test configuration"},
    Rule{"sitecustomize.py", "code that Python runs at every start"},
    Rule{"usercustomize.py", "code that Python runs at every start"},
    Rule{"*.pth", "code that Python runs at every start"},
    Rule{".gitattributes", "git settings"},
    Rule{".gitmodules", "git settings"},
    Rule{".envrc", "a script that shells run"},
    Rule{"Dockerfile*", "an image's recipe"},
    Rule{"**/.devcontainer/**", "an image's recipe"},
    Rule{".github/**", "continuous integration"},
    Rule{".gitlab-ci.yml", "continuous integration"},
    Rule{".circleci/**", "continuous integration"},
    Rule{"Jenkinsfile", "continuous integration"},
    Rule{"**/.husky/**", "git hooks"},
    Rule{"**/.githooks/**", "git hooks"},
    Rule{".pre-commit-config.yaml", "git hooks"},
    Rule{"lefthook*.yml", "git hooks"},
    Rule{".lefthook*.yml", "git hooks"},
    Rule{"**/.vscode/**", "an editor's settings"},
    Rule{"**/.idea/**", "an editor's settings"},
    Rule{".vouchsafe.toml", "this program's settings"},
};

} // namespace

std::string sensitivity(const FileChange &change)
{
    constexpr unsigned typeBits = 0170000;
    constexpr unsigned linkType = 0120000;
    const bool removed = change.kind == ChangeKind::Delete;
    if (!removed && (change.modeAfter & typeBits) == linkType)
        return "a symbolic link";
    const bool wasExecutable = change.kind != ChangeKind::Create && (change.modeBefore & 0111U) != 0;
    if (!removed && (change.modeAfter & 0111U) != 0 && !wasExecutable)
        return "becomes executable";
    for (const std::string *path : {&change.path, &change.from})
        for (const Rule &rule : rules)
            if (!path->empty() && globMatches(lowerAscii(rule.glob), lowerAscii(*path)))
                return std::string(rule.why);
    return {};
}

std::vector<std::string> sensitiveFiles(const Patch &patch)
{
    std::vector<std::string> files;
    for (const FileChange &change : patch.files)
        if (const std::string why = sensitivity(change); !why.empty())
            files.push_back(shown(change.path) + ": " + why);
    return files;
}

} // namespace vouchsafe
