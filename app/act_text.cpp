#include "app/act_text.h"

#include "core/base/text.h"

#include <array>

namespace vouchsafe {

std::string actText(const HumanActed &act)
{
    static constexpr std::array<const char *, 6> names{"approved", "rejected", "edited",
                                                       "applied",  "undone",   "asked to cancel"};
    std::string files;
    for (const std::string &file : act.files)
        files += (files.empty() ? " (" : ", ") + shown(file);
    return names[static_cast<std::size_t>(act.act)] + (files.empty() ? "" : files + ")") + ": " +
           act.rationale;
}

} // namespace vouchsafe
