#include "sandbox/inside/verbs.h"

#include <string_view>
#include <unistd.h>

namespace {

using namespace vouchsafe;

int act(int count, char **words)
{
    const std::string_view verb = count > 1 ? words[1] : "";
    if (verb == "run")
        return inside::run(words + 2, count - 2);
    if (verb == "hold")
        return inside::hold(words + 2, count - 2);
    if (verb == "probe")
        return inside::probe();
    if (verb == "pack")
        return inside::pack(words + 2, count - 2);
    if (verb == "relay")
        return inside::relay(words + 2, count - 2);
    return inside::statusUsage;
}

} // namespace

int main(int count, char **words)
{
    return act(count, words);
}
