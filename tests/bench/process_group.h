#pragma once
// What the processes of a group use, by /proc.

#include <sys/types.h>

namespace vouchsafe::bench {

struct GroupUse {
    double processorTime = 0; ///< ms so far
    double waitingTime = 0;   ///< ms so far for a processor, of the threads that live
    double memory = 0;        ///< MiB resident
    int processes = 0;
};

GroupUse groupUse(pid_t group);

} // namespace vouchsafe::bench
