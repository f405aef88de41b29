#pragma once
// Reads what an engine's client answered in JSON without trusting its shape.

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>

namespace vouchsafe {

/// The value below these names; null where something on the way is no object or is not there.
inline nlohmann::json jsonAt(const nlohmann::json &from, std::initializer_list<const char *> names)
{
    const nlohmann::json *at = &from;
    for (const char *name : names) {
        if (!at->is_object() || !at->contains(name))
            return {};
        at = &(*at)[name];
    }
    return *at;
}

inline std::string jsonText(const nlohmann::json &from, std::initializer_list<const char *> names)
{
    const nlohmann::json value = jsonAt(from, names);
    return value.is_string() ? value.get<std::string>() : std::string();
}

inline bool jsonTrue(const nlohmann::json &from, std::initializer_list<const char *> names)
{
    return jsonAt(from, names) == true;
}

} // namespace vouchsafe
