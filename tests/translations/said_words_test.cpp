// The window in a language that marks every word: the class that each string asks for at run time is the one
// that lupdate wrote down, and nothing that people read stands outside of tr().
#include "tests/translations/entries.h"
#include "tests/ui/models/sample_run.h"
#include "tests/ui/support/crawl.h"
#include "ui/dialogs/clean_question.h"
#include "ui/dialogs/discard_question.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/machine_dialog.h"
#include "ui/dialogs/reject_bar.h"
#include "ui/main_window.h"

#include <QAction>
#include <QMutex>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

using namespace vouchsafe;

namespace {

using Key = std::tuple<QString, QString, QString>; // context, source, comment

/// Marks what lupdate found as `⟦words⟧`, and writes down what it did not.
class MarkingTranslator : public QTranslator {
public:
    explicit MarkingTranslator(const std::vector<test::Entry> &entries)
    {
        for (const test::Entry &entry : entries)
            m_known.insert({entry.context, entry.source, entry.comment});
    }
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *comment, int) const override
    {
        Key key{QString::fromUtf8(context), QString::fromUtf8(source), QString::fromUtf8(comment)};
        const QMutexLocker lock(&m_mutex); // words are looked for on other threads too
        if (m_known.contains(key)) {
            m_asked.insert(key);
            return QStringLiteral("⟦%1⟧").arg(std::get<1>(key));
        }
        // Qt's own words for its dialogs and keys.
        static const QRegularExpression library(QStringLiteral("^Q[A-Z]"));
        if (std::get<0>(key).contains(library))
            m_library.insert(std::get<1>(key).remove(QLatin1Char('&')));
        else
            m_unknown.insert(QStringLiteral("%1: '%2'").arg(std::get<0>(key), std::get<1>(key)));
        return {};
    }
    bool isOfTheLibrary(const QString &text) const { return m_library.contains(text); }
    QStringList unknown() const { return {m_unknown.begin(), m_unknown.end()}; }
    std::set<QString> contexts() const
    {
        std::set<QString> contexts;
        for (const Key &key : m_asked)
            contexts.insert(std::get<0>(key));
        return contexts;
    }

private:
    std::set<Key> m_known;
    mutable QMutex m_mutex;
    mutable std::set<Key> m_asked;
    mutable std::set<QString> m_unknown;
    mutable std::set<QString> m_library;
};

ReviewPatch sampleReview()
{
    ReviewPatch review;
    review.run = "20261130-060211-abcd";
    review.iteration = 2;
    review.sha256 = "bb";
    review.patch.files = {{"a.py", "", ChangeKind::Modify, "one = 1\ntwo = 2\n", "one = 1\ntwo = 3\n"},
                          {"b.py", "", ChangeKind::Delete, "x = '\xe2\x80\xae'\n", ""}};
    review.sensitive = {"a.py: it is run by the checks"};
    return review;
}

OpenedRepository sampleRepository()
{
    OpenedRepository repository;
    repository.root = "/home/someone/calc";
    repository.branch = "main";
    repository.checks = {"make test"};
    repository.runs = {{"20261130-060211-abcd",
                        "2026-11-30T06:02:11Z",
                        repository.root,
                        "mend",
                        Outcome::Proven,
                        false,
                        false,
                        {}}};
    return repository;
}

/// The window through the states that show most of its words.
struct Tour {
    QTemporaryDir folder;
    Theme theme{ThemeChoice::Light};
    RunController controller;
    MainWindow window{controller, theme, std::filesystem::path(folder.path().toStdString()) / "window.ini"};

    template <typename Visit>
    void walk(Visit visit)
    {
        window.resize(1600, 1000);
        window.show();
        visit();
        controller.machineExamined({{"node", Finding::State::Missing, "x", "y"}});
        controller.failed(Act::OpenRepository, {ErrorCode::NotARepository, "no repository", "x", {}});
        visit();
        controller.repositoryOpened(sampleRepository());
        visit();
        controller.start({"mend f", {}, Stride::ToTheEnd});
        controller.runPrepared();
        controller.receive(test::eventsOf(test::sampleRunBodies()));
        controller.held({Phase::Verify, {}});
        visit();
        window.close(); // asks, since a run is live
        const DiscardQuestion question(&window);
        const std::vector<Holding> holdings{{"node", "x", 1 << 20, 2, true}};
        MachineDialog machine(theme, &window);
        machine.setFindings({{"node", Finding::State::Missing, "x", "y"}});
        machine.setHoldings(holdings);
        const CleanQuestion clean(holdings, &window);
        visit();
        controller.runEnded();
        controller.runOpened(test::sampleView(RunLife::Ended).state, RunLife::Ended, {});
        controller.reviewLoaded(sampleReview());
        window.parts().reject->ask();
        QTest::qWait(200); // the diff and the ledger are made on other threads
        for (const char *act : {"view.runs", "view.context", "view.output", "view.notices", "view.plan",
                                "view.tests", "view.timeline"}) {
            window.actions().get(act)->trigger();
            QTest::qWait(20);
            visit();
        }
        for (const char *act : {"review.apply", "help.shortcuts", "help.pages", "help.about"}) {
            window.actions().get(act)->trigger();
            QTest::qWait(20);
            visit();
        }
    }
};

void addCells(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                texts << model.index(row, column, parent).data(role).toString();
        addCells(model, model.index(row, 0, parent), texts);
    }
}

/// The pages of the handbook are written in one language.
bool isOfHelp(const QWidget *widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (qobject_cast<const HelpDialog *>(widget) != nullptr)
            return true;
    return false;
}

/// All that a person or a screen reader can come by.
QStringList saidTexts(const QWidget &window)
{
    QStringList texts = test::readableTexts(&window);
    for (const HelpDialog *help : window.findChildren<HelpDialog *>())
        for (const QString &text : test::readableTexts(help))
            texts.removeAll(text);
    for (const QAction *action : window.findChildren<QAction *>())
        texts << action->text() << action->toolTip() << action->statusTip();
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (isOfHelp(widget) || widget->objectName().startsWith(QLatin1String("qt_")) ||
            test::isInner(widget))
            continue;
        texts << widget->toolTip() << widget->windowTitle() << widget->property("text").toString()
              << widget->property("title").toString() << widget->property("placeholderText").toString();
        const auto *view = qobject_cast<const QAbstractItemView *>(widget);
        if (view == nullptr || view->model() == nullptr)
            continue;
        for (int column = 0; column < view->model()->columnCount(); ++column)
            texts << view->model()->headerData(column, Qt::Horizontal).toString();
        addCells(*view->model(), {}, texts);
    }
    return texts;
}

/// Without what the sample run holds, a key, or a word of the catalogue of errors, which is English in all
/// languages.
QString withoutData(QString text)
{
    static const QRegularExpression keys(QStringLiteral("^((Ctrl|Shift|Alt)\\+|F[0-9]).*$"));
    static const std::array data{"/home/someone/calc",
                                 "src/calc.py",
                                 "src/report.py::row",
                                 "src/report.py::table",
                                 "node_modules",
                                 ".venv",
                                 "node",
                                 "make test",
                                 "mend",
                                 "a.py",
                                 "b.py",
                                 "python3 -m pytest -q",
                                 "test_a.py::test_broken",
                                 "test_a.py::test_fine",
                                 "test_a.py::test_slow",
                                 "average",
                                 "total",
                                 "budget",
                                 "calc",
                                 "Handle an empty list in average",
                                 "called by average",
                                 "name has \"average\" (1 of 4 words)",
                                 "def average(values):\n    return sum(values) / len(values)\n",
                                 "every check exits 0 and 1 test went from fail to pass",
                                 "1 test fails as before",
                                 "hunk 1 moved by 2 lines",
                                 "it is run by the checks",
                                 "passes all tests",
                                 "tried 10 candidates",
                                 "the same test fails with another message",
                                 "the setting memory was ignored",
                                 "no repository",
                                 "An empty list has the average 0.",
                                 "Return 0 for an empty list",
                                 "Keep the sum for others",
                                 "Callers may rely on the exception",
                                 "openai:gpt-5",
                                 "run by 1 of 1 failing tests",
                                 "ERR_NOT_A_REPOSITORY",
                                 "Open a folder of a git repository, or run `git init` there first."};
    QStringList phrases;
    for (const char *phrase : data)
        phrases << QString::fromUtf8(phrase);
    std::sort(phrases.begin(), phrases.end(),
              [](const QString &a, const QString &b) { return a.size() > b.size(); });
    text.remove(keys).remove(QLatin1String("<p>")).remove(QLatin1String("</p>"));
    for (const QString &phrase : phrases)
        text.remove(phrase);
    return text;
}

/// What no mark surrounds.
QString outsideOfMarks(const QString &text)
{
    QString outside;
    int depth = 0;
    for (const QChar c : text) {
        depth += c == QChar(u'⟦') ? 1 : c == QChar(u'⟧') ? -1 : 0;
        if (depth == 0)
            outside += c;
    }
    return outside;
}

} // namespace

class SaidWordsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<test::Entry> m_entries;

private Q_SLOTS:
    void initTestCase()
    {
        m_entries = test::everyEntry(m_folder.path());
        QVERIFY(m_entries.size() > 500);
    }

    void everyStringIsAskedForByTheNameThatLupdateGaveIt()
    {
        MarkingTranslator marks(m_entries);
        QVERIFY(QCoreApplication::installTranslator(&marks));
        Tour tour;
        tour.walk([] {});
        QCOMPARE(marks.unknown().join(QLatin1Char('\n')), QString());
        std::set<QString> all;
        for (const test::Entry &entry : m_entries)
            all.insert(entry.context);
        const std::set<QString> asked = marks.contexts();
        // These name their class to tr() in so many words; the tour's patch has no need of them.
        for (const char *rare : {"ChangeNature", "DiffText", "PaneFillers", "ShownText"})
            all.erase(QStringLiteral("vouchsafe::") + QLatin1String(rare));
        QStringList never;
        for (const QString &context : all)
            if (!asked.contains(context))
                never << context;
        QCOMPARE(never.join(QLatin1String(", ")), QString());
    }

    void nothingIsSaidInOneLanguageAlone()
    {
        MarkingTranslator marks(m_entries);
        QVERIFY(QCoreApplication::installTranslator(&marks));
        Tour tour;
        std::set<QString> alone;
        qsizetype seen = 0;
        tour.walk([&] {
            static const QRegularExpression word(QStringLiteral("\\p{L}{2}"));
            for (const QString &text : saidTexts(tour.window))
                if (withoutData(outsideOfMarks(text)).contains(word) && !marks.isOfTheLibrary(text))
                    alone.insert(text);
            seen += saidTexts(tour.window).filter(QChar(u'⟦')).size();
        });
        QVERIFY(seen > 1000);
        QCOMPARE(QStringList(alone.begin(), alone.end()).join(QLatin1Char('\n')), QString());
    }
};

QTEST_MAIN(SaidWordsTest)
#include "said_words_test.moc"
