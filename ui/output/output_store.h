#pragma once
// The bytes of a run's outputs that the window keeps: the end of each, within a bound.

#include "ui/run_view.h"

#include <cstdint>
#include <map>
#include <set>
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

    /// True where what is stored is another text now, not only a longer one: its log was asked for and came.
    bool take(const OutputPiece &piece);
    void ask(const OutputKey &key) { m_asked.insert(key); } ///< the next piece is the end of its log
    bool isAsked(const OutputKey &key) const { return m_asked.contains(key); }
    void clear();

    const StoredOutput *find(const OutputKey &key) const;
    std::vector<OutputKey> keys() const;

private:
    void shorten(StoredOutput &output);

    std::map<OutputKey, StoredOutput> m_outputs;
    std::set<OutputKey> m_asked;
    std::size_t m_bytes = 0;
    std::uint64_t m_pieces = 0;
};

} // namespace vouchsafe
