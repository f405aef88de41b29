#include "core/base/files.h"
#include "core/settings/repository_file.h"
#include "core/settings/trust.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

using namespace vouchsafe;

class TrustTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bindsTrustToWhatWasSeen()
    {
        const std::filesystem::path root = folder("bound");
        const TrustedRepositories trusted(folder("config"));
        QCOMPARE(trusted.trust(root).error().code, ErrorCode::PathMissing);
        write(root, "check = [\"pytest\"]\n");
        QVERIFY(!trusted.isTrusted(root).value());
        QVERIFY(trusted.trust(root));
        QVERIFY(trusted.isTrusted(root).value());
        QVERIFY(trusted.isTrusted(root / ".").value());
        write(root, "check = [\"pytest \"]\n");
        QVERIFY(!trusted.isTrusted(root).value());
        write(root, "check = [\"pytest\"]\n");
        QVERIFY(trusted.isTrusted(root).value());
        std::filesystem::remove(root / ".vouchsafe.toml");
        QVERIFY(!trusted.isTrusted(root).value());
    }
    void knowsRepositoriesApart()
    {
        const std::filesystem::path one = folder("one\xff");
        const std::filesystem::path two = folder("two");
        const std::filesystem::path config = folder("config2");
        write(one, "a = 1\n");
        write(two, "a = 1\n");
        QVERIFY(TrustedRepositories(config).trust(one));
        QVERIFY(TrustedRepositories(config).isTrusted(one).value());
        QVERIFY(!TrustedRepositories(config).isTrusted(two).value());
        QVERIFY(TrustedRepositories(config).trust(two));
        QVERIFY(TrustedRepositories(config).revoke(one));
        QVERIFY(!TrustedRepositories(config).isTrusted(one).value());
        QVERIFY(TrustedRepositories(config).isTrusted(two).value());
        struct stat info {};
        QCOMPARE(::stat((config / "trusted.json").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, 0600U);
        std::filesystem::remove_all(one); // QTemporaryDir cannot remove a name that is not UTF-8
    }
    void saysThatItsListIsDamaged()
    {
        const std::filesystem::path config = folder("config3");
        const std::filesystem::path root = folder("damaged");
        write(root, "a = 1\n");
        for (const char *text : {"", "{", "[]", "{\"repositories\":5}"}) {
            QVERIFY(writeFileAtomic(config / "trusted.json", text));
            QCOMPARE(TrustedRepositories(config).isTrusted(root).error().code, ErrorCode::Settings);
            QCOMPARE(TrustedRepositories(config).trust(root).error().code, ErrorCode::Settings);
        }
        QVERIFY(writeFileAtomic(config / "trusted.json", "{\"repositories\":[5,{\"id\":1},{}]}"));
        QVERIFY(!TrustedRepositories(config).isTrusted(root).value());
    }
    void refusesSettingsThatAreNoPlainFile()
    {
        const std::filesystem::path link = folder("link");
        std::filesystem::create_symlink("/etc/passwd", link / ".vouchsafe.toml");
        QCOMPARE(readRepositoryFile(link).error().code, ErrorCode::Settings);
        const std::filesystem::path fifo = folder("fifo");
        QCOMPARE(::mkfifo((fifo / ".vouchsafe.toml").c_str(), 0600), 0);
        QCOMPARE(readRepositoryFile(fifo).error().code, ErrorCode::Settings);
        const std::filesystem::path large = folder("large");
        write(large, "# " + std::string(300'000, 'x') + "\n");
        QCOMPARE(readRepositoryFile(large).error().code, ErrorCode::Settings);
        QVERIFY(!readRepositoryFile(folder("none")).value());
    }
    void endsOnDeepNesting() { QVERIFY(!parseRepositoryFile("a = " + std::string(100'000, '['))); }

private:
    std::filesystem::path folder(const char *name) const
    {
        const std::filesystem::path path = std::filesystem::path(m_temporary.path().toStdString()) / name;
        std::filesystem::create_directories(path);
        return path;
    }
    static void write(const std::filesystem::path &root, const std::string &text)
    {
        QVERIFY(writeFileAtomic(root / ".vouchsafe.toml", text, 0644));
    }
    QTemporaryDir m_temporary;
};

QTEST_GUILESS_MAIN(TrustTest)
#include "trust_test.moc"
