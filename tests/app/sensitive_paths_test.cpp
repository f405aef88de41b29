// Which changes ask for a second look before they are written: what runs outside of the sandbox later.
#include "app/sensitive_paths.h"

#include <QtTest>

using namespace vouchsafe;

namespace {

FileChange changed(const char *path)
{
    FileChange change;
    change.path = path;
    return change;
}

} // namespace

class SensitivePathsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksForWhatRunsLater_data()
    {
        QTest::addColumn<bool>("asks");
        for (const char *path : {"Makefile",
                                 "makefile",
                                 "sub/GNUmakefile",
                                 "MAKEFILE",
                                 "rules.mk",
                                 "CMakeLists.txt",
                                 "configure",
                                 "configure.ac",
                                 "Justfile",
                                 "justfile",
                                 "Taskfile.yml",
                                 "Taskfile.yaml",
                                 "gradlew",
                                 "gradlew.bat",
                                 "build.gradle",
                                 "build.gradle.kts",
                                 "app/build.gradle",
                                 "settings.gradle",
                                 "gradle/wrapper/gradle-wrapper.properties",
                                 "pom.xml",
                                 "mvnw",
                                 ".mvn/extensions.xml",
                                 "binding.gyp",
                                 "build.rs",
                                 "setup.py",
                                 "pyproject.toml",
                                 "package.json",
                                 "tox.ini",
                                 "pytest.ini",
                                 "noxfile.py",
                                 "conftest.py",
                                 "sub/conftest.py",
                                 "sitecustomize.py",
                                 "usercustomize.py",
                                 "a.pth",
                                 ".npmrc",
                                 "sub/.npmrc",
                                 ".yarnrc",
                                 ".yarnrc.yml",
                                 ".yarn/releases/yarn-4.cjs",
                                 ".cargo/config.toml",
                                 "crates/a/.cargo/config",
                                 "a.egg-info/entry_points.txt",
                                 "src/a.egg-info/PKG-INFO",
                                 "a-1.0.dist-info/RECORD",
                                 "lefthook.yml",
                                 "lefthook-local.yml",
                                 ".lefthook.yml",
                                 ".husky/pre-commit",
                                 "web/.husky/pre-commit",
                                 ".pre-commit-config.yaml",
                                 ".github/workflows/ci.yml",
                                 ".vscode/tasks.json",
                                 "sub/.vscode/tasks.json",
                                 ".idea/a.xml",
                                 ".gitattributes",
                                 "sub/.gitattributes",
                                 "Dockerfile.dev",
                                 ".vouchsafe.toml",
                                 "requirements-dev.txt"})
            QTest::newRow(path) << true;
        for (const char *path :
             {"src/calc.py", "configure.py", "docs/makefile.md", "makefile.txt", "cargo/config.toml",
              "README", "src/gradle.py", "egg-info/a", "tox.py", "setup_tools.py", "package.py", "pom.py"})
            QTest::newRow(path) << false;
    }
    void asksForWhatRunsLater()
    {
        QFETCH(bool, asks);
        QCOMPARE(!sensitivity(changed(QTest::currentDataTag())).empty(), asks);
        FileChange moved = changed("elsewhere.txt");
        moved.kind = ChangeKind::Rename;
        moved.from = QTest::currentDataTag();
        QCOMPARE(!sensitivity(moved).empty(), asks);
    }

    void asksForLinksAndPrograms()
    {
        FileChange link = changed("a");
        link.kind = ChangeKind::Create;
        link.modeAfter = 0120000;
        QCOMPARE(sensitivity(link), std::string("a symbolic link"));
        FileChange program = changed("a");
        program.modeAfter = 0100755;
        QCOMPARE(sensitivity(program), std::string("becomes executable"));
        program.modeBefore = 0100755;
        QCOMPARE(sensitivity(program), std::string());
    }

    void namesEachFileWithItsReason()
    {
        Patch patch;
        patch.files = {changed("a.py"), changed("sub/makefile"), changed("tox.ini")};
        QCOMPARE(sensitiveFiles(patch),
                 (std::vector<std::string>{"sub/makefile: a build file", "tox.ini: test configuration"}));
    }
};

QTEST_GUILESS_MAIN(SensitivePathsTest)
#include "sensitive_paths_test.moc"
