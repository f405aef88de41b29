#include "core/base/files.h"
#include "tests/bench/measurement.h"
#include "tests/bench/process_group.h"
#include "tests/bench/shown.h"
#include "ui/output/output_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <unistd.h>

namespace vouchsafe::bench {
namespace {

constexpr int linesPerSecond = 20'000;

/// As test runners write them: with colours, and now and then a long line.
std::string outputLine(int number)
{
    std::string line = "tests/test_module_" + std::to_string(number / 100) + ".py::test_case_" +
                       std::to_string(number % 100) + " \x1b[32mPASSED\x1b[0m [" +
                       std::to_string(number % 101) + "%]";
    if (number % 50 == 0)
        line += " \x1b[31;1mE   assert\x1b[0m " + std::string(400, 'x') + " == 'y'";
    return line + "\n";
}

/// Of this thread, in ms.
double processorTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e6;
}

double residentMemory()
{
    return groupUse(::getpgrp()).memory;
}

} // namespace

int showOutput(int seconds, const std::filesystem::path &result)
{
    const Theme theme(ThemeChoice::Light);
    OutputView view(theme);
    view.resize(1000, 700);
    view.show();

    Samples gaps;
    Samples work;
    double workBefore = 0;
    QElapsedTimer sinceLast;
    QTimer pulse;
    pulse.setTimerType(Qt::PreciseTimer);
    pulse.setInterval(1);
    QObject::connect(&pulse, &QTimer::timeout, &view, [&] {
        gaps.push_back(static_cast<double>(sinceLast.nsecsElapsed()) / 1e6);
        work.push_back(processorTime() - workBefore);
        sinceLast.start();
        workBefore = processorTime();
    });

    QElapsedTimer sinceStart;
    Samples memory;
    int sent = 0;
    QTimer feed;
    feed.setTimerType(Qt::PreciseTimer);
    feed.setInterval(5);
    QObject::connect(&feed, &QTimer::timeout, &view, [&] {
        // What is due by now, also where the loop was away.
        const int times = static_cast<int>(memory.size());
        const int end = times * seconds * linesPerSecond;
        const int due = static_cast<int>(std::min<qint64>(end, sinceStart.elapsed() * linesPerSecond / 1000));
        std::string bytes;
        while (sent < due)
            bytes += outputLine(sent++);
        if (!bytes.empty())
            view.append(bytes);
        if (sent < end || !view.isIdle())
            return;
        memory.push_back(residentMemory());
        if (memory.size() == 3)
            QApplication::quit();
    });
    // After the window is painted.
    QTimer::singleShot(1000, &view, [&] {
        memory.push_back(residentMemory());
        sinceStart.start();
        sinceLast.start();
        workBefore = processorTime();
        pulse.start();
        feed.start();
    });
    QApplication::exec();
    std::sort(gaps.begin(), gaps.end());
    const double high = gaps[gaps.size() * 999 / 1000];
    const std::string text = std::to_string(gaps.back()) + " " + std::to_string(high) + " " +
                             std::to_string(maximumOf(work)) + " " + std::to_string(memory[1] - memory[0]) +
                             " " + std::to_string(memory[2] - memory[1]) + "\n";
    return writeFileAtomic(result, text, 0644) ? 0 : 1;
}

} // namespace vouchsafe::bench
