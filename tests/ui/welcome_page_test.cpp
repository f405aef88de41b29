// The start page: what it lists, what it asks for, and what it says while it waits.
#include "ui/panels/welcome_page.h"

#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

namespace {

QPushButton *button(const QWidget &page, const char *name)
{
    for (QPushButton *each : page.findChildren<QPushButton *>())
        if (each->accessibleName() == QLatin1String(name))
            return each;
    return nullptr;
}

bool says(const QWidget &page, const char *words)
{
    for (const QLabel *label : page.findChildren<QLabel *>())
        if (label->isVisible() && label->text().contains(QString::fromUtf8(words)))
            return true;
    return false;
}

} // namespace

class WelcomePageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyListSaysWhatComesThere()
    {
        WelcomePage page(m_theme);
        page.show();
        QVERIFY(says(page, "are listed here"));
        QVERIFY(!page.findChild<QListWidget *>()->isVisible());
        QVERIFY(says(page, "not examined yet"));
    }

    void opensARecentRepository()
    {
        WelcomePage page(m_theme);
        QSignalSpy asked(&page, &WelcomePage::repositoryAsked);
        page.setRecent({{"/somewhere/calc", QDateTime::currentDateTime(), true}});
        page.show();
        auto *list = page.findChild<QListWidget *>();
        QVERIFY(list->item(0)->text().contains(QLatin1String("/somewhere/calc")));
        QVERIFY(list->item(0)->text().contains(QLatin1String("last opened")));
        QTest::mouseClick(button(page, "Open the selected repository again"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<std::string>(), std::string("/somewhere/calc"));
    }

    void aVanishedOneIsMarkedAndCanBeTakenOff()
    {
        WelcomePage page(m_theme);
        QSignalSpy asked(&page, &WelcomePage::repositoryAsked);
        QSignalSpy removed(&page, &WelcomePage::removeRecentAsked);
        page.setRecent({{"/gone\x1b[31m", QDateTime::currentDateTime(), false}});
        page.show();
        auto *list = page.findChild<QListWidget *>();
        QVERIFY(list->item(0)->text().contains(QLatin1String("no longer there")));
        QVERIFY(!list->item(0)->text().contains(QLatin1Char('\x1b')));
        QVERIFY(!button(page, "Open the selected repository again")->isEnabled());
        list->setFocus();
        Q_EMIT list->itemActivated(list->item(0));
        QCOMPARE(asked.count(), 0);
        QTest::mouseClick(button(page, "Take the selected repository off the list"), Qt::LeftButton);
        QCOMPARE(removed.count(), 1);
        QCOMPARE(removed.front().front().value<std::string>(), std::string("/gone\x1b[31m"));
    }

    void eachSampleGoesByItsName_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<std::string>("sample");
        QTest::newRow("python") << QByteArray("Try the Python sample") << std::string("python");
        QTest::newRow("javascript") << QByteArray("Try the JavaScript sample") << std::string("javascript");
        QTest::newRow("c") << QByteArray("Try the C sample") << std::string("c");
    }
    void eachSampleGoesByItsName()
    {
        QFETCH(QByteArray, name);
        QFETCH(std::string, sample);
        WelcomePage page(m_theme);
        QSignalSpy asked(&page, &WelcomePage::sampleAsked);
        page.show();
        QTest::mouseClick(button(page, name.constData()), Qt::LeftButton);
        QCOMPARE(asked.front().front().value<std::string>(), sample);
    }

    void findingsHaveAGlyphWordsAndARemedy()
    {
        WelcomePage page(m_theme);
        page.show();
        page.setFindings({{"bubblewrap", Finding::State::Works, "version 0.8", "unused"},
                          {"memory limit", Finding::State::Limited, "best effort", "Start under systemd."},
                          {"node", Finding::State::Missing, "<b>nowhere</b>", "Install it."}});
        for (const char *words : {"✓", "!", "✗", "works: version 0.8", "limited: best effort",
                                  "Start under systemd.", "missing: <b>nowhere</b>", "Install it."})
            QVERIFY2(says(page, words), words);
        QVERIFY(!says(page, "unused"));
        page.setFindings({{"bubblewrap", Finding::State::Works, "version 0.8", ""}});
        QVERIFY(!says(page, "Install it."));
        QVERIFY(says(page, "All that was looked for works here."));
    }

    void whatIsNotNeededIsNoProblem()
    {
        WelcomePage page(m_theme);
        page.show();
        page.setFindings({{"podman", Finding::State::Limited, "not installed and not needed", ""}});
        QVERIFY(says(page, "Nothing that is needed is missing here."));
        QVERIFY(says(page, "not installed and not needed"));
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            const QColor ink = label->palette().color(QPalette::WindowText);
            QVERIFY2(ink != m_theme.colours().bad, qPrintable(label->text()));
            QVERIFY2(ink != m_theme.colours().warning, qPrintable(label->text()));
        }
        page.setFindings({{"podman", Finding::State::Limited, "not installed and not needed", ""},
                          {"node", Finding::State::Missing, "nowhere", "Install it."}});
        QVERIFY(says(page, "1 topic(s)"));
    }

    void asksOnceForAnExamination_data()
    {
        QTest::addColumn<bool>("asked");
        QTest::newRow("nobody asked") << false;
        QTest::newRow("the program asked before") << true;
    }
    void asksOnceForAnExamination()
    {
        QFETCH(bool, asked);
        WelcomePage page(m_theme);
        QSignalSpy asks(&page, &WelcomePage::examineAsked);
        if (asked)
            page.setExamining();
        QCOMPARE(asks.count(), 0);
        page.show();
        QCOMPARE(asks.count(), asked ? 0 : 1);
        page.hide();
        page.show();
        QCOMPARE(asks.count(), asked ? 0 : 1);
    }

    void saysWhichSamplesNeedAModel()
    {
        WelcomePage page(m_theme);
        page.show();
        QVERIFY(!says(page, "no key"));
        QVERIFY(says(page, "JavaScript and C need a model."));
        const QPushButton *python = button(page, "Try the Python sample");
        QVERIFY(python->isDefault());
        QVERIFY(python->toolTip().contains(QLatin1String("without a key")));
        for (const char *other : {"Try the JavaScript sample", "Try the C sample"}) {
            QVERIFY2(python->x() < button(page, other)->x(), other);
            QVERIFY2(!button(page, other)->isDefault(), other);
            QVERIFY2(button(page, other)->toolTip().contains(QLatin1String("needs a model")), other);
        }
    }

    void isBusyWhileTheMachineIsExamined()
    {
        WelcomePage page(m_theme);
        QSignalSpy asked(&page, &WelcomePage::examineAsked);
        page.show();
        asked.clear(); // the page asks by itself when it is shown first
        QPushButton *again = button(page, "Examine this machine again");
        QTest::mouseClick(again, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        page.setExamining();
        QVERIFY(page.findChild<QProgressBar *>()->isVisible());
        QVERIFY(!again->isEnabled());
        page.setExaminationFailed();
        QVERIFY(!page.findChild<QProgressBar *>()->isVisible());
        QVERIFY(again->isEnabled());
    }

    void nothingElseIsAskedWhileOneIsOpened()
    {
        WelcomePage page(m_theme);
        page.show();
        page.setOpening(true);
        QVERIFY(!button(page, "Try the Python sample")->isEnabled());
        QVERIFY(!button(page, "Open a repository")->isEnabled());
        page.setOpening(false);
        QVERIFY(button(page, "Open a repository")->isEnabled());
    }

private:
    Theme m_theme{ThemeChoice::Light};
};

QTEST_MAIN(WelcomePageTest)
#include "welcome_page_test.moc"
