// vouchsafe-bench: the figures that need no window.

#include "tests/bench/bench_program.h"

using namespace vouchsafe::bench;

int main(int argc, char **argv)
{
    return benchProgram(
        argc, argv,
        {{"F1", "fresh workspace, isolated command, verdict, tear down; peer: a docker loop",
          measureWorkspace},
         {"F2", "the same for several sizes of the tree; peer: bare bubblewrap", measureTreeSizes},
         {"F3", "first index; peer: a bare parse of the same bytes", measureFirstIndex},
         {"F11", "cancel of a check until no process is left; a limit", measureCancel}});
}
