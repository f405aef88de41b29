#pragma once
// What a volume's workspace says it holds, read from frames that came from inside: nothing in them is
// believed.

#include "core/ports/sandbox.h"
#include "sandbox/inside_frames.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

/// All paths are relative to what was packed, plain (no `..`, no empty part) and named once; no path is below
/// a file.
struct PackedChanges {
    std::vector<CollectedFile> files;                        ///< links too: mode 0120000, the target as bytes
    std::set<std::string> present;                           ///< unchanged
    std::vector<std::pair<std::string, std::string>> others; ///< path and kind, one word
    std::size_t refused = 0; ///< frames that no honest helper writes, and what was over a bound
};

struct PackedBounds {
    std::uint64_t bytes = 0; ///< of all files
    std::size_t files = 0;   ///< of files; the same again of others
    std::size_t present = 0;
};

class PackedReader {
public:
    /// `root` is the inside folder that was packed.
    PackedReader(std::string root, PackedBounds bounds) : m_root(std::move(root)), m_bounds(bounds) {}

    void take(const inside::Frame &frame);
    bool whole() const { return m_whole; } ///< the last frame was the end
    PackedChanges changes() && { return std::move(m_changes); }

private:
    std::string relative(std::string_view path) const;
    bool isFree(const std::string &path) const;
    void file(std::string path, unsigned mode, std::string_view bytes);
    void append(std::string_view bytes);
    void other(std::string path, std::string_view word);
    void giveUp();
    std::string takeLast();
    void tell(std::string path, std::string_view word);
    void refuse() { ++m_changes.refused; }

    std::string m_root;
    PackedBounds m_bounds;
    PackedChanges m_changes;
    std::set<std::string> m_named; ///< every path but those of folders
    std::uint64_t m_bytes = 0;
    bool m_open = false; ///< the last file may grow
    bool m_whole = false;
};

} // namespace vouchsafe
