#pragma once
// The bytes of a run's outputs that the window keeps: the end of each, within a bound.

#include "ui/run_view.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct StoredOutput {
    std::string bytes;
    std::uint64_t leftOut = 0; ///< bytes before these
    std::string file;          ///< the whole log, where it is known
    std::uint64_t touched = 0; ///< when, by a count of pieces
};

/// At most 8 MB of each output and 64 MB of all, of which those go first that nothing came to for longest.
class OutputStore {
public:
    static constexpr std::size_t mostOfOne = std::size_t{8} * 1024 * 1024;
    static constexpr std::size_t mostOfAll = std::size_t{64} * 1024 * 1024;

    enum class Taken { Dropped, Longer, Another };

    /// A piece with a file is the end of that log: the whole of what is stored from then on, and dropped
    /// where nobody waits for it any more.
    Taken take(const OutputPiece &piece);
    void ask(const OutputKey &key) { m_asked = key; } ///< takes the place of what was asked before
    void giveUp() { m_asked.reset(); }                ///< no answer will come
    const std::optional<OutputKey> &asked() const { return m_asked; }
    void clear();

    const StoredOutput *find(const OutputKey &key) const;
    std::vector<OutputKey> keys() const;
    std::vector<OutputKey> live() const; ///< those that came as they were printed, not as a log

private:
    void shorten(StoredOutput &output);

    std::map<OutputKey, StoredOutput> m_outputs;
    std::optional<OutputKey> m_asked; ///< whose log is being read
    std::size_t m_bytes = 0;
    std::uint64_t m_pieces = 0;
};

} // namespace vouchsafe
