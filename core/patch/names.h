#pragma once
// From the names that a patch uses to paths of the tree.

#include "core/patch/refusal.h"
#include "core/ports/base_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One way to understand a name.
struct Reading {
    std::string path;      ///< relative to the root
    int strip = 0;         ///< leading parts left out
    bool fromRoot = false; ///< not below the opened folder, though one was given
    std::string note;      ///< the repair, empty for an ordinary reading

    bool operator==(const Reading &) const = default;
};

class Names {
public:
    Names(const BaseTree &tree, const PatchContext &context) : m_tree(tree), m_context(context) {}

    /// All ways to read the name, likeliest first, whether such files exist or not. `plain`: there is no a/
    /// or b/ to strip. Names that may not be used are refused.
    Read<std::vector<Reading>> readings(const std::string &name, bool plain) const;

    bool exists(std::string_view path) const { return findEntry(m_tree, path) != nullptr; }
    /// Whether files stand below the path.
    bool isFolder(std::string_view path) const;
    /// The first path of the tree below `path`, skipping `gone`; empty where there is none.
    std::string firstBelow(std::string_view path, const std::vector<std::string> &gone) const;

    /// Where a new file goes: one of its readings.
    Reading forNewFile(const std::vector<Reading> &readings, const std::string &name, bool stripPrefix) const;
    /// Another path of the tree that is the same name in another Unicode form; empty where there is none.
    std::string twinOf(const std::string &path) const;
    /// Paths of the tree with the same last part, for a refusal.
    std::vector<PatchPlace> alike(std::string_view path) const;

private:
    std::optional<std::string> belowRepository(std::string_view absolute) const;
    Refused outside(const std::string &name) const;

    const BaseTree &m_tree;
    const PatchContext &m_context;
};

/// a/, b/ and what git's diff.mnemonicPrefix writes.
bool isUsualPrefix(std::string_view part);

} // namespace vouchsafe
