// The command line's own description: help, pages and usage errors say the same and name only what there is.
#include "core/base/files.h"
#include "tests/app/command_line.h"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const std::vector<std::string> commands{"open",    "run",     "verify", "patch",   "apply", "undo",
                                        "symbols", "context", "runs",   "show",    "logs",  "cancel",
                                        "resume",  "replay",  "check",  "prepare", "trust", "doctor"};

QSet<QString> optionsIn(const std::string &text)
{
    static const QRegularExpression option(QStringLiteral("--[a-z][a-z-]*"));
    QSet<QString> names;
    for (const QRegularExpressionMatch &match : option.globalMatch(QString::fromStdString(text)))
        names.insert(match.captured());
    return names;
}

QString listed(const QSet<QString> &names)
{
    return QStringList(names.begin(), names.end()).join(QLatin1Char(' '));
}

using Words = std::vector<std::string>;

} // namespace
Q_DECLARE_METATYPE(Words)

class HelpTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thePageOfACommandNamesItsOptions_data()
    {
        QTest::addColumn<QString>("command");
        for (const std::string &command : commands)
            QTest::newRow(command.c_str()) << QString::fromStdString(command);
    }
    void thePageOfACommandNamesItsOptions()
    {
        QFETCH(QString, command);
        const Finished help = m_person.run({command.toStdString(), "--help"});
        VS_ENDS(help, 0);
        QCOMPARE(help.err, std::string());
        const auto page = readFile(std::filesystem::path(VOUCHSAFE_HELP) / (command.toStdString() + ".md"));
        QVERIFY2(page, "the command has no page");
        QSet<QString> offered = optionsIn(help.out);
        offered.remove(QStringLiteral("--help"));
        const QSet<QString> named = optionsIn(*page);
        QVERIFY2((offered - named).isEmpty(),
                 qPrintable(QStringLiteral("not on the page: ") + listed(offered - named)));
        const QSet<QString> global = optionsIn(m_person.run({"--help"}).out);
        QVERIFY2((named - offered - global).isEmpty(),
                 qPrintable(QStringLiteral("on the page only: ") + listed(named - offered - global)));
    }

    void theProgramsHelpNamesEveryCommand()
    {
        const Finished help = m_person.run({"--help"});
        VS_ENDS(help, 0);
        for (const std::string &command : commands)
            QVERIFY2(help.out.find("  " + command + " ") != std::string::npos, command.c_str());
        const Finished version = m_person.run({"--version"});
        VS_ENDS(version, 0);
        QVERIFY2(version.out.starts_with("vouchsafe "), version.shown().c_str());
    }

    void aWrongCommandLineIsFourLinesAndStatusTwo_data()
    {
        QTest::addColumn<Words>("words");
        const auto row = [](const char *name, const Words &words) { QTest::newRow(name) << words; };
        row("unknown command", {"dance"});
        row("unknown option", {"runs", "--dance"});
        row("unknown global option", {"--dance", "runs"});
        row("no repository", {"run", "--task", "x"});
        row("no task", {"run", "."});
        row("two tasks", {"run", ".", "--task", "x", "--task-file", "y"});
        row("an option without its value", {"run", ".", "--task", "x", "--check"});
        row("one word too many", {"show", "last", "last"});
        row("event that is no number", {"replay", "last", "--at", "x"});
        row("a line feed in a word", {"runs", "--a\nb"});
        for (const char *attempts : {"0", "-1", "many", "1.5", "99999999999999999999", ""})
            row(("attempts " + std::string(attempts)).c_str(),
                {"run", ".", "--task", "x", "--attempts", attempts});
        for (const char *option : {"--timeout", "--time-limit", "--pids", "--memory"})
            for (const char *value : {"0", "-3", "soon"})
                row((std::string(option) + " " + value).c_str(), {"run", ".", "--task", "x", option, value});
        row("--max-cost", {"run", ".", "--task", "x", "--max-cost", "much"});
        row("--max-tokens", {"run", ".", "--task", "x", "--max-tokens", "-1"});
        row("--sandbox", {"run", ".", "--task", "x", "--sandbox", "none"});
        row("--engineer", {"run", ".", "--task", "x", "--engineer", "me"});
    }
    void aWrongCommandLineIsFourLinesAndStatusTwo()
    {
        QFETCH(Words, words);
        // A repository stands where a row names one, so that only the option is wrong.
        for (std::string &word : words)
            if (word == ".")
                word = m_repo.path().string();
        VS_FAILS(m_person.run(words), 2, "ERR_USAGE");
        QVERIFY(!std::filesystem::exists(m_person.data() / "runs") ||
                std::filesystem::is_empty(m_person.data() / "runs"));
    }

    void theWindowIsStartedByItsNameAFolderOrNothingAndNeedsADisplay()
    {
        const std::string folder = m_repo.path().string();
        for (const Words &words : {Words{}, Words{"open"}, Words{folder}, Words{"open", folder},
                                   Words{"--data-dir", folder + "/x", folder}})
            VS_FAILS(m_person.run(words), 2, "ERR_NOT_AVAILABLE");
    }

    void quietSaysOnlyErrors()
    {
        const Finished runs = m_person.run({"--quiet", "runs"});
        VS_ENDS(runs, 0);
        QCOMPARE(runs.out + runs.err, std::string());
        VS_FAILS(m_person.run({"--quiet", "show", "last"}), 2, "ERR_RUN_UNKNOWN");
    }

private:
    const TempRepo m_repo{TempRepo::Kind::Committed};
    const CommandLine m_person;
};

QTEST_GUILESS_MAIN(HelpTest)
#include "help_test.moc"
