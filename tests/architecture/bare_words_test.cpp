// Words for people are written inside of tr(), as whole sentences; a simple reading of the calls that show
// words.
#include "core/base/text.h"
#include "tests/architecture/sources.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

/// Literals that are shown in every language as they are: `file: literal`.
const std::set<std::string> shownAsTheyAre{};

const std::regex &showingCall()
{
    static const std::regex call(
        R"(\b(set(Text|ToolTip|StatusTip|WhatsThis|WindowTitle|Title|PlaceholderText|AccessibleName|)"
        R"(AccessibleDescription|InformativeText|DetailedText|LabelText|ButtonText|Suffix|Prefix|)"
        R"(SpecialValueText|HeaderLabels?|HeaderLabelText|TabText|TabToolTip|PlainText|Html|IconText)|)"
        R"(add(Action|Menu|Item|Items|Row|Tab|Button|ToolBar|Text|Section)|insert(Item|Tab|Row|Section)|)"
        R"(showMessage|showText|getExistingDirectory|getOpenFileName|getSaveFileName|)"
        R"(Q(Label|PushButton|ToolButton|CheckBox|RadioButton|GroupBox|DockWidget|Menu|Action|MessageBox))\s*\()");
    return call;
}

std::size_t closing(std::string_view code, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return code.size();
}

/// The name right before this place: `tr` before the bracket of `Words::tr(`.
std::string nameBefore(std::string_view code, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(code[begin - 1])) || code[begin - 1] == '_'))
        --begin;
    return std::string(code.substr(begin, at - begin));
}

/// Whether the literal stands in a call whose argument is no word for people.
bool isInside(const std::vector<std::string> &calls)
{
    static const std::set<std::string> harmless{"tr",       "translate", "icon", "inkIcon",      "value",
                                                "property", "tabIcon",   "get",  "setObjectName"};
    return std::any_of(calls.begin(), calls.end(),
                       [](const std::string &call) { return harmless.contains(call); });
}

bool hasWords(std::string_view literal)
{
    static const std::regex word(R"((^|[^\\%&A-Za-z])[A-Za-z]{2,}|&[A-Za-z]{2,})");
    return std::regex_search(literal.begin(), literal.end(), word);
}

int lineOf(std::string_view text, std::size_t at)
{
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Literals with words between two brackets that no tr() holds.
std::vector<std::string> bareWords(std::string_view text, std::string_view code, std::size_t open,
                                   std::size_t close)
{
    std::vector<std::string> found;
    std::vector<std::string> calls;
    for (std::size_t i = open; i < close; ++i) {
        if (code[i] == '(')
            calls.push_back(nameBefore(code, i));
        else if (code[i] == ')')
            calls.pop_back();
        else if (text.substr(i).starts_with("//"))
            i = std::min(text.find('\n', i), close);
        else if (text[i] == '"') {
            const std::size_t begin = ++i;
            while (i < close && text[i] != '"')
                i += text[i] == '\\' ? 2 : 1;
            const std::string literal(text.substr(begin, i - begin));
            if (hasWords(literal) && !isInside(calls))
                found.push_back(literal);
        }
    }
    return found;
}

std::vector<std::string> untranslated(const Source &source)
{
    std::vector<std::string> breaches;
    const std::string code = codeOf(source.text);
    for (auto it = std::sregex_iterator(code.begin(), code.end(), showingCall());
         it != std::sregex_iterator(); ++it) {
        const auto open = static_cast<std::size_t>(it->position() + it->length() - 1);
        for (const std::string &words : bareWords(source.text, code, open, closing(code, open)))
            if (!shownAsTheyAre.contains(source.path + ": " + words))
                breaches.push_back(source.path + ":" + std::to_string(lineOf(code, open)) +
                                   ": not in tr(): " + words);
    }
    return breaches;
}

/// `tr("a") + b`, `b + tr("a").arg(c)`: sentences that no other language could order in its own way.
std::vector<std::string> glued(const Source &source)
{
    static const std::regex call(R"(((\w+::)*\b(tr|translate))\s*\()");
    std::vector<std::string> breaches;
    const std::string code = codeOf(source.text);
    const auto blank = [&](std::size_t at) {
        return std::isspace(static_cast<unsigned char>(code[at])) != 0;
    };
    for (auto it = std::sregex_iterator(code.begin(), code.end(), call); it != std::sregex_iterator(); ++it) {
        const auto begin = static_cast<std::size_t>(it->position());
        std::size_t before = begin;
        while (before > 0 && blank(before - 1))
            --before;
        std::size_t after = closing(code, begin + static_cast<std::size_t>(it->length()) - 1) + 1;
        for (;;) { // over .arg(…)
            while (after < code.size() && blank(after))
                ++after;
            const std::size_t open = code.find('(', after);
            if (after >= code.size() || code[after] != '.' || open == std::string::npos)
                break;
            after = closing(code, open) + 1;
        }
        const bool plusBefore = before > 0 && code[before - 1] == '+';
        const std::string_view rest =
            after < code.size() ? std::string_view(source.text).substr(after) : std::string_view();
        if (plusBefore ||
            (rest.starts_with('+') && !rest.starts_with("+ '\\n'"))) // the end of a line is no word
            breaches.push_back(source.path + ":" + std::to_string(lineOf(code, begin)) + ": glued to a tr()");
    }
    return breaches;
}

std::vector<Source> shownSources()
{
    std::vector<Source> sources;
    for (const Source &source : productSources())
        if (source.path.starts_with("ui/") || source.path.starts_with("app/desktop/") ||
            source.path == "app/main_gui.cpp")
            sources.push_back(source);
    return sources;
}

} // namespace

class BareWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyWordIsTranslated()
    {
        std::vector<std::string> breaches;
        std::ptrdiff_t calls = 0;
        for (const Source &source : shownSources()) {
            const std::string code = codeOf(source.text);
            calls += std::distance(std::sregex_iterator(code.begin(), code.end(), showingCall()), {});
            for (const std::string &breach : untranslated(source))
                breaches.push_back(breach);
        }
        QVERIFY(calls > 100); // a scan of nothing would find nothing
        QVERIFY2(breaches.empty(), ("\n" + join(breaches, "\n")).c_str());
    }

    void noSentenceIsGlued()
    {
        std::vector<std::string> breaches;
        for (const Source &source : shownSources())
            for (const std::string &breach : glued(source))
                breaches.push_back(breach);
        QVERIFY2(breaches.empty(), ("\n" + join(breaches, "\n")).c_str());
    }

    void everyExceptionIsStillThere()
    {
        std::string all;
        for (const Source &source : shownSources())
            all += source.text;
        for (const std::string &exception : shownAsTheyAre)
            QVERIFY2(all.find(exception.substr(exception.find(": ") + 2)) != std::string::npos,
                     exception.c_str());
    }

    void seesAMadeUpLine_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char *line, bool allowed) {
            QTest::newRow(line) << QString::fromUtf8(line) << allowed;
        };
        row(R"(label->setText(tr("Some words"));)", true);
        row(R"(label->setText(Words::tr("Some words of %1").arg(name));)", true);
        row(R"(label->setText(QStringLiteral("Some words"));)", false);
        row(R"(label->setText(QString::fromUtf8("Some words of %1").arg(tr("x")));)", false);
        row("label->setToolTip(\n    isOpen ? QStringLiteral(\"&Close\")\n           : QString());", false);
        row(R"(menu->addAction(icon(QStringLiteral("open")), tr("Open"));)", true);
        row(R"(menu->addAction(icon(QStringLiteral("open")), QStringLiteral("Open"));)", false);
        row(R"(auto *label = new QLabel(QLatin1String("words"), this);)", false);
        row(R"(label->setText(QStringLiteral("%1 · %2").arg(a, b)); // "words")", true);
        row(R"(label->setObjectName(QStringLiteral("the.name"));)", true);
        row(R"(label->setText(tr("Some words") + name);)", false);
        row(R"(label->setText(tr("%1 words").arg(count) + name);)", false);
        row(R"(text = name + Words::tr("words");)", false);
        row(R"(text = name + QCoreApplication::translate("A", "words");)", false);
        row(R"(parts += tr("words");)", true);
        row(R"(text += tr("A line.").toStdString() + '\n';)", true);
        row(R"(label->setText(a.remove(QChar(u'…'))); other(QStringLiteral("words"));)", true);
        row(R"(const int width = str(a) + b;)", true);
    }
    void seesAMadeUpLine()
    {
        QFETCH(QString, line);
        const Source source{"ui/a.cpp", line.toStdString() + "\n"};
        QTEST(untranslated(source).empty() && glued(source).empty(), "allowed");
    }
};

QTEST_GUILESS_MAIN(BareWordsTest)
#include "bare_words_test.moc"
