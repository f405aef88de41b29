#include "sandbox/inside/verbs.h"

namespace vouchsafe::inside {

int probe()
{
    return statusUsage;
}

} // namespace vouchsafe::inside
