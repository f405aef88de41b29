#pragma once
// The few ways in which a descriptor is made here; each is close-on-exec.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vouchsafe {

struct Pipe {
    Descriptor read;
    Descriptor write;
};
Result<Pipe> makePipe();

/// A file in memory that holds `bytes`, positioned at its start.
Result<Descriptor> memoryFile(std::string_view name, std::string_view bytes);

/// A counter that wakes poll(); `wake` may be called from any thread.
class WakeUp {
public:
    WakeUp();
    int descriptor() const { return m_event.get(); }
    void wake() const;

private:
    Descriptor m_event;
};

void setNonBlocking(int fd);
/// Reads what is there, at most `limit` bytes; the whole of a short stream that ends.
std::string readAll(int fd, std::size_t limit);
/// Names in an open folder, without `.` and `..`; none where it cannot be read.
std::vector<std::string> namesIn(int folder);

} // namespace vouchsafe
