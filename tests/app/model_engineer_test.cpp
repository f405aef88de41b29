// The model engineers from the command line: a server on loopback, and recorded replies.
#include "core/base/files.h"
#include "tests/app/command_line.h"
#include "tests/support/fake_model_server.h"

#include <QtTest>

#include <fstream>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

const char *const plan = R"({"goal":"Turn the comparison round","steps":["edit larger"],"files":["m.py"]})";
const char *const key = "sk-canary-7f3a9c51d2";

std::string fenced(const std::string &patch)
{
    return "The comparison is the wrong way round.\n\n```diff\n" + patch + "```\n";
}

std::string outcomeOf(const nlohmann::json &outcome)
{
    return outcome.value("outcome", "") + " " + outcome.value("stop", "") + " " +
           std::to_string(outcome.value("iterations", -1));
}

} // namespace

class ModelEngineerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void provesAtTheSecondAttemptOfAModel()
    {
        const TempRepo repo;
        larger::fill(repo);
        const std::string before = repo.fingerprint();
        FakeModelServer server;
        for (int i = 0; i < 2; ++i)
            server.reply("architect", plan);
        server.reply("engineer", fenced(larger::wrongPatch));
        server.reply("engineer", fenced(larger::rightPatch));
        CommandLine person;
        person.set("OPENAI_BASE_URL", server.baseUrl());
        person.set("OPENAI_API_KEY", key);

        const Finished run =
            person.run({"run", repo.path().string(), "--task", "larger gives the smaller one", "--engineer",
                        "model", "--model", "openai:x", "--json"});
        VS_ENDS(run, 0);
        QVERIFY2(outcomeOf(run.last()) == "proven verified 2", run.shown().c_str());
        QCOMPARE(repo.fingerprint(), before);
        QVERIFY(server.requests().size() >= 3);
        QCOMPARE(server.requests().front().headers["authorization"], std::string("Bearer ") + key);

        const Finished cost = person.run({"show", "last", "--cost"});
        VS_ENDS(cost, 0);
        QVERIFY2(cost.out.find("architect") != std::string::npos &&
                     cost.out.find("engineer") != std::string::npos,
                 cost.shown().c_str());
        VS_ENDS(person.run({"check", "last"}), 0);
        const Finished logs = person.run({"logs", "last"});
        for (const std::string &text :
             {run.out, run.err, cost.out, logs.out, person.run({"show", "last"}).out})
            QVERIFY(text.find(key) == std::string::npos);
        for (const auto &[name, bytes] : filesBelow(person.home()))
            QVERIFY2(bytes.find(key) == std::string::npos, name.c_str());
    }

    void aKeyInARepositoryTestDoesNotReachTheSandbox()
    {
        const TempRepo repo;
        repo.write("test_key.py",
                   "import os\n\n\ndef test_key():\n    assert 'OPENAI_API_KEY' not in os.environ\n");
        repo.commitAll();
        CommandLine person;
        person.set("OPENAI_API_KEY", key);
        fs::path empty = repo.outside() / "empty";
        std::ofstream(empty).flush();
        VS_ENDS(person.run({"verify", repo.path().string(), empty.string()}), 0);
    }

    void endsAsTheRepliesDeserve_data()
    {
        QTest::addColumn<QStringList>("replies");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("ends");
        const auto row = [](const char *name, std::initializer_list<std::string> replies, int status,
                            const char *ends) {
            QStringList list;
            for (const std::string &reply : replies)
                list << QString::fromStdString(reply);
            QTest::newRow(name) << list << status << QString::fromLatin1(ends);
        };
        row("right at once", {fenced(larger::rightPatch)}, 0, "proven verified 1");
        row("does not fit, then right", {fenced(larger::misfitPatch), fenced(larger::rightPatch)}, 0,
            "proven verified 2");
        row("no patch, then right", {"I would turn the comparison round.", fenced(larger::rightPatch)}, 0,
            "proven verified *");
        row("no patch at all", {"I would.", "I would.", "I would.", "I would.", "I would.", "I would."}, 1,
            "no-patch * *");
        row("wrong again and again",
            {fenced(larger::wrongPatch), fenced(larger::wrongPatch), fenced(larger::wrongPatch)}, 1,
            "still-failing * *");
    }
    void endsAsTheRepliesDeserve()
    {
        QFETCH(QStringList, replies);
        QFETCH(int, status);
        QFETCH(QString, ends);
        const TempRepo repo;
        larger::fill(repo);
        std::vector<std::string> texts;
        for (const QString &reply : replies)
            texts.push_back(reply.toStdString());
        std::ofstream(repo.outside() / "replies") << scriptedReplies(texts);
        const CommandLine person;
        const Finished run =
            person.run({"run", repo.path().string(), "--task", "larger gives the smaller one", "--json",
                        "--engineer", "scripted:" + (repo.outside() / "replies").string()});
        VS_ENDS(run, status);
        const QRegularExpression wanted(QRegularExpression::wildcardToRegularExpression(ends));
        QVERIFY2(wanted.match(QString::fromStdString(outcomeOf(run.last()))).hasMatch(),
                 (outcomeOf(run.last()) + "\n" + run.shown()).c_str());
        VS_ENDS(person.run({"check", "last"}), 0);
    }

    void aRefusalOfTheModelIsNamed()
    {
        const TempRepo repo;
        larger::fill(repo);
        std::ofstream(repo.outside() / "replies")
            << R"({"role":"architect","text":"I cannot help with that.","end":"refused"})" << '\n'
            << R"({"role":"engineer","text":"I cannot help with that.","end":"refused"})" << '\n';
        const CommandLine person;
        const Finished run =
            person.run({"run", repo.path().string(), "--task", "larger gives the smaller one", "--json",
                        "--engineer", "scripted:" + (repo.outside() / "replies").string()});
        VS_ENDS(run, 1);
        QCOMPARE(run.last().value("outcome", ""), "no-patch");
        QCOMPARE(run.last().value("stop", ""), "refused_by_model");
    }

    void aMissingPieceIsSaidBeforeAnythingRuns_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        const auto flags = [](std::initializer_list<const char *> words) {
            QStringList list;
            for (const char *word : words)
                list << QString::fromLatin1(word);
            return list;
        };
        QTest::newRow("no model") << flags({"--engineer", "model"}) << 2
                                  << QStringLiteral("ERR_MODEL_UNKNOWN");
        QTest::newRow("unknown provider")
            << flags({"--model", "nobody:x"}) << 2 << QStringLiteral("ERR_MODEL_UNKNOWN");
        QTest::newRow("no name") << flags({"--model", "openai:"}) << 2 << QStringLiteral("ERR_MODEL_UNKNOWN");
        QTest::newRow("unknown engineer")
            << flags({"--engineer", "somebody"}) << 2 << QStringLiteral("ERR_USAGE");
        QTest::newRow("engineer of a later version")
            << flags({"--engineer", "tools"}) << 2 << QStringLiteral("ERR_USAGE");
        QTest::newRow("no such file of replies")
            << flags({"--engineer", "scripted:/nowhere/replies"}) << 2 << QStringLiteral("ERR_PATH_MISSING");
    }
    void aMissingPieceIsSaidBeforeAnythingRuns()
    {
        QFETCH(QStringList, flags);
        QFETCH(int, status);
        QFETCH(QString, code);
        const TempRepo repo;
        larger::fill(repo);
        const CommandLine person;
        std::vector<std::string> words{"run", repo.path().string(), "--task", "larger is wrong"};
        for (const QString &flag : flags)
            words.push_back(flag.toStdString());
        VS_FAILS(person.run(words), status, code.toStdString());
        const Finished runs = person.run({"runs"});
        VS_ENDS(runs, 0);
        QCOMPARE(runs.out, std::string());
    }

    void aModelWithoutAKeyOrServerIsAnErrorOfItsOwn()
    {
        const TempRepo repo;
        larger::fill(repo);
        CommandLine person;
        person.set("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"); // the discard port: nobody listens
        person.set("OPENAI_API_KEY", key);
        const Finished run = person.run({"run", repo.path().string(), "--task", "larger is wrong",
                                         "--engineer", "model", "--model", "openai:x", "--json"});
        VS_ENDS(run, 5);
        QVERIFY2(run.err.find("ERR_NETWORK") != std::string::npos, run.shown().c_str());
    }
};

QTEST_GUILESS_MAIN(ModelEngineerTest)
#include "model_engineer_test.moc"
