// What the two programs load: the command line needs no display, so it must not need a library of one.
#include <QProcess>
#include <QStringList>
#include <QTest>

namespace {

/// Every library that the program loads at its start, also for another library.
QStringList librariesOf(const QString &program)
{
    QProcess ldd;
    ldd.start(QStringLiteral("ldd"), {program});
    if (!ldd.waitForFinished(30'000) || ldd.exitStatus() != QProcess::NormalExit || ldd.exitCode() != 0)
        return {};
    QStringList names;
    for (const QString &line : QString::fromUtf8(ldd.readAllStandardOutput()).split(QLatin1Char('\n')))
        names << line.trimmed().section(QLatin1Char(' '), 0, 0);
    return names;
}

QStringList windowLibraries(const QString &program)
{
    QStringList found;
    for (const QString &name : librariesOf(program))
        for (const char *window : {"libQt6Gui.", "libQt6Widgets.", "libQt6Svg.", "libQt6PrintSupport.",
                                   "libQt6OpenGL", "libqscintilla2", "libX11.", "libwayland-", "libEGL."})
            if (name.startsWith(QLatin1String(window)))
                found << name;
    return found;
}

} // namespace

class LinkageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCommandLineLoadsNoWindow()
    {
        const QStringList libraries = librariesOf(QStringLiteral(VOUCHSAFE_PROGRAM));
        QVERIFY(!libraries.filter(QStringLiteral("libQt6Core.")).isEmpty());
        QCOMPARE(windowLibraries(QStringLiteral(VOUCHSAFE_PROGRAM)), QStringList());
    }

    void theWindowDoes()
    {
        const QStringList found = windowLibraries(QStringLiteral(VOUCHSAFE_GUI_PROGRAM));
        for (const char *library : {"libQt6Gui.", "libQt6Widgets.", "libqscintilla2"})
            QVERIFY2(!found.filter(QLatin1String(library)).isEmpty(), library);
    }
};

QTEST_GUILESS_MAIN(LinkageTest)
#include "linkage_test.moc"
