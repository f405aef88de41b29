// What the desktop is told of the window: valid by the desktop's own tools, installed, and of one name.
#include "ui/support/app_id.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

const QString id = QLatin1String(vouchsafe::applicationId);

struct Ended {
    int status = -1;
    QString said;
};

Ended run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, QString::fromUtf8(process.readAll())};
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString valueOf(const QByteArray &entry, const char *key)
{
    const QRegularExpression line(QStringLiteral("^%1=(.*)$").arg(QLatin1String(key)),
                                  QRegularExpression::MultilineOption);
    return line.match(QString::fromUtf8(entry)).captured(1);
}

QStringList elements(const QByteArray &xml, const char *name)
{
    QStringList found;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String(name))
            found << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    return reader.hasError() ? QStringList() : found;
}

} // namespace

/// Reads the files where an installation of the component `desktop` puts them.
class DesktopFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_prefix;

    QString entryPath() const
    {
        return m_prefix.filePath(QStringLiteral("share/applications/%1.desktop").arg(id));
    }
    QString metainfoPath() const
    {
        return m_prefix.filePath(QStringLiteral("share/metainfo/%1.metainfo.xml").arg(id));
    }

    void validate(const char *tool, const QStringList &arguments, const QString &path, const QByteArray &good,
                  const QByteArray &bad)
    {
        const QString program = QStandardPaths::findExecutable(QLatin1String(tool));
        if (program.isEmpty())
            QSKIP("The desktop's tool is not installed: see installer/packages.txt, group test.");
        const Ended ended = run(program, arguments + QStringList{path});
        QVERIFY2(ended.status == 0, qPrintable(ended.said));
        // The tool sees faults here at all.
        QTemporaryDir folder;
        const QString broken = folder.filePath(QFileInfo(path).fileName());
        QByteArray text = contents(path);
        QVERIFY(text.contains(good));
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.replace(good, bad));
        file.close();
        QVERIFY(run(program, arguments + QStringList{broken}).status > 0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const Ended installed =
            run(QStringLiteral(CMAKE_PROGRAM),
                {QStringLiteral("--install"), QStringLiteral(BUILD_FOLDER), QStringLiteral("--component"),
                 QStringLiteral("desktop"), QStringLiteral("--prefix"), m_prefix.path()});
        QVERIFY2(installed.status == 0, qPrintable(installed.said));
    }

    void theEntryIsValid()
    {
        validate("desktop-file-validate", {}, entryPath(), "Type=Application", "Type=Nonsense");
    }

    void theDescriptionIsValid()
    {
        validate("appstreamcli", {QStringLiteral("validate"), QStringLiteral("--no-net")}, metainfoPath(),
                 "<metadata_license>CC0-1.0</metadata_license>", "");
    }

    void oneNameStandsForAll()
    {
        const QByteArray entry = contents(entryPath());
        QCOMPARE(valueOf(entry, "Icon"), id);
        QCOMPARE(valueOf(entry, "TryExec"), QStringLiteral("vouchsafe-gui"));
        // One folder at a time: the window opens one repository.
        QCOMPARE(valueOf(entry, "Exec"), QStringLiteral("vouchsafe-gui %f"));
        const QByteArray metainfo = contents(metainfoPath());
        QCOMPARE(elements(metainfo, "id"), QStringList{id});
        QCOMPARE(elements(metainfo, "launchable"), QStringList{id + QStringLiteral(".desktop")});
        QCOMPARE(elements(metainfo, "binary"), QStringList{QStringLiteral("vouchsafe-gui")});
        QCOMPARE(elements(metainfo, "name").first(), valueOf(entry, "Name"));
    }

    void theIconIsThere()
    {
        const QByteArray icon =
            contents(m_prefix.filePath(QStringLiteral("share/icons/hicolor/scalable/apps/%1.svg").arg(id)));
        QCOMPARE(icon, contents(QStringLiteral(VOUCHSAFE_SOURCE_DIR "/resources/icons/vouchsafe.svg")));
        QVERIFY(icon.contains("<svg"));
    }
};

QTEST_GUILESS_MAIN(DesktopFilesTest)
#include "desktop_files_test.moc"
