// The files of translations/: up to date with the sources, complete, and right for one and for two.
#include "tests/translations/entries.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace vouchsafe::test;

namespace {

const char *const due =
    "The strings of the window changed: run `cmake --build BUILD --target vouchsafe_lupdate`, "
    "fill the new entries of translations/*.ts and commit them (translations/README.md).";

QStringList translationFiles()
{
    return QDir(QStringLiteral(VOUCHSAFE_TRANSLATIONS)).entryList({QStringLiteral("vouchsafe_*.ts")});
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString withoutNumbers(QString text)
{
    static const QRegularExpression digits(QStringLiteral("[0-9]+"));
    return text.remove(digits);
}

/// What is wrong with these words for 1 and for 2 of something; empty when nothing is.
QString wrongPlural(const QString &source, const QString &one, const QString &two)
{
    static const QRegularExpression either(QStringLiteral(R"(\(e?s\))"));
    static const QRegularExpression arguments(QStringLiteral("%[1-9]"));
    const auto argumentsOf = [](const QString &text) {
        QStringList found;
        for (auto it = arguments.globalMatch(text); it.hasNext();)
            found << it.next().captured();
        found.sort();
        return found;
    };
    for (const QString &words : {one, two})
        if (words.contains(either) || words.contains(QLatin1String("%n")) || words.trimmed() != words ||
            words.contains(QLatin1String("  ")) || argumentsOf(words) != argumentsOf(source))
            return QStringLiteral("not well formed: '%1'").arg(words);
    const auto holds = [](QString words, char number) {
        return words.remove(arguments).contains(QLatin1Char(number));
    };
    if (!holds(one, '1') || !holds(two, '2'))
        return QStringLiteral("no number: '%1', '%2'").arg(one, two);
    if (source.contains(either) && withoutNumbers(one) == withoutNumbers(two))
        return QStringLiteral("one form for both: '%1'").arg(one);
    return {};
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFileIsUpToDate()
    {
        QTemporaryDir folder;
        QVERIFY(!translationFiles().isEmpty());
        for (const QString &name : translationFiles())
            QVERIFY(QFile::copy(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/") + name, folder.filePath(name)));
        const Updated updated = updateTranslations(folder.path());
        QVERIFY2(updated.worked, qPrintable(updated.said));
        for (const QString &name : translationFiles())
            QVERIFY2(contents(folder.filePath(name)) ==
                         contents(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/") + name),
                     qPrintable(name + QStringLiteral(". ") + QString::fromUtf8(due)));
    }

    void lupdateUnderstandsEveryClass()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/vouchsafe_en.ts"),
                            folder.filePath(QStringLiteral("vouchsafe_en.ts"))));
        // It warns of a class that it does not know and of one without Q_OBJECT; such strings stay
        // untranslated.
        QCOMPARE(updateTranslations(folder.path()).said, QString());
    }

    void aStringThatIsMissingIsTakenIn()
    {
        // Without this the comparison above could be one of nothing.
        QTemporaryDir folder;
        const std::vector<Entry> all = everyEntry(folder.path());
        const auto plural = std::count_if(all.begin(), all.end(), [](const Entry &e) { return e.plural; });
        QVERIFY(all.size() > 500 && plural > 30);
        QVERIFY(std::all_of(all.begin(), all.end(), [](const Entry &e) { return e.unfinished; }));
        QCOMPARE(std::size_t(plural),
                 readEntries(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/vouchsafe_en.ts")).size());
    }

    void noEntryIsUnfinished()
    {
        for (const QString &name : translationFiles())
            for (const Entry &entry : readEntries(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/") + name))
                QVERIFY2(!entry.unfinished && !entry.translations.contains(QString()),
                         qPrintable(QStringLiteral("%1: %2: '%3'. %4")
                                        .arg(name, entry.context, entry.source, QString::fromUtf8(due))));
    }

    void everyNumberHasItsForms()
    {
        QTranslator texts;
        QVERIFY(texts.load(QLocale(QLocale::English), QStringLiteral("vouchsafe"), QStringLiteral("_"),
                           QStringLiteral(VOUCHSAFE_COMPILED_TRANSLATIONS)));
        QVERIFY(QCoreApplication::installTranslator(&texts));
        const std::vector<Entry> entries =
            readEntries(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/vouchsafe_en.ts"));
        QVERIFY(entries.size() > 30);
        QStringList wrong;
        for (const Entry &entry : entries) {
            QVERIFY2(entry.plural, qPrintable(entry.source));
            const auto words = [&](int n) {
                return QCoreApplication::translate(entry.context.toUtf8().constData(),
                                                   entry.source.toUtf8().constData(),
                                                   entry.comment.toUtf8().constData(), n);
            };
            const QString what = wrongPlural(entry.source, words(1), words(2));
            if (!what.isEmpty())
                wrong << QStringLiteral("%1: '%2' is %3").arg(entry.context, entry.source, what);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    void aWrongPluralIsSeen_data()
    {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("two");
        QTest::addColumn<bool>("right");
        QTest::newRow("right") << "1 test of %1"
                               << "2 tests of %1" << true;
        QTest::newRow("untranslated") << "1 test(s) of %1"
                                      << "2 test(s) of %1" << false;
        QTest::newRow("no difference") << "1 tests of %1"
                                       << "2 tests of %1" << false;
        QTest::newRow("a lost argument") << "1 test of %1"
                                         << "2 tests" << false;
        QTest::newRow("a lost number") << "One test of %1"
                                       << "2 tests of %1" << false;
        QTest::newRow("an empty form") << ""
                                       << "2 tests of %1" << false;
    }
    void aWrongPluralIsSeen()
    {
        QFETCH(QString, one);
        QFETCH(QString, two);
        QTEST(wrongPlural(QStringLiteral("%n test(s) of %1"), one, two).isEmpty(), "right");
    }
};

QTEST_GUILESS_MAIN(TranslationsTest)
#include "translations_test.moc"
