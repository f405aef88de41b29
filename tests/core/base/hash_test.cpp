#include "core/base/hash.h"

#include "core/base/files.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <sys/stat.h>

using namespace vouchsafe;

class HashTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path in(const char *name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    void cleanupTestCase()
    {
        // QTemporaryDir cannot remove names that are not UTF-8.
        std::filesystem::remove_all(m_folder.path().toStdString());
    }

    void sha256OfTheStandardsVectors()
    {
        // FIPS 180-4 examples.
        QCOMPARE(sha256(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(sha256("abc"),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void blobIdIsGits()
    {
        // git hash-object of an empty file, and of "hello\n".
        QCOMPARE(blobId(""), std::string("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"));
        QCOMPARE(blobId("hello\n"), std::string("ce013625030ba8dba906f756967f9e9ca394464a"));
    }

    void hashesFilesAsTheirBytes()
    {
        const std::string bytes(200'000, '\xfe');
        QVERIFY(writeFileAtomic(in("caf\xe9"), bytes).has_value());
        QCOMPARE(sha256OfFile(in("caf\xe9")).value_or("?"), sha256(bytes));
    }

    void saysWhyAFileCannotBeHashed()
    {
        QCOMPARE(sha256OfFile(in("absent")).error().code, ErrorCode::Io);
        QCOMPARE(::mkfifo(in("fifo").c_str(), 0600), 0);
        QVERIFY(!sha256OfFile(in("fifo")).has_value());
        QVERIFY(!sha256OfFile(in(".")).has_value());
    }
};

QTEST_GUILESS_MAIN(HashTest)
#include "hash_test.moc"
