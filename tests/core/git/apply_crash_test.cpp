// Ending or failing a transaction at every single act: afterwards the tree is the old one or the new one.

#include "core/git/apply_transaction.h"

#include "core/base/text.h"
#include "core/git/apply_disk.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

/// How the n-th act ends, counted from 1.
enum class Ending { Kill, NoSpace, InputOutput };

class EndsAt final : public ApplyObserver {
public:
    EndsAt(int act, Ending ending, bool noExchange) : m_left(act), m_ending(ending), m_noExchange(noExchange)
    {
    }
    int before(std::string_view act, const std::string &) override
    {
        if (--m_left == 0) {
            if (m_ending == Ending::Kill)
                ::raise(SIGKILL);
            return m_ending == Ending::NoSpace ? ENOSPC : EIO;
        }
        // As vfat and old network file systems answer: neither exchange nor the refusal to overwrite.
        return m_noExchange && (act == "exchange" || act == "move") ? EINVAL : 0;
    }
    bool reached() const { return m_left <= 0; }

private:
    int m_left;
    Ending m_ending;
    bool m_noExchange;
};

std::string readBytes(const fs::path &file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeBytes(const fs::path &file, const std::string &bytes, unsigned mode)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    ::chmod(file.c_str(), mode);
}

} // namespace
Q_DECLARE_METATYPE(Ending)

class ApplyCrashTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsOldOrNewAtEveryAct_data()
    {
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<bool>("undoing");
        QTest::addColumn<bool>("noExchange");
        for (const bool undoing : {false, true})
            for (const bool noExchange : {false, true}) {
                const QByteArray what =
                    QByteArray(undoing ? "undo" : "apply") + (noExchange ? " without exchange" : "");
                QTest::newRow("killed in " + what) << Ending::Kill << undoing << noExchange;
                QTest::newRow("disk full in " + what) << Ending::NoSpace << undoing << noExchange;
                QTest::newRow("failed in " + what) << Ending::InputOutput << undoing << noExchange;
            }
    }

    void endsOldOrNewAtEveryAct()
    {
        QFETCH(Ending, ending);
        QFETCH(bool, undoing);
        QFETCH(bool, noExchange);
        int act = 1;
        int oldTrees = 0;
        for (;; ++act) {
            Place place(undoing, noExchange);
            bool reached = false;
            if (ending == Ending::Kill) {
                reached = place.killedAt(act);
            } else {
                EndsAt observer(act, ending, noExchange);
                const auto done = place.work(&observer);
                reached = observer.reached();
                // What is reported must be what is there, before any recovery.
                if (done && done->notices.empty())
                    QVERIFY2(place.files() == place.goal, qPrintable(place.difference(act)));
                else if (!done && place.files() != place.start)
                    QVERIFY2(done.error().context.find("next start") != std::string::npos,
                             done.error().context.c_str());
            }
            const auto recovered = place.recover(nullptr);
            QVERIFY2(recovered, recovered ? "" : fourLines(recovered.error()).c_str());
            const Files files = place.files();
            QVERIFY2(files == place.start || files == place.goal, qPrintable(place.difference(act)));
            oldTrees += files == place.start ? 1 : 0;
            QVERIFY2(place.recover(nullptr)->what == Recovery::Nothing, qPrintable(place.difference(act)));
            if (!reached)
                break;
            // The next attempt works, whatever this one left.
            if (files == place.start)
                QVERIFY2(place.work(nullptr), qPrintable(place.difference(act)));
        }
        qInfo("%d acts, the old tree after %d of them", act - 1, oldTrees);
        QVERIFY(act > 35);
        QVERIFY(oldTrees > 20 && oldTrees < act);
    }

    void recoveryMayBeKilledAtEveryActAsWell_data()
    {
        QTest::addColumn<bool>("undoing");
        QTest::addColumn<bool>("noExchange");
        for (const bool undoing : {false, true})
            for (const bool noExchange : {false, true})
                QTest::newRow(QByteArray(undoing ? "undo" : "apply") +
                              (noExchange ? " without exchange" : ""))
                    << undoing << noExchange;
    }

    void recoveryMayBeKilledAtEveryActAsWell()
    {
        QFETCH(bool, undoing);
        QFETCH(bool, noExchange);
        int pairs = 0;
        // Every third act of the transaction, every act of the recovery.
        for (int act = 2;; act += 3) {
            bool reached = false;
            for (int again = 1;; ++again) {
                Place place(undoing, noExchange);
                reached = place.killedAt(act);
                const bool cut = place.recoveryKilledAt(again);
                QVERIFY2(place.recover(nullptr), qPrintable(place.difference(act)));
                const Files files = place.files();
                QVERIFY2(files == place.start || files == place.goal,
                         qPrintable(place.difference(act) + QStringLiteral(" again %1").arg(again)));
                ++pairs;
                if (!cut)
                    break;
            }
            if (!reached)
                break;
        }
        qInfo("%d pairs of kills", pairs);
        QVERIFY(pairs > 50);
    }

    void theNextApplyRecoversWhateverRunWasInterrupted()
    {
        Place place(false, false);
        QVERIFY(place.killedAt(25));
        fs::create_directories(place.top() / "run2");
        ApplyRequest request = place.request();
        request.runFolder = place.top() / "run2";
        const auto applied = applyPatch(request);
        QVERIFY2(applied, applied ? "" : fourLines(applied.error()).c_str());
        QCOMPARE(applied->notices.size(), std::size_t{1});
        QVERIFY(place.files() == place.goal);
    }

    void anEditBetweenTheCrashAndTheRecoveryIsKept()
    {
        for (int act = 1; act < 60; ++act) {
            Place place(false, false);
            if (!place.killedAt(act))
                break;
            writeBytes(place.root() / "m.py", "the person's\n", 0640);
            QVERIFY(place.recover(nullptr));
            QCOMPARE(readBytes(place.root() / "m.py"), std::string("the person's\n"));
            Files files = place.files();
            files.erase("m.py");
            Files start = place.start;
            start.erase("m.py");
            Files goal = place.goal;
            goal.erase("m.py");
            QVERIFY2(files == start || files == goal, qPrintable(place.difference(act)));
        }
    }

private:
    using Files = std::map<std::string, std::string>;

    /// A small tree and a transaction on it, fresh each time.
    class Place {
    public:
        Place(bool undoing, bool noExchange) : m_undoing(undoing), m_noExchange(noExchange)
        {
            writeBytes(root() / "m.py", "old\n", 0640);
            writeBytes(root() / "old" / "d.py", "d\n", 0600);
            writeBytes(root() / "r.py", "r\n", 0755);
            writeBytes(root() / "keep.py", "k\n", 0644);
            fs::create_directories(top() / "run");
            const Files before = files();
            if (undoing && !applyPatch(request()))
                qFatal("the sample cannot be applied");
            start = files();
            goal = undoing ? before : afterwards();
        }
        fs::path top() const { return m_temporary.path().toStdString(); }
        fs::path root() const { return top() / "root"; }

        ApplyRequest request() const
        {
            FileChange modified;
            modified.path = "m.py";
            modified.before = "old\n";
            modified.after = "new\n";
            FileChange removed;
            removed.path = "old/d.py";
            removed.kind = ChangeKind::Delete;
            removed.before = "d\n";
            FileChange created;
            created.path = "fresh/deep/n.py";
            created.kind = ChangeKind::Create;
            created.after = "created\n";
            FileChange moved;
            moved.path = "s.py";
            moved.from = "r.py";
            moved.kind = ChangeKind::Rename;
            moved.before = "r\n";
            moved.after = "renamed\n";
            moved.modeBefore = moved.modeAfter = 0100755;
            return {root(),          top() / "run",
                    top() / "locks", Patch{{modified, removed, created, moved}, {}, {}},
                    false,           nullptr};
        }
        Result<Applied> work(ApplyObserver *observer) const
        {
            if (m_undoing)
                return undoApply({root(), top() / "run", top() / "locks", false, observer});
            ApplyRequest asked = request();
            asked.observer = observer;
            return applyPatch(asked);
        }
        Result<Recovered> recover(ApplyObserver *observer) const
        {
            return recoverApply(root(), top() / "run", top() / "locks", observer);
        }
        /// False when the work ended before that act.
        bool killedAt(int act) const
        {
            return inAChild([&] {
                EndsAt observer(act, Ending::Kill, m_noExchange);
                return work(&observer) ? 0 : 1;
            });
        }
        bool recoveryKilledAt(int act) const
        {
            return inAChild([&] {
                EndsAt observer(act, Ending::Kill, m_noExchange);
                return recover(&observer) ? 0 : 1;
            });
        }
        Files files() const
        {
            Files found;
            for (const auto &entry : fs::recursive_directory_iterator(root())) {
                struct stat info {};
                ::lstat(entry.path().c_str(), &info);
                found[entry.path().lexically_relative(root()).string()] =
                    std::to_string(info.st_mode) + " " +
                    (entry.is_regular_file() ? readBytes(entry.path()) : std::string());
            }
            return found;
        }
        QString difference(int act) const
        {
            QString text = QStringLiteral("act %1:").arg(act);
            for (const auto &[name, bytes] : files())
                text += QStringLiteral(" [%1 %2]")
                            .arg(QString::fromStdString(name), QString::fromStdString(bytes).trimmed());
            return text;
        }

        Files start;
        Files goal;

    private:
        /// What a whole apply gives, done elsewhere.
        static Files afterwards()
        {
            static const Files files = [] {
                const Place applied(true, false);
                return applied.start;
            }();
            return files;
        }
        template <typename Work>
        static bool inAChild(Work work)
        {
            const pid_t child = ::fork();
            if (child == 0)
                ::_exit(work());
            int status = 0;
            ::waitpid(child, &status, 0);
            if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
                qFatal("the child failed by itself");
            return WIFSIGNALED(status);
        }

        /// In memory where there is such a folder: thousands of syncs cost minutes on a disk.
        static QString where()
        {
            const QString memory = QStringLiteral("/dev/shm");
            const bool usable = ::access("/dev/shm", W_OK | X_OK) == 0;
            return (usable ? memory : QDir::tempPath()) + QStringLiteral("/apply_crash_test-XXXXXX");
        }

        QTemporaryDir m_temporary{where()};
        bool m_undoing;
        bool m_noExchange;
    };
};

QTEST_GUILESS_MAIN(ApplyCrashTest)
#include "apply_crash_test.moc"
