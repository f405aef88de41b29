#include "core/ports/prompt_store.h"

namespace vouchsafe {

Result<std::string> filled(const Prompt &prompt, const std::map<std::string, std::string> &values)
{
    std::string text;
    std::string_view rest = prompt.text;
    for (;;) {
        const std::size_t open = rest.find("{{");
        const std::size_t close = open == std::string_view::npos ? open : rest.find("}}", open);
        if (close == std::string_view::npos)
            return text.append(rest);
        const std::string name(rest.substr(open + 2, close - open - 2));
        const auto value = values.find(name);
        if (value == values.end())
            return fail(ErrorCode::Internal, "a prompt has a placeholder without a value", name);
        text.append(rest.substr(0, open)).append(value->second);
        rest.remove_prefix(close + 2);
    }
}

} // namespace vouchsafe
