// What the window says of a repository, and the samples it can make.
#include "app/desktop/repository_reader.h"

#include "core/base/files.h"
#include "tests/support/temp_repo.h"

#include <QTemporaryDir>
#include <QTest>

using namespace vouchsafe;

class RepositoryReaderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    std::filesystem::path data() const { return m_home.path().toStdString() + "/data"; }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, (m_home.path() + QStringLiteral("/xdg")).toUtf8());
    }

    void copiesASampleAsARepositoryOfItsOwn_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char *name : {"python", "javascript", "c"})
            QTest::newRow(name) << QByteArray(name);
    }
    void copiesASampleAsARepositoryOfItsOwn()
    {
        QFETCH(QByteArray, name);
        const auto first = copySample(name.toStdString(), data());
        QVERIFY2(first, first ? "" : fourLines(first.error()).c_str());
        const auto second = copySample(name.toStdString(), data());
        QVERIFY(*first != *second);
        QVERIFY(!std::filesystem::exists(*first / "TASK.md"));
        QVERIFY(std::filesystem::exists(*first / ".gitignore"));
        const auto opened = readRepository(*first, RunStore(data()), {});
        QVERIFY2(opened, opened ? "" : fourLines(opened.error()).c_str());
        QCOMPARE(opened->branch, std::string("main"));
        QCOMPARE(opened->commit.size(), std::size_t{40});
        QCOMPARE(opened->checks.size(), std::size_t{1});
        QVERIFY(!opened->suggestedTask.empty());
        QVERIFY(opened->runs.empty());
    }

    void saysWhyThereIsNoCheckAndSuggestsNoTask()
    {
        const test::TempRepo repository;
        repository.write("notes.txt", "nothing to run\n");
        repository.commitAll();
        const auto opened = readRepository(repository.path(), RunStore(data()), {});
        QVERIFY(opened);
        QVERIFY(opened->noChecks && opened->noChecks->code == ErrorCode::NoCheck);
        QVERIFY(opened->suggestedTask.empty());
    }

    void refusesASampleThatIsNone()
    {
        for (const char *name : {"", "cobol", "../samples/python"})
            QVERIFY(copySample(name, data()).error().code == ErrorCode::PathMissing);
    }
};

QTEST_GUILESS_MAIN(RepositoryReaderTest)
#include "repository_reader_test.moc"
