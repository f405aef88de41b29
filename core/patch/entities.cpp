#include "core/patch/entities.h"

#include <array>
#include <utility>

namespace vouchsafe {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 8> entities{{{"&lt;", '<'},
                                                                     {"&gt;", '>'},
                                                                     {"&amp;", '&'},
                                                                     {"&quot;", '"'},
                                                                     {"&#39;", '\''},
                                                                     {"&#x27;", '\''},
                                                                     {"&apos;", '\''},
                                                                     {"&#34;", '"'}}};

const std::pair<std::string_view, char> *entityAt(std::string_view text)
{
    for (const auto &entity : entities)
        if (text.starts_with(entity.first))
            return &entity;
    return nullptr;
}

} // namespace

bool hasEntities(std::string_view text)
{
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1))
        if (entityAt(text.substr(at)))
            return true;
    return false;
}

std::string withoutEntities(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        const auto *entity = text.front() == '&' ? entityAt(text) : nullptr;
        plain += entity ? entity->second : text.front();
        text.remove_prefix(entity ? entity->first.size() : 1);
    }
    return plain;
}

} // namespace vouchsafe
