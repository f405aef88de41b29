// The journal is a chain: what was written comes back, what was changed is found.
#include "core/events/journal.h"

#include "core/base/files.h"
#include "tests/support/fake_clock.h"
#include "tests/support/sample_events.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace vouchsafe;

class JournalTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    test::FakeClock m_clock;
    int m_number = 0;

    std::filesystem::path written()
    {
        const std::filesystem::path file = m_folder.path().toStdString() + "/j" + std::to_string(++m_number);
        Result<Journal> journal = Journal::open(file, "20260102-030405-ab12", m_clock);
        for (const EventBody &body : test::sampleBodies())
            if (!journal->append(body))
                qFatal("not appended");
        return file;
    }

private Q_SLOTS:
    void whatWasWrittenComesBack()
    {
        const auto file = written();
        const Result<LoadedJournal> loaded = loadJournal(file);
        QVERIFY(loaded.has_value());
        const auto bodies = test::sampleBodies();
        QCOMPARE(loaded->events.size(), bodies.size());
        for (std::size_t i = 0; i < bodies.size(); ++i)
            QVERIFY(loaded->events[i].body == bodies[i]);
        QCOMPARE(loaded->position.seq, static_cast<std::int64_t>(bodies.size()));
        QVERIFY(!loaded->tornTail);
        struct stat info {};
        QCOMPARE(::stat(file.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    void anyChangedByteIsFound()
    {
        const auto file = written();
        const std::string good = readFile(file).value();
        const JournalPosition position = loadJournal(file)->position;
        for (std::size_t at = 0; at < good.size(); at += 7) {
            std::string bad = good;
            bad[at] = static_cast<char>(bad[at] ^ 1);
            QVERIFY(writeFileAtomic(file, bad).has_value());
            const Result<LoadedJournal> loaded = loadJournal(file);
            // A change in the last line still loads, but the position is another one.
            QVERIFY2(!loaded || loaded->position != position, std::to_string(at).c_str());
        }
    }

    void aTornLastLineIsDroppedAndWritingGoesOn()
    {
        const auto file = written();
        const std::string good = readFile(file).value();
        QVERIFY(writeFileAtomic(file, good.substr(0, good.size() - 20)).has_value());
        const Result<LoadedJournal> loaded = loadJournal(file);
        QVERIFY(loaded.has_value());
        QVERIFY(loaded->tornTail);
        QCOMPARE(loaded->events.size(), test::sampleBodies().size() - 1);
        {
            Result<Journal> journal = Journal::open(file, "20260102-030405-ab12", m_clock);
            QVERIFY(journal.has_value());
            QVERIFY(journal->append(Noticed{Noticed::Level::Note, "on"}).has_value());
        }
        const Result<LoadedJournal> again = loadJournal(file);
        QVERIFY(again.has_value());
        QVERIFY(!again->tornTail);
        QCOMPARE(again->events.size(), test::sampleBodies().size());
    }

    void aLineTakenOutIsFound()
    {
        const auto file = written();
        const std::string good = readFile(file).value();
        const std::size_t first = good.find('\n');
        const std::size_t second = good.find('\n', first + 1);
        QVERIFY(writeFileAtomic(file, good.substr(0, first + 1) + good.substr(second + 1)).has_value());
        const Result<LoadedJournal> loaded = loadJournal(file);
        QVERIFY(!loaded);
        QVERIFY(loaded.error().code == ErrorCode::Journal);
        QVERIFY(loaded.error().what.find("line 2") != std::string::npos);
    }

    void aSecondWriterIsRefused()
    {
        const std::filesystem::path file = m_folder.path().toStdString() + "/locked";
        {
            Result<Journal> first = Journal::open(file, "20260102-030405-ab12", m_clock);
            QVERIFY(first.has_value());
            const Result<Journal> second = Journal::open(file, "20260102-030405-ab12", m_clock);
            QVERIFY(!second);
            QVERIFY(second.error().code == ErrorCode::RunActive);
        }
        QVERIFY(Journal::open(file, "20260102-030405-ab12", m_clock).has_value());
    }

    void aDecisionWithoutReasonIsRefused()
    {
        const std::filesystem::path file = m_folder.path().toStdString() + "/empty";
        Result<Journal> journal = Journal::open(file, "20260102-030405-ab12", m_clock);
        QVERIFY(!journal->append(RouteDecided{1, Route::Engineer, " \n"}));
        QVERIFY(!journal->append(RunFinished{StopReason::Verified, Outcome::Proven, 1, "", {}}));
        QVERIFY(!journal->append(HumanActed{}));
        QVERIFY(journal->append(RouteDecided{1, Route::Engineer, "because"}).has_value());
        QCOMPARE(loadJournal(file)->events.size(), std::size_t{1});
    }

    void aWriteThatIsCutShortIsAnErrorAndLeavesWholeLines()
    {
        const std::filesystem::path file = m_folder.path().toStdString() + "/cut";
        Result<Journal> journal = Journal::open(file, "20260102-030405-ab12", m_clock);
        QVERIFY(journal->append(Noticed{Noticed::Level::Note, "one"}).has_value());
        // A limit on the file's size stands for a full disk: the write ends after ten bytes.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = std::filesystem::file_size(file) + 10;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const Result<Event> event = journal->append(Noticed{Noticed::Level::Note, "two"});
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!event);
        QVERIFY(event.error().code == ErrorCode::Io);
        QVERIFY(journal->append(Noticed{Noticed::Level::Note, "three"}).has_value());
        const Result<LoadedJournal> loaded = loadJournal(file);
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->events.size(), std::size_t{2});
        QVERIFY(!loaded->tornTail);
    }
};

QTEST_GUILESS_MAIN(JournalTest)
#include "journal_test.moc"
