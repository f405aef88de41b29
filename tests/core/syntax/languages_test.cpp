// A file's language is told by its name, a `#!` line or, for `.h`, by what is in it.

#include "core/syntax/languages.h"

#include <QTest>

#include <string>

using namespace vouchsafe;

class LanguagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheLanguage_data();
    void tellsTheLanguage();
    void givesEveryLanguageAName();
};

void LanguagesTest::tellsTheLanguage_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("language"); // empty: none
    const auto row = [](const char *path, const char *head, const char *language) {
        QTest::newRow(
            qPrintable(QStringLiteral("%1 %2").arg(QString::fromUtf8(path), QString::fromUtf8(head))))
            << QByteArray(path) << QByteArray(head) << QByteArray(language);
    };
    row("pkg/a.py", "", "python");
    row("a.pyi", "", "python");
    row("a.mjs", "", "javascript");
    row("a.jsx", "", "javascript");
    row("a.ts", "", "typescript");
    row("a.d.ts", "", "typescript");
    row("a.tsx", "", "tsx");
    row("a.go", "", "go");
    row("src/lib.rs", "", "rust");
    row("a.c", "", "c");
    row("a.cc", "", "cpp");
    row("a.hpp", "", "cpp");
    row("a.h", "int f(void);\n", "c");
    row("a.h", "namespace a { }\n", "cpp");
    row("a.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n", "c");
    row("a.h", "// a class of errors\nint f(void);\n", "c");
    row("a.h", "/* std::string */\nint f(void);\n", "c");
    row("a.h", "class A {};\n", "cpp");
    row("a.h", "int class;\n", "c");
    row("a.h", "std::string name();\n", "cpp");
    row("a.h", "#define X \\\n  template\nint f(void);\n", "c");
    row("bin/tool", "#!/usr/bin/env python3\n", "python");
    row("bin/tool", "#!/usr/bin/env -S python3 -u\n", "python");
    row("bin/tool", "#!/usr/bin/node\n", "javascript");
    row("bin/tool", "#!/bin/sh\n", "");
    row("bin/tool", "#!", "");
    row("README.md", "", "");
    row(".py", "", "");
    row("Makefile", "", "");
    row("dir.py/file", "", "");
    row("a.", "", "");
    row("", "", "");
}

void LanguagesTest::tellsTheLanguage()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, language);
    const std::optional<Language> found = languageOf(path.toStdString(), head.toStdString());
    QCOMPARE(found ? std::string(languageName(*found)) : std::string(), language.toStdString());
}

void LanguagesTest::givesEveryLanguageAName()
{
    QCOMPARE(allLanguages().size(), std::size_t{8});
    for (const Language language : allLanguages())
        QVERIFY(!languageName(language).empty());
}

QTEST_GUILESS_MAIN(LanguagesTest)
#include "languages_test.moc"
