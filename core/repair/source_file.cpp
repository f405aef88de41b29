#include "core/repair/source_file.h"

#include "core/repair/editable.h"

namespace vouchsafe::repair {

std::optional<SourceFile> loadSource(const BaseTree &base, const std::string &path,
                                     const std::vector<std::string> &protect)
{
    const TreeEntry *entry = findEntry(base, path);
    if (entry == nullptr || !isEditable(*entry, protect))
        return std::nullopt;
    Result<std::string> bytes = base.read(path);
    if (!bytes)
        return std::nullopt;
    Result<Tree> tree = Tree::parse(Language::Python, std::move(*bytes));
    if (!tree)
        return std::nullopt;
    const Original original{spelling(*tree), parseErrors(*tree)};
    return SourceFile{path, entry->mode, std::move(*tree), original};
}

} // namespace vouchsafe::repair
