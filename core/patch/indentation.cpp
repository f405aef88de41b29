#include "core/patch/indentation.h"

#include <algorithm>

namespace vouchsafe {
bool IndentMap::learn(std::string_view patchIndent, std::string_view fileIndent)
{
    const auto [at, added] = m_pairs.try_emplace(std::string(patchIndent), fileIndent);
    return added || at->second == fileIndent;
}

bool IndentMap::changesAnything() const
{
    return std::any_of(m_pairs.begin(), m_pairs.end(),
                       [](const auto &pair) { return pair.first != pair.second; });
}

bool IndentMap::adopt(const IndentMap &other)
{
    if (std::any_of(m_pairs.begin(), m_pairs.end(), [](const auto &pair) { return !pair.first.empty(); }))
        return false;
    m_pairs.insert(other.m_pairs.begin(), other.m_pairs.end());
    return true;
}

std::string IndentMap::convert(std::string_view patchIndent) const
{
    if (const auto known = m_pairs.find(patchIndent); known != m_pairs.end())
        return known->second;
    if (m_pairs.empty())
        return std::string(patchIndent);

    // One step of depth, as the two deepest known levels show it in both texts.
    std::string patchUnit;
    std::string fileUnit;
    for (const auto &[patch, file] : m_pairs)
        for (const auto &[deeperPatch, deeperFile] : m_pairs)
            if (deeperPatch.size() > patch.size() && deeperPatch.starts_with(patch) &&
                deeperFile.size() > file.size() && deeperFile.starts_with(file) &&
                (patchUnit.empty() || deeperPatch.size() - patch.size() < patchUnit.size())) {
                patchUnit = deeperPatch.substr(patch.size());
                fileUnit = deeperFile.substr(file.size());
            }

    // The longest known indentation below it, then whole steps, then what is left as it is.
    const std::pair<const std::string, std::string> *below = nullptr;
    for (const auto &pair : m_pairs)
        if (patchIndent.starts_with(pair.first) && (!below || pair.first.size() > below->first.size()))
            below = &pair;
    if (below) {
        std::string indent = below->second;
        std::string_view rest = patchIndent.substr(below->first.size());
        if (patchUnit.empty() && !below->first.empty() && !below->second.empty() &&
            below->first.find_first_not_of(' ') == std::string::npos &&
            below->second.find_first_not_of('\t') == std::string::npos &&
            below->first.size() % below->second.size() == 0) {
            patchUnit = std::string(below->first.size() / below->second.size(), ' ');
            fileUnit = "\t";
        }
        while (!patchUnit.empty() && rest.starts_with(patchUnit)) {
            indent += fileUnit;
            rest.remove_prefix(patchUnit.size());
        }
        return indent + std::string(rest);
    }

    // Shallower than all that is known: undo the constant shift of the shallowest pair, step by step.
    const auto shallowest =
        std::min_element(m_pairs.begin(), m_pairs.end(),
                         [](const auto &a, const auto &b) { return a.first.size() < b.first.size(); });
    std::string indent = shallowest->second;
    std::size_t missing = shallowest->first.size() - std::min(shallowest->first.size(), patchIndent.size());
    const std::size_t step = patchUnit.empty() ? 1 : patchUnit.size();
    const std::size_t fileStep = fileUnit.empty() ? 1 : fileUnit.size();
    while (missing >= step && indent.size() >= fileStep) {
        indent.erase(indent.size() - fileStep);
        missing -= step;
    }
    return indent;
}

} // namespace vouchsafe
