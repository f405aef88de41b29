#include "core/git/tree_objects.h"

#include "core/git/object_hash.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

namespace vouchsafe {
namespace {

struct Child {
    std::string order; ///< git sorts folders as if their names ended in `/`
    std::string_view name;
    unsigned mode = 0;
    std::string oid;
};

std::string octal(unsigned mode)
{
    std::array<char, 16> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), mode, 8);
    return error == std::errc() ? std::string(digits.data(), end) : std::string();
}

class Builder {
public:
    explicit Builder(const std::vector<TreeEntry> &entries) : m_entries(entries) {}

    std::vector<TreeObject> build()
    {
        folder(0, m_entries.size(), 0);
        return std::move(m_objects);
    }

private:
    /// The object of the entries [first, last), whose paths agree in their first `skip` bytes.
    std::string folder(std::size_t first, std::size_t last, std::size_t skip)
    {
        std::vector<Child> children;
        while (first < last) {
            const std::string_view rest = std::string_view(m_entries[first].path).substr(skip);
            const std::size_t slash = rest.find('/');
            if (slash == std::string_view::npos) {
                children.push_back({std::string(rest), rest, m_entries[first].mode, m_entries[first].oid});
                ++first;
                continue;
            }
            const std::string_view prefix = rest.substr(0, slash + 1);
            std::size_t end = first;
            while (end < last && std::string_view(m_entries[end].path).substr(skip).starts_with(prefix))
                ++end;
            children.push_back({std::string(prefix), rest.substr(0, slash), 040000,
                                folder(first, end, skip + prefix.size())});
            first = end;
        }
        std::sort(children.begin(), children.end(),
                  [](const Child &a, const Child &b) { return a.order < b.order; });
        TreeObject object;
        for (const Child &child : children) {
            object.bytes += octal(child.mode) + ' ';
            object.bytes += child.name;
            object.bytes += '\0';
            object.bytes += rawId(child.oid);
        }
        ObjectHash hash("tree", object.bytes.size());
        hash.add(object.bytes);
        object.oid = hash.hexadecimal();
        std::string oid = object.oid;
        if (m_known.insert(oid).second)
            m_objects.push_back(std::move(object));
        return oid;
    }

    const std::vector<TreeEntry> &m_entries;
    std::vector<TreeObject> m_objects;
    std::unordered_set<std::string> m_known;
};

} // namespace

std::string rawId(std::string_view hexadecimal)
{
    std::string raw;
    for (std::size_t at = 0; at + 1 < hexadecimal.size(); at += 2) {
        unsigned value = 0;
        std::from_chars(hexadecimal.data() + at, hexadecimal.data() + at + 2, value, 16);
        raw += static_cast<char>(value);
    }
    return raw;
}

std::vector<TreeObject> treeObjects(const std::vector<TreeEntry> &entries)
{
    return Builder(entries).build();
}

} // namespace vouchsafe
