#include "core/verify/words.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {

std::string counted(int number, std::string_view noun)
{
    return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> first(names.begin(),
                                   names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
    std::string text = shown(join(first, ", "));
    if (names.size() > most)
        text += " and " + std::to_string(names.size() - most) + " more";
    return text;
}

} // namespace vouchsafe
