#include "core/index/file_words.h"

#include "core/index/words.h"

#include <algorithm>
#include <limits>
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
        expand();
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
        const std::uint64_t place = (static_cast<std::uint64_t>(symbol) << symbolShift) |
                                    (static_cast<std::uint64_t>(field) << fieldShift);
        for (const std::string_view raw : rawWords(text))
            m_places.push_back(place | numberOf(raw));
    }

    /// Splitting and stemming happen once per distinct raw word of the file.
    std::uint64_t numberOf(std::string_view raw)
    {
        const auto [place, fresh] = m_raw.try_emplace(raw, m_wordsOfRaw.size());
        if (!fresh)
            return place->second;
        m_scratch.clear();
        appendWords(raw, m_scratch);
        std::vector<std::uint32_t> &words = m_wordsOfRaw.emplace_back();
        for (std::string &word : m_scratch) {
            const auto [known, isNew] =
                m_ids.try_emplace(std::move(word), static_cast<std::uint32_t>(m_words.words.size()));
            if (isNew)
                m_words.words.push_back(known->first);
            words.push_back(known->second);
        }
        return place->second;
    }

    /// From raw words in places to counts of words: sorting numbers is cheaper than a table of counters.
    void expand()
    {
        std::vector<std::uint64_t> places;
        places.reserve(m_places.size());
        for (const std::uint64_t place : m_places)
            for (const std::uint32_t word : m_wordsOfRaw[place & wordMask])
                places.push_back((place & ~wordMask) | word);
        std::sort(places.begin(), places.end());
        for (std::size_t at = 0; at < places.size();) {
            const std::uint64_t place = places[at];
            std::size_t end = at;
            while (end < places.size() && places[end] == place)
                ++end;
            const std::size_t count =
                std::min<std::size_t>(end - at, std::numeric_limits<std::uint16_t>::max());
            m_words.counts.push_back({static_cast<std::uint32_t>(place & wordMask),
                                      static_cast<std::uint32_t>(place >> symbolShift),
                                      static_cast<WordField>((place >> fieldShift) & 0xf),
                                      static_cast<std::uint16_t>(count)});
            at = end;
        }
    }

    // A place in one number: symbol, field and word. A file of 1 MiB holds fewer than 2^24 words.
    static constexpr unsigned symbolShift = 28;
    static constexpr unsigned fieldShift = 24;
    static constexpr std::uint64_t wordMask = (std::uint64_t{1} << fieldShift) - 1;

    const FileSymbols &m_file;
    std::string_view m_source;
    FileWords m_words;
    std::unordered_map<std::string_view, std::size_t> m_raw;
    std::vector<std::vector<std::uint32_t>> m_wordsOfRaw; ///< by the number in m_raw
    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<std::uint64_t> m_places;
    std::vector<std::string> m_scratch;
};

} // namespace

FileWords countWords(const FileSymbols &file, std::string_view source)
{
    return Counter(file, source).counted();
}

} // namespace vouchsafe
