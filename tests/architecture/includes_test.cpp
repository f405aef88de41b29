#include "core/base/text.h"
#include "tests/architecture/include_rules.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

class IncludesTest : public QObject {
    Q_OBJECT

    const HeaderNames m_windows = windowHeaders();

private Q_SLOTS:
    void findsTheSourcesAndQtsHeaders()
    {
        // Without these the checks below would pass on nothing.
        QVERIFY(productSources().size() > 40);
        QVERIFY(m_windows.contains("QWidget") && m_windows.contains("QGuiApplication") &&
                m_windows.contains("qcolor.h"));
        QVERIFY(!m_windows.contains("QString") && !m_windows.contains("QNetworkReply"));
    }

    void noFileBreaksTheDependencyRule()
    {
        std::vector<std::string> breaches;
        for (const Source &source : productSources())
            for (const std::string &breach : includeBreaches(source, m_windows))
                breaches.push_back(breach);
        QVERIFY2(breaches.empty(), ("\n" + join(breaches, "\n")).c_str());
    }

    void processesStartInOnePlaceOnly()
    {
        std::vector<std::string> breaches;
        for (const Source &source : productSources())
            for (const std::string &breach : processBreaches(source))
                breaches.push_back(breach);
        QVERIFY2(breaches.empty(), ("\n" + join(breaches, "\n")).c_str());
    }

    void refusesAMadeUpInclude_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char *path, const char *line, bool allowed) {
            QTest::newRow(
                qPrintable(QStringLiteral("%1: %2").arg(QString::fromUtf8(path), QString::fromUtf8(line))))
                << QString::fromUtf8(path) << QString::fromUtf8(line) << allowed;
        };
        row("core/model/a.cpp", "#include \"core/base/text.h\"", true);
        row("core/base/a.cpp", "#include \"core/model/patch.h\"", false);
        row("core/events/a.cpp", "#include \"core/ports/gate.h\"", false);
        row("core/loop/a.cpp", "#include \"core/ports/gate.h\"", true);
        row("core/loop/a.cpp", "#include \"core/syntax/tree.h\"", false);
        row("core/loop/a.cpp", "#include \"core/git/repository.h\"", false);
        row("core/llm/a.cpp", "#include \"core/syntax/tree.h\"", true);
        row("core/llm/a.cpp", "#include \"core/patch/writer.h\"", false);
        row("core/verify/reports/a.cpp", "#include \"core/verify/verdict_rules.h\"", true);
        row("core/verify/reports/a.cpp", "#  include \"core/index/a.h\"", false);
        row("core/git/a.cpp", "#include \"sandbox/process.h\"", false);
        row("sandbox/a.cpp", "#include \"core/ports/sandbox.h\"", true);
        row("sandbox/a.cpp", "#include \"core/git/repository.h\"", false);
        row("sandbox/a.cpp", "#include \"core/events/event.h\"", false);
        row("sandbox/a.cpp", "#include \"app/wiring.h\"", false);
        row("ui/a.cpp", "#include \"core/events/run_state.h\"", true);
        row("ui/a.cpp", "#include \"sandbox/process.h\"", false);
        row("app/cli/a.cpp", "#include \"core/git/repository.h\"", true);
        row("app/cli/a.cpp", "#include \"neighbour.h\"", false);
        row("core/git/a.cpp", "#include <git2.h>", true);
        row("core/index/a.cpp", "#include <git2.h>", false);
        row("app/a.cpp", "#include <git2/types.h>", false);
        row("core/index/a.cpp", "#include <tree_sitter/api.h>", false);
        row("core/syntax/a.cpp", "#include <tree_sitter/api.h>", true);
        row("app/a.cpp", "#include <Qsci/qsciscintilla.h>", false);
        row("app/main_gui.cpp", "#include <Qsci/qsciscintilla.h>", false);
        row("app/desktop/a.h", "#include \"Qsci/qsciscintilla.h\"", false);
        row("core/syntax/a.cpp", "#include <Qsci/qscilexer.h>", false);
        row("sandbox/a.cpp", "#include <Qsci/qscilexer.h>", false);
        row("ui/diff/a.cpp", "#include <Qsci/qsciscintilla.h>", true);
        row("core/base/a.cpp", "#include <QColor>", false);
        row("core/events/a.h", "#include <QWidget>", false);
        row("core/model/a.h", "#include <QtWidgets/qwidget.h>", false);
        row("core/base/a.cpp", "#include <QtGui>", false);
        row("sandbox/a.cpp", "#include <QWidget>", false);
        row("sandbox/a.h", "#  include <QtWidgets/QWidget>", false);
        row("app/cli/a.cpp", "#include <QtWidgets/QApplication>", false);
        row("app/desktop/a.cpp", "#include <QWidget>", false);
        row("app/desktop/a.h", "#include <QtWidgets/QMessageBox>", false);
        row("app/desktop/a.cpp", "#include \"QtWidgets/qwidget.h\"", false);
        row("app/main_cli.cpp", "#include <QApplication>", false);
        row("app/main_gui.cpp", "#include <QApplication>", true);
        row("ui/panels/a.cpp", "#include <QtWidgets/QWidget>", true);
        row("ui/a.cpp", "#include \"app/desktop/desktop.h\"", false);
        row("core/verify/a.cpp", "#include <QProcess>", false);
        row("sandbox/a.cpp", "#include <QProcess>", false);
        row("sandbox/process.cpp", "#include <spawn.h>", true);
    }
    void refusesAMadeUpInclude()
    {
        QFETCH(QString, path);
        QFETCH(QString, line);
        const Source source{path.toStdString(), "// first\n" + line.toStdString() + "\n"};
        QTEST(includeBreaches(source, m_windows).empty(), "allowed");
    }

    void noHeaderBringsWindowsWhereTheyMustNotBe()
    {
        QCOMPARE(join(windowsBehind(productSources(), m_windows), "\n"), std::string());
    }

    void seesAWindowBehindAHeader()
    {
        const std::vector<Source> sources{{"app/desktop/a.cpp", "#include \"ui/a.h\"\n"},
                                          {"app/main_gui.cpp", "#include \"ui/a.h\"\n"},
                                          {"app/b.cpp", "#include \"ui/c.h\"\n"},
                                          {"ui/a.h", "#include \"ui/b.h\"\n"},
                                          {"ui/b.h", "#include \"ui/a.h\"\n#include <QWidget>\n"},
                                          {"ui/c.h", "#include <QObject>\n"}};
        QCOMPARE(windowsBehind(sources, m_windows),
                 std::vector<std::string>{"app/desktop/a.cpp:1: ui/a.h brings windows (QWidget)"});
    }

    void refusesAMadeUpProcess_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char *path, const char *line, bool allowed) {
            QTest::newRow(line) << QString::fromUtf8(path) << QString::fromUtf8(line) << allowed;
        };
        row("core/git/a.cpp", "const int pid = fork();", false);
        row("core/git/a.cpp", "::execve(path, argv, envp);", false);
        row("core/git/a.cpp", "std::system(text);", false);
        row("core/git/a.cpp", "if (posix_spawn(&pid, path, 0, 0, argv, envp) != 0)", false);
        row("sandbox/a.cpp", "FILE *f = popen (text, mode);", false);
        row("sandbox/process.cpp", "const int pid = ::fork();", true);
        row("sandbox/inside/run.cpp", "const int pid = ::fork();", true);
        row("core/loop/a.cpp", "return session.fork(17);", true);
        row("core/loop/a.cpp", "return session->fork(17);", true);
        row("core/base/a.cpp", "return systemError(errno, what, path);", true);
        row("core/base/a.cpp", "// fork() and exec() happen elsewhere", true);
        row("core/base/a.cpp", "const char *text = \"fork()\";", true);
        row("core/index/a.cpp", "return application.exec();", true);
        row("core/base/a.cpp", "return QRandomGenerator::system();", true);
        row("core/base/a.cpp", "QRandomGenerator::system()->generate();", true);
    }
    void refusesAMadeUpProcess()
    {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QTEST(processBreaches({path.toStdString(), line.toStdString() + "\n"}).empty(), "allowed");
    }
};

QTEST_GUILESS_MAIN(IncludesTest)
#include "includes_test.moc"
