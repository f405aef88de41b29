// Every grammar is of a version that the library takes: newer ones would be refused silently.

#include "core/syntax/grammars.h"

#include <QTest>

#include <memory>
#include <string>

using namespace vouchsafe;

class GrammarsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTakenByTheLibrary_data();
    void isTakenByTheLibrary();
};

void GrammarsTest::isTakenByTheLibrary_data()
{
    QTest::addColumn<int>("language");
    for (const Language language : allLanguages())
        QTest::newRow(std::string(languageName(language)).c_str()) << static_cast<int>(language);
}

void GrammarsTest::isTakenByTheLibrary()
{
    QFETCH(int, language);
    const TSLanguage *grammar = grammarOf(static_cast<Language>(language));
    QVERIFY(grammar != nullptr);
    const std::uint32_t version = ts_language_version(grammar);
    QVERIFY2(version >= TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION &&
                 version <= TREE_SITTER_LANGUAGE_VERSION,
             std::to_string(version).c_str());
    const std::unique_ptr<TSParser, void (*)(TSParser *)> parser(ts_parser_new(), ts_parser_delete);
    QVERIFY(ts_parser_set_language(parser.get(), grammar));
}

QTEST_GUILESS_MAIN(GrammarsTest)
#include "grammars_test.moc"
