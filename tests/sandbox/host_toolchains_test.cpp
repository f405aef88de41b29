#include "sandbox/host_toolchains.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

class Home {
public:
    Home() : m_path(m_temporary.path().toStdString()) {}
    fs::path operator/(const std::string &name) const { return m_path / name; }
    void file(const std::string &name, const std::string &text = {}) const
    {
        fs::create_directories((m_path / name).parent_path());
        std::ofstream(m_path / name) << text;
    }
    std::vector<std::string> origins(const std::string &path,
                                     std::map<std::string, std::string> more = {}) const
    {
        std::vector<std::string> names;
        for (const HostToolchain &toolchain : find(path, std::move(more)))
            names.push_back(toolchain.origin);
        return names;
    }
    std::vector<HostToolchain> find(const std::string &path,
                                    std::map<std::string, std::string> more = {}) const
    {
        more["HOME"] = m_path.string();
        more["PATH"] = path;
        return hostToolchains(Identity{::getuid(), ::getgid(), false, {}}, more);
    }

private:
    QTemporaryDir m_temporary;
    fs::path m_path;
};

using Names = std::vector<std::string>;

} // namespace

class HostToolchainsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheOrderOfThePath()
    {
        const Home home;
        for (const char *version : {"3.9.18", "3.10.13", "3.11.7"})
            home.file(std::string(".pyenv/versions/") + version + "/bin/python3");
        home.file(".pyenv/version", "3.9.18\n");
        home.file(".local/share/uv/python/cpython-3.12.1-linux/bin/python3");
        const std::string shims = (home / ".pyenv/shims").string();
        const std::string uv = (home / ".local/share/uv/python/cpython-3.12.1-linux/bin").string();
        QCOMPARE(home.origins(shims + ":/usr/bin"),
                 (Names{"pyenv 3.9.18", "uv cpython-3.12.1-linux", "pyenv 3.11.7", "pyenv 3.10.13"}));
        QCOMPARE(home.origins(uv + ":" + shims).front(), std::string("uv cpython-3.12.1-linux"));
        QCOMPARE(home.origins(shims, {{"PYENV_VERSION", "3.10"}}).front(), std::string("pyenv 3.10.13"));
    }

    void showsOneVersionDirectoryAtItsOwnPath()
    {
        const Home home;
        home.file(".rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/cargo");
        home.file(".rustup/settings.toml",
                  "version = \"12\"\ndefault_toolchain = \"stable-x86_64-unknown-linux-gnu\"\n");
        home.file(".cargo/registry/cache/x");
        home.file(".cargo/credentials.toml", "secret");
        const auto found = home.find((home / ".cargo/bin").string());
        QCOMPARE(found.front().origin, std::string("rustup stable-x86_64-unknown-linux-gnu"));
        const std::string version = (home / ".rustup/toolchains/stable-x86_64-unknown-linux-gnu").string();
        QCOMPARE(found.front().mounts.size(), std::size_t{2});
        QCOMPARE(found.front().mounts[0].inside, version);
        QCOMPARE(found.front().mounts[0].host.string(), version);
        QVERIFY(!found.front().mounts[0].discardWrites);
        QCOMPARE(found.front().mounts[1].inside, (home / ".cargo/registry").string());
        QCOMPARE(found.front().path, (Names{version + "/bin"}));
        for (const HostToolchain &toolchain : found) {
            for (const HostMount &mount : toolchain.mounts)
                QVERIFY(mount.inside != (home / ".cargo").string());
        }
    }

    void leavesOutWhatOthersMayWriteAndWhatHoldsKeys()
    {
        const Home home;
        home.file(".nvm/versions/node/v20.1.0/bin/node");
        home.file(".nvm/versions/node/v18.0.0/bin/node");
        home.file(".nvm/versions/node/v16.0.0/bin/node");
        home.file(".nvm/versions/node/v16.0.0/etc/.netrc", "machine x password y");
        fs::permissions(home / ".nvm/versions/node/v18.0.0", fs::perms(0777));
        fs::create_directory_symlink(home / ".nvm/versions/node/v20.1.0",
                                     home / ".nvm/versions/node/current");
        QCOMPARE(home.origins("/usr/bin"), (Names{"nvm v20.1.0"}));
    }

    void sharesModulesForTheCompilerOfTheSystem()
    {
        const Home home;
        home.file("go/pkg/mod/cache/x");
        const auto found = home.find("/usr/bin");
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front().language, std::string("go"));
        QCOMPARE(found.front().environment.at("GOMODCACHE"), (home / "go/pkg/mod").string());
        QCOMPARE(found.front().environment.at("GOPROXY"), std::string("off"));
    }

    void offersNoneToADroppedIdentity()
    {
        const Home home;
        home.file(".pyenv/versions/3.11.7/bin/python3");
        QVERIFY(
            hostToolchains(Identity{59871, 59871, true, {}}, {{"HOME", (home / "").string()}, {"PATH", ""}})
                .empty());
    }

    void bearsAnEmptyMachine()
    {
        const Home home;
        QVERIFY(home.find("").empty());
        QVERIFY(hostToolchains(Identity{::getuid(), ::getgid(), false, {}}, {}).empty());
    }
};

QTEST_GUILESS_MAIN(HostToolchainsTest)
#include "host_toolchains_test.moc"
