// An application that holds a sandbox and waits to be killed. Argument: what to sleep in it. Says which
// folder is left to remove then.
#include "tests/sandbox/sandbox_case.h"

#include <cstdio>

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    vouchsafe::test::SandboxCase box;
    auto sandbox = box.open();
    std::printf("%s\n", box.place().c_str());
    std::fflush(stdout);
    vouchsafe::test::runIn(
        *sandbox, {"/bin/sh", "-c", std::string("setsid sleep ") + arguments[1] + " & sleep " + arguments[1]},
        std::chrono::hours(1));
    return 1;
}
