#include "core/index/graph_builder.h"

#include "core/index/import_resolver.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace vouchsafe {

namespace {

// Steps of the walker, forward and back, as measured on commits of five Python projects.
constexpr double containsDown = .3;
constexpr double containsUp = 1.0;
constexpr double callBack = .5;    ///< of the call's own weight
constexpr double testFactor = 1.5; ///< of a call from a test
constexpr double testBack = .2;
constexpr double importWeight = .3;
constexpr double inheritsWeight = .7;
constexpr double inheritsBack = .5;
constexpr double hiddenFactor = .1; ///< dunder names, and `_private` ones of other files
constexpr double commonFactor = .3; ///< names that are defined more than commonCount times
constexpr std::size_t commonCount = 5;
constexpr std::size_t mostCandidates = 20; ///< a call with more means nothing

bool canBeCalled(SymbolKind kind)
{
    return kind != SymbolKind::Variable && kind != SymbolKind::Constant && kind != SymbolKind::Field &&
           kind != SymbolKind::Module;
}

bool isMember(SymbolKind kind)
{
    return kind == SymbolKind::Method || kind == SymbolKind::Test || kind == SymbolKind::Fixture;
}

std::string_view folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// `A.B` of `::A.B.f`: what a symbol belongs to, by its name.
std::string_view ownerOf(std::string_view id)
{
    const std::size_t dot = id.rfind('.');
    return dot == std::string_view::npos || dot < 2 ? std::string_view() : id.substr(2, dot - 2);
}

struct Place {
    std::uint32_t node; ///< in the whole tree
    std::uint32_t file;
    std::uint32_t symbol; ///< in its file
};

class GraphMaker {
public:
    GraphMaker(const std::vector<std::string> &paths, const std::vector<GraphFile> &files,
               std::uint32_t symbols)
        : m_paths(paths), m_files(files), m_symbols(symbols), m_imports(paths)
    {
        for (std::uint32_t file = 0; file < files.size(); ++file) {
            const std::vector<Symbol> &own = files[file].record->file.symbols;
            for (std::uint32_t symbol = 0; symbol < own.size(); ++symbol)
                if (canBeCalled(own[symbol].kind))
                    m_byName[own[symbol].name].push_back({files[file].firstSymbol + symbol, file, symbol});
        }
    }

    SymbolGraph made(const std::stop_token &stop) &&
    {
        for (std::uint32_t file = 0; file < m_files.size() && !stop.stop_requested(); ++file) {
            addContainment(file);
            addImports(file);
            addReferences(file);
        }
        return std::move(m_builder).frozen(m_symbols + static_cast<std::uint32_t>(m_files.size()));
    }

private:
    std::uint32_t fileNode(std::uint32_t file) const { return m_symbols + file; }
    const FileSymbols &symbolsOf(std::uint32_t file) const { return m_files[file].record->file; }
    const Symbol &symbolAt(const Place &place) const { return symbolsOf(place.file).symbols[place.symbol]; }

    void addContainment(std::uint32_t file)
    {
        const FileSymbols &own = symbolsOf(file);
        for (std::size_t symbol = 0; symbol < own.symbols.size(); ++symbol) {
            const int parent = own.parents[symbol];
            const std::uint32_t from =
                parent < 0 ? fileNode(file) : m_files[file].firstSymbol + static_cast<std::uint32_t>(parent);
            m_builder.add(from, m_files[file].firstSymbol + static_cast<std::uint32_t>(symbol),
                          EdgeKind::Contains, containsDown, containsUp);
        }
    }

    void addImports(std::uint32_t file)
    {
        m_imported.clear();
        m_modules.clear();
        m_renamed.clear();
        const FileSymbols &own = symbolsOf(file);
        for (const Import &import : own.imports) {
            for (const std::uint32_t target : m_imports.resolve(import, m_paths[file], own.language)) {
                if (target == file)
                    continue;
                if (m_imported.insert(target).second)
                    m_builder.add(fileNode(file), fileNode(target), EdgeKind::Imports, importWeight,
                                  importWeight);
                if (!import.alias.empty())
                    m_modules[import.alias].insert(target);
                if (!import.name.empty())
                    m_modules[import.name].insert(target);
                m_modules[import.module].insert(target);
                m_modules[import.module.substr(import.module.find_last_of("/.:") + 1)].insert(target);
            }
            if (!import.name.empty() && !import.alias.empty())
                m_renamed[import.alias] = import.name;
        }
    }

    void addReferences(std::uint32_t file)
    {
        const FileSymbols &own = symbolsOf(file);
        // Equal calls of one function count once with the root of their number.
        std::map<std::tuple<int, ReferenceKind, std::string_view, std::string_view>, int> counts;
        for (const Reference &reference : own.references)
            ++counts[{reference.symbol, reference.kind, reference.name, reference.qualifier}];
        for (const auto &[key, count] : counts) {
            const auto &[symbol, kind, name, qualifier] = key;
            addReference(file, symbol, kind, name, qualifier, count);
        }
    }

    void addReference(std::uint32_t file, int symbol, ReferenceKind kind, std::string_view name,
                      std::string_view qualifier, int count)
    {
        if (const auto renamed = m_renamed.find(name); renamed != m_renamed.end())
            name = renamed->second;
        const auto named = m_byName.find(name);
        if (named == m_byName.end())
            return;
        const std::vector<Place> targets = resolved(named->second, file, symbol, qualifier);
        if (targets.empty() || targets.size() > mostCandidates)
            return;
        const std::uint32_t from =
            symbol < 0 ? fileNode(file) : m_files[file].firstSymbol + static_cast<std::uint32_t>(symbol);
        if (kind == ReferenceKind::Inherits) {
            for (const Place &target : targets)
                m_builder.add(from, target.node, EdgeKind::Inherits,
                              inheritsWeight / static_cast<double>(targets.size()),
                              inheritsBack / static_cast<double>(targets.size()));
            return;
        }
        double weight = std::sqrt(count) / static_cast<double>(targets.size());
        if (named->second.size() > commonCount)
            weight *= commonFactor;
        for (const Place &target : targets) {
            const bool hidden = name.starts_with("__") || (name.starts_with('_') && target.file != file);
            const double own = hidden ? weight * hiddenFactor : weight;
            if (m_files[file].test && !m_files[target.file].test)
                m_builder.add(from, target.node, EdgeKind::Tests, testFactor * own, testBack * own);
            else
                m_builder.add(from, target.node, EdgeKind::Calls, own, callBack * own);
        }
    }

    template <typename Condition>
    static std::vector<Place> only(const std::vector<Place> &places, Condition wanted)
    {
        std::vector<Place> kept;
        std::copy_if(places.begin(), places.end(), std::back_inserter(kept), wanted);
        return kept;
    }

    /// The nearest that fit: the own type or scope, the file, what is imported, the folder, anything.
    std::vector<Place> resolved(const std::vector<Place> &named, std::uint32_t file, int symbol,
                                std::string_view qualifier) const
    {
        const FileSymbols &own = symbolsOf(file);
        const std::string_view owner =
            symbol < 0 ? std::string_view() : ownerOf(own.symbols[static_cast<std::size_t>(symbol)].id);
        const bool onSelf =
            qualifier == "self" || qualifier == "this" || qualifier == "cls" || qualifier == "Self";
        if (onSelf && !owner.empty()) {
            std::vector<Place> members = only(named, [&](const Place &place) {
                return place.file == file && ownerOf(symbolAt(place).id) == owner;
            });
            if (!members.empty())
                return members;
        }
        if (!qualifier.empty() && !onSelf && qualifier != "?") {
            const std::string_view last = qualifier.substr(qualifier.find_last_of(".:") + 1);
            if (const auto module = m_modules.find(qualifier); module != m_modules.end()) {
                std::vector<Place> inside =
                    only(named, [&](const Place &place) { return module->second.contains(place.file); });
                if (!inside.empty())
                    return inside;
            }
            std::vector<Place> members = only(named, [&](const Place &place) {
                const std::string_view type = ownerOf(symbolAt(place).id);
                return type == last || type.ends_with("." + std::string(last));
            });
            if (!members.empty())
                return members;
        }
        return nearest(qualifier.empty() ? withoutMembers(named, file, owner) : membersFirst(named), file);
    }

    /// A bare name means no method of another type.
    std::vector<Place> withoutMembers(const std::vector<Place> &named, std::uint32_t file,
                                      std::string_view owner) const
    {
        return only(named, [&](const Place &place) {
            return !isMember(symbolAt(place).kind) ||
                   (place.file == file && !owner.empty() && ownerOf(symbolAt(place).id) == owner);
        });
    }

    std::vector<Place> membersFirst(const std::vector<Place> &named) const
    {
        std::vector<Place> members =
            only(named, [&](const Place &place) { return isMember(symbolAt(place).kind); });
        return members.empty() ? named : members;
    }

    std::vector<Place> nearest(const std::vector<Place> &places, std::uint32_t file) const
    {
        std::vector<Place> found = only(places, [&](const Place &place) { return place.file == file; });
        if (found.empty())
            found = only(places, [&](const Place &place) { return m_imported.contains(place.file); });
        if (found.empty())
            found = only(places, [&](const Place &place) {
                return folderOf(m_paths[place.file]) == folderOf(m_paths[file]);
            });
        return found.empty() ? places : found;
    }

    const std::vector<std::string> &m_paths;
    const std::vector<GraphFile> &m_files;
    std::uint32_t m_symbols;
    ImportResolver m_imports;
    SymbolGraph::Builder m_builder;
    std::unordered_map<std::string_view, std::vector<Place>> m_byName;
    // Of the file at hand:
    std::set<std::uint32_t> m_imported;
    std::map<std::string, std::set<std::uint32_t>, std::less<>>
        m_modules;                                             ///< by every name that means it here
    std::map<std::string, std::string, std::less<>> m_renamed; ///< alias to the name in its module
};

} // namespace

SymbolGraph buildGraph(const std::vector<std::string> &paths, const std::vector<GraphFile> &files,
                       std::uint32_t symbols, const std::stop_token &stop)
{
    return GraphMaker(paths, files, symbols).made(stop);
}

} // namespace vouchsafe
