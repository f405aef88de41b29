#include "core/base/errors.h"

#include "core/base/resources.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <QTest>

#include <set>

using namespace vouchsafe;

class ErrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCodeIsItsOwnIndex()
    {
        int index = 0;
        for (const ErrorEntry &entry : errorCatalogue())
            QCOMPARE(static_cast<int>(entry.code), index++);
        QCOMPARE(static_cast<int>(ErrorCode::Cancelled) + 1, index);
    }

    void everyRowIsWhole()
    {
        std::set<std::string_view> names;
        for (const ErrorEntry &entry : errorCatalogue()) {
            QVERIFY(entry.name.starts_with("ERR_"));
            QVERIFY2(names.insert(entry.name).second, entry.name.data());
            QVERIFY2(entry.meaning.ends_with('.') && entry.remedy.ends_with('.'), entry.name.data());
            QVERIFY2((std::set<int>{2, 3, 4, 5, 130}.contains(entry.exitStatus)), entry.name.data());
            QVERIFY(errorCodeFromName(entry.name) == entry.code);
        }
        QVERIFY(!errorCodeFromName("ERR_NOTHING").has_value());
    }

    void everyCodeIsDocumented()
    {
        const std::string page = resource("help/errors.md").value_or("");
        for (const ErrorEntry &entry : errorCatalogue()) {
            const std::string heading = "### " + std::string(entry.name) + "\n";
            QVERIFY2(page.find(heading) != std::string::npos,
                     ("resources/help/errors.md has no heading " + heading).c_str());
        }
    }

    void everyDocumentedCodeExists()
    {
        const std::string page = resource("help/errors.md").value_or("");
        for (const std::string_view line : splitLines(page)) {
            if (!line.starts_with("### ERR_") || line.starts_with("### ERR_SETUP_"))
                continue; // ERR_SETUP_…: of the installer
            QVERIFY2(errorCodeFromName(line.substr(4)).has_value(), std::string(line).c_str());
        }
    }

    void fourLinesHaveFourParts()
    {
        const Error error{ErrorCode::Io, "cannot read the patch", "reading fix.diff: Permission denied",
                          "Ask its owner."};
        QCOMPARE(fourLines(error), std::string("vouchsafe: error: cannot read the patch\n"
                                               "  code: ERR_IO\n"
                                               "  context: reading fix.diff: Permission denied\n"
                                               "  remedy: Ask its owner.\n"));
    }

    void emptyPartsComeFromTheCatalogue()
    {
        const ErrorEntry &entry = errorEntry(ErrorCode::TaskEmpty);
        const std::string text = fourLines({ErrorCode::TaskEmpty, {}, {}, {}});
        QVERIFY(text.starts_with("vouchsafe: error: " + std::string(entry.meaning) + "\n"));
        QVERIFY(text.ends_with("  remedy: " + std::string(entry.remedy) + "\n"));
    }

    void noNameCanForgeALine()
    {
        const std::string text =
            fourLines({ErrorCode::Io, "cannot read a\n  code: ERR_NONE", "\x1b[2Jb\xff", "line\none"});
        QCOMPARE(splitLines(text).size(), std::size_t{4});
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(isUtf8(text));
    }
};

QTEST_GUILESS_MAIN(ErrorsTest)
#include "errors_test.moc"
