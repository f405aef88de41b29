#pragma once
// A file descriptor that is closed with its owner, and the few ways in which one is made here.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vouchsafe {

/// Owns one descriptor; -1 is none. Every descriptor of this folder is close-on-exec.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return m_fd; }
    bool valid() const { return m_fd >= 0; }
    int release() { return std::exchange(m_fd, -1); }
    void close();

private:
    int m_fd = -1;
};

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
