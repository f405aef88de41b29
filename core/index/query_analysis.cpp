#include "core/index/query_analysis.h"

#include "core/base/text.h"
#include "core/index/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <tuple>

namespace vouchsafe {

namespace {

constexpr std::size_t mostWords = 60;
constexpr double titleWeight = 2;
constexpr double codeWeight = 3;

bool isPathByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == '/' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// How surely a word names a symbol: one that looks like code or stands among code does, `option` may be
/// English, and short plain words name nothing.
double nameCertainty(std::string_view raw, char next, bool code)
{
    constexpr double plain = .3;
    bool looksLikeCode = code || raw.find('_') != std::string_view::npos || next == '(';
    for (std::size_t at = 1; at < raw.size(); ++at)
        looksLikeCode = looksLikeCode || (std::isupper(static_cast<unsigned char>(raw[at])) != 0 &&
                                          std::islower(static_cast<unsigned char>(raw[at - 1])) != 0);
    if (looksLikeCode)
        return 1;
    return raw.size() >= 4 ? plain : 0;
}

struct WordWeight {
    double position = 0;
    int count = 0;
    bool ofTask = false;
};

class Analyser {
public:
    Analyser(const RetrievalRequest &request, const SymbolIndex &index, const BaseTree &tree,
             double testWeight)
        : m_request(request), m_index(index), m_tree(tree), m_testWeight(testWeight)
    {
    }

    StructuredQuery analysed() &&
    {
        const TracedText task = readTraces(m_request.text);
        takeFrames(task.traces);
        takeProse(task.prose);
        for (const TestCase &test : m_request.failing) {
            takeTestId(test.id, test.file);
            const TracedText message = readTraces(test.message);
            takeFrames(message.traces);
            countText(message.prose, m_testWeight, false);
        }
        takeFrames(readTraces(m_request.output).traces);
        for (const std::uint32_t test : m_query.tests)
            countText(textOf(test), m_testWeight, false);
        takePins();
        chooseWords();
        return std::move(m_query);
    }

private:
    void takeFrames(const std::vector<Trace> &traces)
    {
        for (const Trace &trace : traces) {
            int depth = 0;
            for (const Frame &frame : trace.frames) {
                const IndexedFile *file = fileOfPrintedPath(m_index, frame.path);
                const std::optional<std::uint32_t> symbol =
                    file != nullptr ? symbolAt(m_index, *file, frame.line) : std::nullopt;
                if (!symbol)
                    continue;
                // The test that failed is the outer end of its trace, not a suspect.
                if (file->test) {
                    addTest(*symbol);
                    continue;
                }
                const auto known =
                    std::find_if(m_query.frames.begin(), m_query.frames.end(),
                                 [&](const FoundFrame &each) { return each.symbol == *symbol; });
                if (known == m_query.frames.end())
                    m_query.frames.push_back({*symbol, file->path, frame.line, depth});
                else
                    known->depth = std::min(known->depth, depth);
                ++depth;
            }
        }
    }

    void takeProse(const std::string &prose)
    {
        bool title = true;
        bool fenced = false;
        for (const std::string_view line : splitLines(prose)) {
            if (trimmed(line).empty())
                continue;
            if (trimmed(line).starts_with("```")) {
                fenced = !fenced;
                continue;
            }
            takeNames(line, fenced);
            takePaths(line);
            const double weight = fenced ? codeWeight : title ? titleWeight : 1;
            title = false;
            // Between backticks stands code.
            bool code = false;
            for (const std::string &part : split(line, '`')) {
                countText(part, code ? codeWeight : weight, true);
                code = !code;
            }
        }
    }

    void takeNames(std::string_view line, bool fenced)
    {
        for (const std::string_view raw : rawWords(line)) {
            const std::size_t end = static_cast<std::size_t>(raw.data() - line.data()) + raw.size();
            const char next = end < line.size() ? line[end] : ' ';
            const std::span<const std::uint32_t> named = m_index.named(raw);
            const std::size_t start = static_cast<std::size_t>(raw.data() - line.data());
            const bool quoted =
                std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(start), '`') % 2 == 1;
            const bool member = start > 1 && line[start - 1] == '.';
            const double certainty = nameCertainty(raw, next, fenced || quoted || member);
            if (named.empty() || certainty == 0)
                continue;
            std::vector<std::uint32_t> meant(named.begin(), named.end());
            // `Url.parse`: the name before the dot tells which one.
            if (member) {
                const std::vector<std::string_view> before = rawWords(line.substr(0, start - 1));
                if (!before.empty())
                    keepMembers(meant, before.back());
            }
            std::erase_if(
                meant, [this](std::uint32_t symbol) { return m_index.files()[m_index.fileOf(symbol)].test; });
            const double strength = certainty / std::sqrt(meant.size());
            for (const std::uint32_t symbol : meant)
                m_query.anchors[symbol] = std::max(m_query.anchors[symbol], strength);
        }
    }

    void keepMembers(std::vector<std::uint32_t> &meant, std::string_view owner) const
    {
        std::vector<std::uint32_t> members;
        const std::string tail = std::string(owner) + '.';
        for (const std::uint32_t symbol : meant)
            if (m_index.symbols()[symbol].id.find(tail) != std::string::npos)
                members.push_back(symbol);
        if (!members.empty())
            meant = std::move(members);
    }

    void takePaths(std::string_view line)
    {
        std::size_t at = 0;
        while (at < line.size()) {
            if (!isPathByte(line[at])) {
                ++at;
                continue;
            }
            std::size_t end = at;
            while (end < line.size() && isPathByte(line[end]))
                ++end;
            std::string_view word = line.substr(at, end - at);
            if (line.substr(end).starts_with("::"))
                takeTestId(std::string(line.substr(at, line.find_first_of(" \t`'\"", at) - at)), {});
            while (word.ends_with('.'))
                word.remove_suffix(1);
            at = end;
            if (word.find('.') == std::string_view::npos && word.find('/') == std::string_view::npos)
                continue;
            const IndexedFile *file = fileOfPrintedPath(m_index, word);
            if (file != nullptr &&
                std::find(m_query.paths.begin(), m_query.paths.end(), file->path) == m_query.paths.end())
                m_query.paths.push_back(file->path);
        }
    }

    /// `a/b.py::T::t[x]`, `pkg.TestX/sub`, `tests::works`: by file where one is named, else by the last name.
    void takeTestId(const std::string &id, const std::string &fileName)
    {
        const std::string plain = id.substr(0, id.find('['));
        std::vector<std::string> parts;
        for (const std::string &part : split(replaceAll(plain, "::", "\n"), '\n'))
            if (!part.empty())
                parts.push_back(part);
        if (parts.empty())
            return;
        const IndexedFile *file = fileOfPrintedPath(m_index, fileName.empty() ? parts.front() : fileName);
        const std::string_view name = parts.back();
        std::span<const std::uint32_t> named = m_index.named(name);
        // Go's subtests and unittest's dotted names.
        if (named.empty())
            named = m_index.named(name.substr(0, name.find('/')));
        if (named.empty())
            named = m_index.named(name.substr(name.rfind('.') + 1));
        for (const std::uint32_t symbol : named) {
            const IndexedFile &own = m_index.files()[m_index.fileOf(symbol)];
            if (file != nullptr ? &own == file
                                : own.test || m_index.symbols()[symbol].kind == SymbolKind::Test)
                addTest(symbol);
        }
    }

    void addTest(std::uint32_t symbol)
    {
        if (std::find(m_query.tests.begin(), m_query.tests.end(), symbol) == m_query.tests.end())
            m_query.tests.push_back(symbol);
    }

    std::string textOf(std::uint32_t symbol) const
    {
        const Symbol &wanted = m_index.symbols()[symbol];
        const Result<std::string> source = m_tree.read(wanted.path);
        if (!source || wanted.startByte > source->size())
            return {};
        return source->substr(wanted.startByte, wanted.endByte - wanted.startByte);
    }

    void countText(std::string_view text, double weight, bool ofTask)
    {
        for (std::string &word : wordsOf(text)) {
            WordWeight &known = m_words[std::move(word)];
            known.position = std::max(known.position, weight);
            known.ofTask = known.ofTask || ofTask;
            ++known.count;
        }
    }

    void takePins()
    {
        for (const std::string &pin : m_request.pinned) {
            if (const Symbol *symbol = m_index.symbol(pin)) {
                m_query.pinned.push_back(m_index.numberOf(*symbol));
                continue;
            }
            const IndexedFile *file = m_index.file(pin);
            for (std::uint32_t at = 0; file != nullptr && at < file->symbolCount; ++at)
                if (m_index.parents()[file->firstSymbol + at] < 0)
                    m_query.pinned.push_back(file->firstSymbol + at);
        }
    }

    void chooseWords()
    {
        std::vector<std::tuple<double, std::string, WordWeight>> rated;
        for (const auto &[word, weight] : m_words) {
            const double value =
                weight.position * (1 + std::log(weight.count)) * m_index.postings().rarity(word);
            if (value > 0)
                rated.emplace_back(value, word, weight);
        }
        std::sort(rated.begin(), rated.end(), [](const auto &a, const auto &b) {
            return std::get<0>(a) != std::get<0>(b) ? std::get<0>(a) > std::get<0>(b)
                                                    : std::get<1>(a) < std::get<1>(b);
        });
        rated.resize(std::min(rated.size(), mostWords));
        for (const auto &[value, word, weight] : rated) {
            m_query.words.push_back({word, weight.position * (1 + std::log(weight.count))});
            m_query.taskWords += weight.ofTask ? 1 : 0;
        }
    }

    const RetrievalRequest &m_request;
    const SymbolIndex &m_index;
    const BaseTree &m_tree;
    double m_testWeight;
    std::map<std::string, WordWeight> m_words;
    StructuredQuery m_query;
};

} // namespace

StructuredQuery analyse(const RetrievalRequest &request, const SymbolIndex &index, const BaseTree &tree,
                        double testWeight)
{
    return Analyser(request, index, tree, testWeight).analysed();
}

std::optional<std::uint32_t> symbolAt(const SymbolIndex &index, const IndexedFile &file, int line)
{
    std::optional<std::uint32_t> found;
    for (std::uint32_t number = file.firstSymbol; number < file.firstSymbol + file.symbolCount; ++number) {
        const Symbol &symbol = index.symbols()[number];
        // Enclosing ones come first, so the last that fits is the innermost.
        if (symbol.start <= line && line <= symbol.end && symbol.kind != SymbolKind::Field)
            found = number;
    }
    return found;
}

const IndexedFile *fileOfPrintedPath(const SymbolIndex &index, std::string_view printed)
{
    while (printed.starts_with("./"))
        printed.remove_prefix(2);
    if (printed.empty())
        return nullptr;
    const auto endsIn = [](std::string_view whole, std::string_view end) {
        return whole.ends_with(end) &&
               (whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/');
    };
    const IndexedFile *longest = nullptr;
    const IndexedFile *only = nullptr;
    int ending = 0;
    for (const IndexedFile &file : index.files()) {
        if (endsIn(printed, file.path) && (longest == nullptr || file.path.size() > longest->path.size()))
            longest = &file;
        if (endsIn(file.path, printed)) {
            only = &file;
            ++ending;
        }
    }
    if (longest != nullptr)
        return longest;
    // A bare `utils.py` that several folders have names none of them.
    return ending == 1 ? only : nullptr;
}

} // namespace vouchsafe
