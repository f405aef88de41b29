#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

/// Each sample fails one test, and passes all when the one token of its fault is mended.
class SamplesTest : public QObject {
    Q_OBJECT

    static void copy(const QString &from, const QString &to)
    {
        QDir().mkpath(to);
        const QDir source(from);
        for (const QFileInfo &entry :
             source.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden)) {
            const QString target = to + QLatin1Char('/') + entry.fileName();
            if (entry.isDir())
                copy(entry.filePath(), target);
            else
                QVERIFY(QFile::copy(entry.filePath(), target));
        }
    }

    struct Ended {
        int status = -1;
        QString out;
    };

    static Ended run(const QString &folder, const QStringList &command)
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.setWorkingDirectory(folder);
        process.start(command.first(), command.mid(1));
        process.waitForFinished(60'000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAll())};
    }

    static void mend(const QString &path, const QByteArray &fault, const QByteArray &right)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        QCOMPARE(bytes.count(fault), 1);
        bytes.replace(fault, right);
        file.resize(0);
        file.seek(0);
        file.write(bytes);
    }

private Q_SLOTS:
    void failsOneTestUntilItsFaultIsMended_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("failed");
        QTest::addColumn<int>("failures");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QByteArray>("right");
        const auto words = [](const char *text) { return QString::fromUtf8(text).split(QLatin1Char(' ')); };
        QTest::newRow("python") << words("/usr/bin/python3 -m pytest -q -p no:cacheprovider")
                                << QStringLiteral("^FAILED ") << 1 << QStringLiteral("roombook/slots.py")
                                << QByteArray("other.start <= self.end")
                                << QByteArray("other.start < self.end");
        QTest::newRow("javascript") << words("/usr/bin/node --test --test-reporter=tap")
                                    << QStringLiteral("^ +not ok .* - holds") << 1
                                    << QStringLiteral("src/cache.js") << QByteArray("size >= this.#limit")
                                    << QByteArray("size > this.#limit");
        QTest::newRow("c") << words("/usr/bin/make check") << QStringLiteral("^not ok ") << 1
                           << QStringLiteral("src/ring.c") << QByteArray("index > r->count")
                           << QByteArray("index >= r->count");
    }
    void failsOneTestUntilItsFaultIsMended()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, failed);
        QFETCH(int, failures);
        QFETCH(QString, file);
        QFETCH(QByteArray, fault);
        QFETCH(QByteArray, right);
        if (!QFile::exists(command.first()))
            QSKIP(qPrintable(command.first() + QStringLiteral(" is not installed")));
        QTemporaryDir folder;
        const QString place = folder.filePath(QStringLiteral("copy"));
        copy(QStringLiteral(VOUCHSAFE_SOURCE_DIR "/resources/samples/") +
                 QString::fromUtf8(QTest::currentDataTag()),
             place);
        QVERIFY(QFile::exists(place + QStringLiteral("/TASK.md")) &&
                QFile::exists(place + QStringLiteral("/README.md")));

        const Ended before = run(place, command);
        QVERIFY2(before.status > 0, qPrintable(before.out));
        QRegularExpression expression(failed, QRegularExpression::MultilineOption);
        int count = 0;
        for (auto matches = expression.globalMatch(before.out); matches.hasNext(); matches.next())
            ++count;
        QVERIFY2(count == failures, qPrintable(before.out));

        // A mended module of the same second and size would be taken from Python's cache.
        QDir(place + QStringLiteral("/roombook/__pycache__")).removeRecursively();
        mend(place + QLatin1Char('/') + file, fault, right);
        const Ended after = run(place, command);
        QVERIFY2(after.status == 0, qPrintable(after.out));
    }
};

QTEST_GUILESS_MAIN(SamplesTest)
#include "samples_test.moc"
