// Identifiers and prose become the same words, whatever their spelling.

#include "core/index/words.h"

#include <QTest>

#include <string>

using namespace vouchsafe;

class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsIdentifiers_data();
    void splitsIdentifiers();
    void stemsLightly_data();
    void stemsLightly();
};

void WordsTest::splitsIdentifiers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *text, const char *words) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(words);
    };
    row("HTTPServerError", "http serv httpservererror");
    row("parse_url", "parse url parse_url");
    row("getItemCount", "item count getitemcount");
    row("the error is in utf8 code", "utf 8 utf8 code");
    row("__init__", "init");
    row("x", "");
    row("404 12", "404");
    row("os.path.join", "os path join");
    row("日本語", "日本 本語");
    row("größe “quoted”", "größe quot");
    row("", "");
}

void WordsTest::splitsIdentifiers()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    std::string joined;
    for (const std::string &word : wordsOf(text.toStdString()))
        joined += (joined.empty() ? "" : " ") + word;
    QCOMPARE(QString::fromStdString(joined), QString::fromUtf8(words));
}

void WordsTest::stemsLightly_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("stem");
    for (const auto &[word, stem] :
         {std::pair("queries", "query"), std::pair("parsing", "pars"), std::pair("parsed", "pars"),
          std::pair("parser", "pars"), std::pair("urls", "url"), std::pair("class", "class"),
          std::pair("red", "red"), std::pair("sing", "sing")})
        QTest::newRow(word) << QByteArray(word) << QByteArray(stem);
}

void WordsTest::stemsLightly()
{
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, stem);
    QCOMPARE(QString::fromStdString(stemmed(word.toStdString())), QString::fromUtf8(stem));
}

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
