#include "core/base/text.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace vouchsafe;

/// Runs bootstrap.sh on a machine that is made of small scripts before the real PATH: a package that is
/// missing, an apt-get that fails where the test wants it to.
class BootstrapTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    struct Ended {
        int status = -1;
        std::string out;
        std::string err;
        std::string aptCalls;
    };

    void script(const char *name, const QByteArray &body) const
    {
        QFile file(m_folder.filePath(QStringLiteral("bin/") + QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    Ended bootstrap(const QStringList &arguments, const QStringList &settings = {},
                    const QString &root = QStringLiteral(VOUCHSAFE_SOURCE_DIR)) const
    {
        const QString log = m_folder.filePath(QStringLiteral("apt.log"));
        QFile::remove(log);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           m_folder.filePath(QStringLiteral("bin")) + QStringLiteral(":/usr/bin:/bin"));
        environment.insert(QStringLiteral("APT_LOG"), log);
        environment.insert(QStringLiteral("TMPDIR"), m_folder.path());
        for (const QString &setting : settings)
            environment.insert(setting.section(QLatin1Char('='), 0, 0), setting.section(QLatin1Char('='), 1));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QStringLiteral("/"));
        process.start(QStringLiteral("/bin/bash"),
                      QStringList{root + QStringLiteral("/installer/bootstrap.sh")} + arguments);
        process.waitForFinished(60'000);
        QFile calls(log);
        const bool called = calls.open(QIODevice::ReadOnly);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                process.readAllStandardOutput().toStdString(), process.readAllStandardError().toStdString(),
                called ? calls.readAll().toStdString() : std::string()};
    }

    static bool hasFourLines(const std::string &err, const char *code)
    {
        const auto lines = splitLines(err);
        return lines.size() >= 4 && lines[lines.size() - 4].starts_with("bootstrap: error: ") &&
               lines[lines.size() - 3] == "  code: " + std::string(code) &&
               lines[lines.size() - 2].starts_with("  context: ") && lines.back().starts_with("  remedy: ");
    }

    /// A folder with our scripts and nothing else of the project.
    QString checkout() const
    {
        const QString root = m_folder.filePath(QStringLiteral("checkout"));
        const QString source = QStringLiteral(VOUCHSAFE_SOURCE_DIR);
        QDir(root).removeRecursively();
        QDir().mkpath(root + QStringLiteral("/installer"));
        for (const char *name : {"bootstrap.sh", "packages.txt"})
            QFile::copy(source + QStringLiteral("/installer/") + QString::fromUtf8(name),
                        root + QStringLiteral("/installer/") + QString::fromUtf8(name));
        return root;
    }

private Q_SLOTS:
    void init()
    {
        QDir().mkpath(m_folder.filePath(QStringLiteral("bin")));
        script("dpkg-query", "for last; do :; done\n"
                             "[ \"$last\" != \"$ABSENT\" ] && echo installed\n");
        script("apt-get", "echo \"$@\" >> \"$APT_LOG\"\n"
                          "echo \"E: what apt-get says\"\n"
                          "case \"$*\" in\n"
                          "*update*) exit ${UPDATE:-0} ;;\n"
                          "*download-only*) exit ${DOWNLOAD:-0} ;;\n"
                          "*) exit ${INSTALL:-0} ;;\n"
                          "esac\n");
        script("apt-cache", "[ -n \"$UNKNOWN\" ] || echo \"Package: $4\"\n");
        script("sudo", "shift\nexec \"$@\"\n");
        script("npm", "exit ${NPM:-0}\n");
        script("bwrap", "exit 0\n");
    }

    void asksAptForNothingWhenEverythingIsThere()
    {
        const Ended ended = bootstrap({QStringLiteral("deps")});
        QCOMPARE(ended.status, 0);
        QCOMPARE(ended.aptCalls, std::string());
        QVERIFY(ended.out.find("Every package is there already.") != std::string::npos);
    }

    void installsOnlyWhatIsMissingAndSaysIt()
    {
        const Ended ended = bootstrap({QStringLiteral("deps")}, {QStringLiteral("ABSENT=ninja-build")});
        QCOMPARE(ended.status, 0);
        QVERIFY(ended.out.find("Installing 1 packages: ninja-build") != std::string::npos);
        const auto calls = splitLines(ended.aptCalls);
        QCOMPARE(calls.size(), std::size_t{3}); // update, download, install
        QVERIFY(calls[0].ends_with("update"));
        QVERIFY(calls[2].ends_with("install -y --no-install-recommends ninja-build"));
    }

    void installsNpmOnlyWhereNoneWorks()
    {
        const Ended ended = bootstrap({QStringLiteral("deps")}, {QStringLiteral("NPM=1")});
        QVERIFY(ended.out.find("Installing 1 packages: npm") != std::string::npos);
    }

    void saysInFourLinesWhatFailed_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("code");
        const QString absent = QStringLiteral("ABSENT=cmake");
        QTest::newRow("no network for the lists")
            << QStringList{absent, QStringLiteral("UPDATE=100"), QStringLiteral("UNKNOWN=1")}
            << QStringLiteral("ERR_NETWORK");
        QTest::newRow("no such package")
            << QStringList{absent, QStringLiteral("UNKNOWN=1")} << QStringLiteral("ERR_SETUP_PACKAGE");
        QTest::newRow("no network for the packages")
            << QStringList{absent, QStringLiteral("DOWNLOAD=100")} << QStringLiteral("ERR_NETWORK");
        QTest::newRow("dpkg fails") << QStringList{absent, QStringLiteral("INSTALL=100")}
                                    << QStringLiteral("ERR_SETUP_PACKAGE");
    }
    void saysInFourLinesWhatFailed()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, code);
        const Ended ended = bootstrap({QStringLiteral("deps")}, settings);
        QCOMPARE(ended.status, 5);
        QVERIFY2(hasFourLines(ended.err, code.toUtf8().constData()), ended.err.c_str());
    }

    void oneListThatIsDownDoesNotStopTheOthers()
    {
        const Ended ended = bootstrap({QStringLiteral("deps")},
                                      {QStringLiteral("ABSENT=cmake"), QStringLiteral("UPDATE=100")});
        QCOMPARE(ended.status, 0);
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("verb") << QStringList{QStringLiteral("destroy")};
        QTest::newRow("option") << QStringList{QStringLiteral("deps"), QStringLiteral("--force")};
        QTest::newRow("two verbs") << QStringList{QStringLiteral("deps"), QStringLiteral("build")};
        QTest::newRow("option of another verb")
            << QStringList{QStringLiteral("run"), QStringLiteral("--with-engines")};
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(QStringList, arguments);
        const Ended ended = bootstrap(arguments);
        QCOMPARE(ended.status, 2);
        QVERIFY(hasFourLines(ended.err, "ERR_USAGE"));
    }

    void saysHowASandboxCanBeAllowedAndInstallsNothingUnasked()
    {
        script("bwrap", "exit 1\n");
        const Ended ended = bootstrap({QStringLiteral("deps")});
        QCOMPARE(ended.status, 0);
        QVERIFY(ended.out.find("Bubblewrap cannot make a sandbox here yet") != std::string::npos);
        QVERIFY(ended.out.find("nothing runs unsandboxed instead") != std::string::npos);
    }

    void runGivesACommittedCopyOfTheSampleToTheProgramAndEndsWithItsStatus()
    {
        // A checkout with the program replaced by one that looks at what it was given.
        const QString root = checkout();
        QVERIFY(QDir().mkpath(root + QStringLiteral("/resources")) &&
                QDir().mkpath(root + QStringLiteral("/build/release/bin")));
        QVERIFY(QFile::link(QStringLiteral(VOUCHSAFE_SOURCE_DIR "/resources/samples"),
                            root + QStringLiteral("/resources/samples")));
        script("cmake", "exit 0\n");
        script("vouchsafe", "echo \"GIVEN $1 $3 $5 $6\"\n"
                            "git -C \"$2\" log --format='COMMIT %s'\n"
                            "git -C \"$2\" status --porcelain | sed 's/^/UNCLEAN /'\n"
                            "[ -e \"$2/TASK.md\" ] && echo TASK\n"
                            "[ -s \"$4\" ] && echo WORDS\n"
                            "exit 3\n");
        QVERIFY(QFile::link(m_folder.filePath(QStringLiteral("bin/vouchsafe")),
                            root + QStringLiteral("/build/release/bin/vouchsafe")));
        const Ended ended = bootstrap({QStringLiteral("run")}, {}, root);
        QVERIFY2(ended.status == 3, ended.err.c_str());
        QVERIFY2(ended.out.find("GIVEN run --task-file --engineer builtin\nCOMMIT Roombook 0.4.0\nWORDS\n") !=
                     std::string::npos,
                 ended.out.c_str());
        QVERIFY(ended.out.find("The run ended with exit status 3") != std::string::npos);
        QVERIFY(ended.out.find("apply last") == std::string::npos); // nothing to apply after a failure
    }

    void startsTheEnginesForTheTestsAndEndsThemAfterwards_data()
    {
        QTest::addColumn<int>("testsEnd");
        QTest::newRow("tests pass") << 0;
        QTest::newRow("tests fail") << 8;
    }
    void startsTheEnginesForTheTestsAndEndsThemAfterwards()
    {
        QFETCH(int, testsEnd);
        const QString root = checkout();
        const QString log = m_folder.filePath(QStringLiteral("engines.log"));
        QFile::remove(log);
        QVERIFY(QDir().mkpath(root + QStringLiteral("/tests/support")) &&
                QDir().mkpath(root + QStringLiteral("/build/engines")));
        script("engines", "echo \"$1\" >> \"$ENGINES_LOG\"\n"
                          "[ \"$1\" != env ] || echo \"VOUCHSAFE_TEST_IMAGE=the\\\\ image\"\n");
        QFile::copy(m_folder.filePath(QStringLiteral("bin/engines")),
                    root + QStringLiteral("/tests/support/engines.sh"));
        QFile backends(root + QStringLiteral("/build/engines/backends"));
        QVERIFY(backends.open(QIODevice::WriteOnly));
        backends.write("docker ready\npodman absent it does not start\n");
        backends.close();
        script("cmake", "exit 0\n");
        script("ctest", "echo \"tests $VOUCHSAFE_TEST_IMAGE\" >> \"$ENGINES_LOG\"\nexit $TESTS_END\n");
        const Ended ended =
            bootstrap({QStringLiteral("test"), QStringLiteral("--with-engines")},
                      {QStringLiteral("ENGINES_LOG=") + log, QStringLiteral("TESTS_END=%1").arg(testsEnd),
                       QStringLiteral("ABSENT=runsc")},
                      root);
        QVERIFY2(ended.status == testsEnd, (ended.out + ended.err).c_str());
        QVERIFY(ended.aptCalls.find(" runsc") != std::string::npos);
        QFile calls(log);
        QVERIFY(calls.open(QIODevice::ReadOnly));
        QCOMPARE(calls.readAll(), QByteArray("start\nenv\ntests the image\nstop\n"));
        QVERIFY2(ended.out.find("NOT RUN: the gauntlet on podman: it does not start") != std::string::npos,
                 ended.out.c_str());
    }

    void installsNoEngineUnasked()
    {
        const Ended ended = bootstrap({QStringLiteral("deps")}, {QStringLiteral("ABSENT=runsc")});
        QCOMPARE(ended.status, 0);
        QCOMPARE(ended.aptCalls, std::string());
    }

    void leavesNothingInTheTemporaryFolder()
    {
        bootstrap({QStringLiteral("deps")});
        const QStringList left =
            QDir(m_folder.path()).entryList({QStringLiteral("vouchsafe-setup-*")}, QDir::AllEntries);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char(' '))));
    }

    void helpNeedsNothing()
    {
        const Ended ended = bootstrap({QStringLiteral("--help")});
        QCOMPARE(ended.status, 0);
        QVERIFY(ended.out.starts_with("Usage: bash installer/bootstrap.sh VERB"));
    }
};

QTEST_GUILESS_MAIN(BootstrapTest)
#include "bootstrap_test.moc"
