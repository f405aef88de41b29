// The window reads the log of that execution of a check which was asked for.
#include "app/desktop/run_reader.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace vouchsafe;

class RunReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_state = {};
    }

    void readsTheLogOfEachExecutionByItsName()
    {
        keep("plain", "output/1-1.log", "32 passed\n");
        keep("repeat", "output/1-1-repeat.log", "2 failed, 32 passed\n");
        QCOMPARE(read({1, "plain", 1}), std::string("32 passed\n"));
        QCOMPARE(read({1, "repeat", 1}), std::string("2 failed, 32 passed\n"));
    }

    void readsNoOtherLogInThePlaceOfOneThatIsNotThere()
    {
        keep("plain", "output/1-1.log", "32 passed\n");
        for (const OutputKey &key :
             {OutputKey{1, "repeat", 1}, OutputKey{2, "plain", 1}, OutputKey{1, "plain", 2}}) {
            const auto piece = readLog(folder(), m_state, key);
            QVERIFY(!piece);
            QCOMPARE(piece.error().code, ErrorCode::PathMissing);
        }
    }

private:
    RunFolder folder() const { return {"20260711-100000-abcd", m_folder->path().toStdString()}; }
    void keep(const std::string &run, const std::string &file, const std::string &bytes)
    {
        CheckRecord record;
        record.iteration = 1;
        record.run = run;
        record.number = 1;
        record.outputFile = file;
        m_state.checks.push_back(record);
        std::filesystem::create_directories((folder().path / file).parent_path());
        std::ofstream(folder().path / file, std::ios::binary) << bytes;
    }
    std::string read(const OutputKey &key) const
    {
        const auto piece = readLog(folder(), m_state, key);
        if (!piece)
            return "error: " + piece.error().what;
        return piece->key == key ? piece->bytes : "another key";
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    RunState m_state;
};

QTEST_GUILESS_MAIN(RunReaderTest)
#include "run_reader_test.moc"
