#include "core/settings/settings.h"
#include "core/settings/trust.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace vouchsafe;
namespace fs = std::filesystem;
using Images = std::map<std::string, std::string>;

namespace {

/// Settings of one person, one repository and one line of flags.
class Case {
public:
    SettingsSources sources;

    Case()
    {
        sources.configFolder = root() / "config";
        sources.repository = root() / "repo";
        fs::create_directories(sources.configFolder);
        fs::create_directories(sources.repository / ".devcontainer");
        sources.environment = [this](const std::string &name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        };
    }
    void user(const std::string &text) { std::ofstream(sources.configFolder / "vouchsafe.ini") << text; }
    void repository(const std::string &text)
    {
        std::ofstream(sources.repository / ".vouchsafe.toml") << text;
    }
    void container(const std::string &text)
    {
        std::ofstream(sources.repository / ".devcontainer/devcontainer.json") << text;
    }
    void trust() { QVERIFY(TrustedRepositories(sources.configFolder).trust(sources.repository)); }
    Settings settings() const { return loadSettings(sources).value(); }
    bool noticed(const std::string &part) const
    {
        const auto notices = settings().notices;
        return std::any_of(notices.begin(), notices.end(), [&](const Noticed &notice) {
            return notice.text.find(part) != std::string::npos;
        });
    }
    std::map<std::string, std::string> variables;

private:
    fs::path root() const { return m_folder.path().toStdString(); }
    QTemporaryDir m_folder;
};

} // namespace

class ImageSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOneImageForAllOrForALanguage()
    {
        Case person;
        person.sources.flags["image"] = {"all:1", "python=py:2", "node=registry.example:5000/node@sha256:ab"};
        const Settings settings = person.settings();
        QCOMPARE(settings.image.value, std::string("all:1"));
        QCOMPARE(settings.images.value,
                 (Images{{"python", "py:2"}, {"node", "registry.example:5000/node@sha256:ab"}}));
        Task task;
        settings.applyTo(task);
        QCOMPARE(task.policy.image, std::string("all:1"));
        QCOMPARE(task.images, settings.images.value);
    }

    void letsAStrongerImageForAllReplaceWeakerOnes()
    {
        Case person;
        person.user("image=file:1, python=pyfile:1\n");
        person.variables["VOUCHSAFE_IMAGE"] = "go=goenv:1";
        QCOMPARE(person.settings().images.value, (Images{{"python", "pyfile:1"}, {"go", "goenv:1"}}));
        QCOMPARE(person.settings().image.value, std::string("file:1"));
        person.sources.flags["image"] = {"node=nodeflag:1"};
        QCOMPARE(person.settings().images.value.size(), std::size_t{3});
        person.sources.flags["image"] = {"flag:1"};
        QCOMPARE(person.settings().images.value, Images());
        QCOMPARE(person.settings().image.value, std::string("flag:1"));
    }

    void refusesWhatIsNoImage_data()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char *value : {"--privileged", "a b", "python=", "=x", "python=--rm", "a\nb", "x;y"})
            QTest::newRow(value) << QByteArray(value);
    }
    void refusesWhatIsNoImage()
    {
        QFETCH(QByteArray, value);
        Case person;
        person.sources.flags["image"] = {value.toStdString()};
        const auto settings = loadSettings(person.sources);
        QVERIFY(!settings);
        QCOMPARE(settings.error().code, ErrorCode::Usage);
    }

    void takesTheDevelopmentContainersImageAfterTrust()
    {
        Case person;
        person.container(R"({"image":"dev:1"} // ours)");
        QCOMPARE(person.settings().image.value, std::string());
        QVERIFY(person.noticed("counts only after `vouchsafe trust`"));
        person.trust();
        QCOMPARE(person.settings().image.value, std::string("dev:1"));
        QCOMPARE(person.settings().image.origin, Origin::Repository);
        // Trust is bound to the bytes.
        person.container(R"({"image":"evil:1"})");
        QCOMPARE(person.settings().image.value, std::string());
    }

    void putsEveryOtherWordAboveTheDevelopmentContainers()
    {
        Case person;
        person.container(R"({"image":"dev:1"})");
        person.repository("image = \"toml:1\"\n");
        person.trust();
        QCOMPARE(person.settings().image.value, std::string("toml:1"));
        person.user("image=file:1\n");
        QCOMPARE(person.settings().image.value, std::string("file:1"));
    }

    void trustsEachFileByItself()
    {
        Case person;
        person.container(R"({"image":"dev:1"})");
        person.repository("check = [\"true\"]\n");
        person.trust();
        person.repository("check = [\"evil\"]\n");
        QCOMPARE(person.settings().image.value, std::string("dev:1"));
        QVERIFY(person.settings().check.value.empty());
        QVERIFY(TrustedRepositories(person.sources.configFolder).revoke(person.sources.repository));
        QCOMPARE(person.settings().image.value, std::string());
    }

    void warnsOnceOfWhatADevelopmentContainerMayNot()
    {
        Case person;
        person.container(R"({"image":"dev:1","privileged":true,"runArgs":["--network=host"]})");
        person.trust();
        const auto notices = person.settings().notices;
        QCOMPARE(notices.size(), std::size_t{1});
        QCOMPARE(notices[0].level, Noticed::Level::Warning);
        QVERIFY(notices[0].text.find("privileged, runArgs are ignored") != std::string::npos);
        // Bubblewrap has no containers.
        person.sources.flags["sandbox"] = {"bubblewrap"};
        QVERIFY(person.settings().notices.empty());
    }

    void leavesADockerfileToPrepare()
    {
        Case person;
        person.container(R"({"build":{"dockerfile":"Dockerfile"}})");
        person.trust();
        QCOMPARE(person.settings().image.value, std::string());
        QVERIFY(person.noticed("built by `vouchsafe prepare` alone."));
    }

    void neverFailsForAFileThatCannotBeRead()
    {
        Case person;
        person.container("{{{");
        QVERIFY(person.noticed("is not read"));
        fs::remove(person.sources.repository / ".devcontainer/devcontainer.json");
        fs::create_symlink("/etc/passwd", person.sources.repository / ".devcontainer/devcontainer.json");
        QVERIFY(person.noticed("not a regular file"));
        for (const Noticed &notice : person.settings().notices)
            QCOMPARE(notice.level, Noticed::Level::Note);
    }

    void letsNoRepositoryChooseSandboxRuntimeOrPull()
    {
        Case person;
        person.repository("sandbox = \"bubblewrap\"\nruntime = \"runc\"\npull = true\n");
        person.trust();
        const Settings settings = person.settings();
        QCOMPARE(settings.sandbox.value, Backend::Auto);
        QCOMPARE(settings.runtime.value, std::string());
        QCOMPARE(settings.pull.value, false);
        QCOMPARE(settings.notices.size(), std::size_t{3});
        person.user("pull=yes\n");
        QCOMPARE(person.settings().pull.value, true);
    }
};

QTEST_GUILESS_MAIN(ImageSettingsTest)
#include "image_settings_test.moc"
