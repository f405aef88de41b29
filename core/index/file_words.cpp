#include "core/index/file_words.h"

#include "core/index/words.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace vouchsafe {

namespace {

class Counter {
public:
    Counter(const FileSymbols &file, std::string_view source) : m_file(file), m_source(source) {}

    FileWords counted() &&
    {
        for (std::size_t index = 0; index < m_file.symbols.size(); ++index)
            countHead(index);
        countText();
        for (const auto &[key, count] : m_counts)
            m_words.counts.push_back(
                {static_cast<std::uint32_t>(key & 0xffffff), static_cast<std::uint32_t>(key >> 32),
                 static_cast<WordField>((key >> 24) & 0xff),
                 static_cast<std::uint16_t>(
                     std::min<std::uint32_t>(count, std::numeric_limits<std::uint16_t>::max()))});
        std::sort(m_words.counts.begin(), m_words.counts.end(), [](const WordCount &a, const WordCount &b) {
            return std::tie(a.symbol, a.field, a.word) < std::tie(b.symbol, b.field, b.word);
        });
        return std::move(m_words);
    }

private:
    /// Name, owner and parameters.
    void countHead(std::size_t index)
    {
        const Symbol &symbol = m_file.symbols[index];
        const std::size_t nameFrom = symbol.path.size() + 2;
        addText(symbol.name, index, WordField::Name);
        const std::size_t dot = symbol.id.rfind('.');
        if (dot != std::string::npos && dot > nameFrom && nameFrom <= symbol.id.size())
            addText(std::string_view(symbol.id).substr(nameFrom, dot - nameFrom), index, WordField::Owner);
        const std::size_t open = symbol.signature.find('(');
        if (open != std::string::npos)
            addText(std::string_view(symbol.signature).substr(open), index, WordField::Parameters);
    }

    /// Walks the file once: pieces between the borders of symbols and spans have one owner and one field
    /// each.
    void countText()
    {
        std::vector<std::size_t> open;
        std::size_t nextSymbol = 0;
        std::size_t nextSpan = 0;
        std::size_t at = 0;
        while (at < m_source.size()) {
            while (nextSymbol < m_file.symbols.size() && m_file.symbols[nextSymbol].startByte <= at)
                open.push_back(nextSymbol++);
            while (!open.empty() && m_file.symbols[open.back()].endByte <= at)
                open.pop_back();
            while (nextSpan < m_file.spans.size() && m_file.spans[nextSpan].end <= at)
                ++nextSpan;
            std::size_t end = m_source.size();
            if (nextSymbol < m_file.symbols.size())
                end = std::min(end, m_file.symbols[nextSymbol].startByte);
            if (!open.empty())
                end = std::min(end, m_file.symbols[open.back()].endByte);
            WordField field = WordField::Body;
            if (nextSpan < m_file.spans.size()) {
                const Span &span = m_file.spans[nextSpan];
                const bool inside = span.start <= at;
                end = std::min(end, inside ? span.end : span.start);
                if (inside)
                    field = span.kind == SpanKind::String ? WordField::Literal : WordField::Doc;
            }
            end = std::max(end, at + 1);
            addText(m_source.substr(at, end - at), ownerOf(open), field);
            at = end;
        }
    }

    std::size_t ownerOf(const std::vector<std::size_t> &open) const
    {
        if (open.empty())
            return m_file.symbols.size();
        const std::size_t innermost = open.back();
        const int parent = m_file.parents[innermost];
        const bool field = m_file.symbols[innermost].kind == SymbolKind::Field;
        return field && parent >= 0 ? static_cast<std::size_t>(parent) : innermost;
    }

    void addText(std::string_view text, std::size_t symbol, WordField field)
    {
        for (const std::string_view raw : rawWords(text))
            for (const std::uint32_t word : wordsOfRaw(raw))
                ++m_counts[(static_cast<std::uint64_t>(symbol) << 32) |
                           (static_cast<std::uint64_t>(field) << 24) | word];
    }

    /// Splitting and stemming happen once per distinct raw word of the file.
    const std::vector<std::uint32_t> &wordsOfRaw(std::string_view raw)
    {
        const auto [place, fresh] = m_raw.try_emplace(raw);
        if (fresh) {
            m_scratch.clear();
            appendWords(raw, m_scratch);
            for (std::string &word : m_scratch) {
                const auto [known, isNew] =
                    m_ids.try_emplace(std::move(word), static_cast<std::uint32_t>(m_words.words.size()));
                if (isNew)
                    m_words.words.push_back(known->first);
                place->second.push_back(known->second);
            }
        }
        return place->second;
    }

    const FileSymbols &m_file;
    std::string_view m_source;
    FileWords m_words;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_raw;
    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::unordered_map<std::uint64_t, std::uint32_t> m_counts; ///< symbol, field and word in one key
    std::vector<std::string> m_scratch;
};

} // namespace

FileWords countWords(const FileSymbols &file, std::string_view source)
{
    return Counter(file, source).counted();
}

} // namespace vouchsafe
