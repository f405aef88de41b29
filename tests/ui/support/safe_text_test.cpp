#include "ui/support/safe_text.h"

#include <QTest>

using namespace vouchsafe;

class SafeTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aByteOrderMarkIsSeenWhereverItStands()
    {
        QCOMPARE(safeText("\ufeffa"), QStringLiteral("⟨U+FEFF⟩a"));
        QCOMPARE(safeText("a\ufeff"), QStringLiteral("a⟨U+FEFF⟩"));
        QCOMPARE(safeLine("\ufeffa"), QStringLiteral("⟨U+FEFF⟩a"));
    }

    void whatIsNotUtf8IsReplaced()
    {
        QCOMPARE(safeText("a\xff"), QStringLiteral("a\ufffd"));
        QVERIFY(safeText("a\xe2\x82").contains(QChar(0xfffd))); // cut off at the end
    }
};

QTEST_GUILESS_MAIN(SafeTextTest)
#include "safe_text_test.moc"
