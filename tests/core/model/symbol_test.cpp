#include "core/model/symbol.h"

#include <QTest>

#include <set>

using namespace vouchsafe;

class SymbolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (int i = 0; i <= static_cast<int>(SymbolKind::Fixture); ++i)
            QVERIFY(names.insert(symbolKindName(static_cast<SymbolKind>(i))).second);
    }

    void namesFollowTheEnumeration()
    {
        QCOMPARE(std::string(symbolKindName(SymbolKind::Function)), std::string("function"));
        QCOMPARE(std::string(symbolKindName(SymbolKind::Macro)), std::string("macro"));
        QCOMPARE(std::string(symbolKindName(SymbolKind::Fixture)), std::string("fixture"));
    }
};

QTEST_GUILESS_MAIN(SymbolTest)
#include "symbol_test.moc"
