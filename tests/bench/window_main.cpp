// vouchsafe-bench-window: the figures of the window, on a display of its own.

#include "tests/bench/bench_program.h"
#include "tests/bench/shown.h"

#include <QApplication>

#include <string_view>

using namespace vouchsafe::bench;

int main(int argc, char **argv)
{
    // It starts itself like this, to be watched from outside as its peers are.
    const std::string_view shown = argc > 1 ? argv[1] : "";
    if (shown == "show-diff" && argc == 4) {
        const QApplication application(argc, argv);
        return showDiff(argv[2], argv[3]);
    }
    if (shown == "show-output" && argc == 4) {
        const QApplication application(argc, argv);
        return showOutput(std::atoi(argv[2]), argv[3]);
    }
    return benchProgram(
        argc, argv,
        {{"F6", "two large files until their diff can be scrolled; peers: kdiff3, meld", measureLargeDiff},
         {"F9", "start of the window and its memory with a large repository; peers: kdiff3, git-cola",
          measureStart},
         {"F12", "much output in short time: gaps of the event loop, memory; limits", measureOutput}});
}
