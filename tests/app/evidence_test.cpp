// `vouchsafe check`: the evidence of a run holds until one byte of it is another.
#include "app/evidence_check.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "tests/app/command_line.h"

#include <QtTest>

#include <fstream>
#include <random>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

void overwrite(const fs::path &file, const std::string &bytes)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

std::string bytesOf(const fs::path &file)
{
    return readFile(file).value_or("");
}

} // namespace

class EvidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // One finished run with a wrong and a right patch; every test works on a copy of its folder.
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
        larger::fill(m_repo);
        overwrite(m_repo.outside() / "replies", scriptedReplies({larger::wrongPatch, larger::rightPatch}));
        const Finished run =
            m_person.run({"run", m_repo.path().string(), "--task", "larger gives the smaller", "--json",
                          "--engineer", "scripted:" + (m_repo.outside() / "replies").string()});
        VS_ENDS(run, 0);
        QCOMPARE(run.last().value("iterations", 0), 2);
        m_run = run.last().value("run", "");
        fs::rename(m_person.runFolder(m_run), kept());
    }

    void init() { fs::copy(kept(), folder(), fs::copy_options::recursive); }
    void cleanup() { fs::remove_all(folder()); }

    void confirmsTheUntouchedRun()
    {
        const Finished check = m_person.run({"check", m_run});
        VS_ENDS(check, 0);
        QVERIFY2(check.out.find("the evidence holds") != std::string::npos, check.shown().c_str());
        const Finished json = m_person.run({"check", m_run, "--json"});
        VS_ENDS(json, 0);
        QCOMPARE(json.last().value("ok", false), true);
        QCOMPARE(json.last().value("outcome", ""), "proven");
    }

    void oneOtherByteIsFound_data()
    {
        QTest::addColumn<QString>("name");
        if (m_run.empty())
            return;
        for (const auto &[name, bytes] : filesBelow(kept()))
            if (!bytes.empty())
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void oneOtherByteIsFound()
    {
        QFETCH(QString, name);
        const fs::path file = folder() / name.toStdString();
        const std::string bytes = bytesOf(file);
        std::mt19937 random(20260102); // NOLINT(cert-msc51-cpp): the same places every time
        std::vector<std::size_t> places{0, bytes.size() / 2, bytes.size() - 1};
        for (int i = 0; i < 60; ++i)
            places.push_back(random() % bytes.size());
        for (const std::size_t place : places) {
            std::string other = bytes;
            // One bit, a blank, a digit: the last two leave much of JSON as it is.
            const std::array<char, 4> instead{static_cast<char>(other[place] ^ 1), ' ', '0', 'e'};
            for (const char byte : instead) {
                if (byte == bytes[place])
                    continue;
                other[place] = byte;
                overwrite(file, other);
                const Result<EvidenceReport> report = checkEvidence({m_run, folder()});
                QVERIFY2(!report, qPrintable(QStringLiteral("byte %1 of %2 may be %3")
                                                 .arg(place)
                                                 .arg(name)
                                                 .arg(static_cast<int>(byte))));
                QVERIFY2(report.error().code == ErrorCode::Evidence, fourLines(report.error()).c_str());
            }
        }
        VS_FAILS(m_person.run({"check", m_run}), 4, "ERR_EVIDENCE");
    }

    void aMissingOrAddedFileIsFound()
    {
        fs::rename(folder() / "output" / "1-1.log", folder() / "output" / "9-9.log");
        VS_FAILS(m_person.run({"check", m_run}), 4, "ERR_EVIDENCE");
        fs::copy(folder() / "output" / "9-9.log", folder() / "output" / "1-1.log");
        VS_FAILS(m_person.run({"check", m_run}), 4, "ERR_EVIDENCE");
        fs::remove(folder() / "output" / "9-9.log");
        VS_ENDS(m_person.run({"check", m_run}), 0);
    }

    void aShorterJournalIsFound()
    {
        const std::string bytes = bytesOf(folder() / "journal.jsonl");
        const std::vector<std::string_view> lines = splitLines(bytes);
        std::string shorter;
        for (std::size_t i = 0; i + 1 < lines.size(); ++i)
            shorter += std::string(lines[i]) + "\n";
        for (const std::string &journal : {shorter, bytes.substr(0, bytes.size() - 5), std::string()}) {
            overwrite(folder() / "journal.jsonl", journal);
            VS_FAILS(m_person.run({"check", m_run}), 4, "ERR_EVIDENCE");
        }
        fs::remove(folder() / "journal.jsonl");
        VS_FAILS(m_person.run({"check", m_run}), 4, "ERR_EVIDENCE");
    }

    void humanActsAreListedAndBreakNothing()
    {
        VS_ENDS(m_person.run({"apply", m_run, "--yes"}), 0);
        VS_ENDS(m_person.run({"undo", m_run}), 0);
        const Finished check = m_person.run({"check", m_run});
        VS_ENDS(check, 0);
        for (const char *act : {"approved (m.py)", "applied (m.py)", "undone (m.py)"})
            QVERIFY2(check.out.find(act) != std::string::npos, check.shown().c_str());
        QCOMPARE(m_repo.read("m.py"), std::string(larger::module));
    }

    void aTornLineBehindTheEndIsDropped()
    {
        std::ofstream(folder() / "journal.jsonl", std::ios::app) << "{\"v\":1,\"seq\":4";
        VS_ENDS(m_person.run({"check", m_run}), 0);
        VS_ENDS(m_person.run({"show", m_run}), 0);
        VS_FAILS(m_person.run({"resume", m_run}), 2, "ERR_USAGE"); // it came to its end
    }

private:
    fs::path kept() const { return m_person.home() / "kept"; }
    fs::path folder() const { return m_person.runFolder(m_run); }

    const TempRepo m_repo;
    const CommandLine m_person;
    std::string m_run;
};

QTEST_GUILESS_MAIN(EvidenceTest)
#include "evidence_test.moc"
