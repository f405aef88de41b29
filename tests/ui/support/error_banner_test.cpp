// An error in place: its four parts, plain, closable, one for each act.
#include "ui/support/banner_stack.h"
#include "ui/support/error_banner.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace vouchsafe;

namespace {

Error sampleError(std::string context = "opening /somewhere")
{
    return {ErrorCode::NotARepository, "the folder is <b>no</b> git repository", std::move(context),
            "Open another."};
}

QStringList shownTexts(const QWidget &banner)
{
    QStringList texts;
    for (const QLabel *label : banner.findChildren<QLabel *>())
        if (label->isVisible())
            texts << label->text();
    return texts;
}

QToolButton *button(const QWidget &banner, const char *name)
{
    for (QToolButton *each : banner.findChildren<QToolButton *>())
        if (each->accessibleName() == QLatin1String(name))
            return each;
    return nullptr;
}

} // namespace

class ErrorBannerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsTheFourPartsAsTheyAre()
    {
        ErrorBanner banner(m_theme, sampleError());
        banner.show();
        const QStringList texts = shownTexts(banner);
        for (const char *part : {"the folder is <b>no</b> git repository", "ERR_NOT_A_REPOSITORY",
                                 "opening /somewhere", "Open another."})
            QVERIFY2(texts.contains(QLatin1String(part)), part);
        for (const QLabel *label : banner.findChildren<QLabel *>())
            QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
        QVERIFY(banner.accessibleName().contains(QLatin1String("git repository")));
    }

    void takesTheUsualRemedyWhereNoneIsGiven()
    {
        ErrorBanner banner(m_theme, {ErrorCode::NotARepository, "what", "where", {}});
        const std::string_view usual = errorEntry(ErrorCode::NotARepository).remedy;
        QVERIFY(!usual.empty());
        banner.show();
        QVERIFY(shownTexts(banner).contains(
            QString::fromUtf8(usual.data(), static_cast<qsizetype>(usual.size()))));
    }

    void foldsALongContextAwayAtFirst()
    {
        const std::string longContext(2000, 'x');
        ErrorBanner banner(m_theme, sampleError(longContext));
        banner.show();
        QVERIFY(!shownTexts(banner).contains(QString::fromStdString(longContext)));
        QTest::mouseClick(button(banner, "Details"), Qt::LeftButton);
        QVERIFY(shownTexts(banner).contains(QString::fromStdString(longContext)));
    }

    void copiesAllFourLines()
    {
        ErrorBanner banner(m_theme, sampleError());
        banner.show();
        QTest::mouseClick(button(banner, "Copy this message"), Qt::LeftButton);
        const QString copied = QApplication::clipboard()->text();
        QCOMPARE(copied.toStdString(), fourLines(sampleError()));
    }

    void hasOneBannerForEachAct()
    {
        BannerStack stack(m_theme);
        QVERIFY(stack.isHidden());
        stack.put(Act::OpenRepository, sampleError());
        stack.put(Act::Apply, sampleError());
        stack.put(Act::OpenRepository, {ErrorCode::Io, "another", {}, {}});
        QVERIFY(!stack.isHidden());
        QCOMPARE(QString::fromStdString(stack.banner(Act::OpenRepository)->error().what),
                 QStringLiteral("another"));
        stack.take(Act::Apply);
        QVERIFY(stack.banner(Act::Apply) == nullptr);
        QVERIFY(!stack.isHidden());
        stack.take(Act::OpenRepository);
        QVERIFY(stack.isHidden());
    }

    void closesByItsButton()
    {
        BannerStack stack(m_theme);
        stack.put(Act::Run, sampleError());
        stack.show();
        QTest::mouseClick(button(stack, "Close this message"), Qt::LeftButton);
        QVERIFY(stack.banner(Act::Run) == nullptr);
        QVERIFY(stack.isHidden());
    }

private:
    Theme m_theme{ThemeChoice::Light};
};

QTEST_MAIN(ErrorBannerTest)
#include "error_banner_test.moc"
