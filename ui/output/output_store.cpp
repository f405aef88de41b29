#include "ui/output/output_store.h"

#include <algorithm>

namespace vouchsafe {

OutputStore::Taken OutputStore::take(const OutputPiece &piece)
{
    const bool replaced = !piece.file.empty();
    if (replaced && m_asked != piece.key)
        return Taken::Dropped;
    if (replaced)
        m_asked.reset();
    StoredOutput &output = m_outputs[piece.key];
    output.touched = ++m_pieces;
    // A gap after bytes that are here: what was before it is given up, since the two do not belong together.
    if (replaced || piece.skipped > 0) {
        output.leftOut = piece.skipped + (replaced ? 0 : output.leftOut + output.bytes.size());
        m_bytes -= output.bytes.size();
        output.bytes.clear();
    }
    if (replaced)
        output.file = piece.file;
    output.bytes += piece.bytes;
    m_bytes += piece.bytes.size();
    shorten(output);
    while (m_bytes > mostOfAll) {
        const auto oldest =
            std::min_element(m_outputs.begin(), m_outputs.end(), [](const auto &a, const auto &b) {
                return a.second.touched < b.second.touched;
            });
        m_bytes -= oldest->second.bytes.size();
        m_outputs.erase(oldest);
    }
    return replaced || piece.skipped > 0 ? Taken::Another : Taken::Longer;
}

/// Drops a quarter more than it must, so that not every piece moves all bytes.
void OutputStore::shorten(StoredOutput &output)
{
    if (output.bytes.size() <= mostOfOne)
        return;
    const std::size_t cut = output.bytes.size() - mostOfOne / 4 * 3;
    const std::size_t lineFeed = output.bytes.find('\n', cut);
    const std::size_t start = lineFeed == std::string::npos ? cut : lineFeed + 1;
    output.bytes.erase(0, start);
    output.leftOut += start;
    m_bytes -= start;
}

void OutputStore::clear()
{
    m_outputs.clear();
    m_asked.reset();
    m_bytes = 0;
}

const StoredOutput *OutputStore::find(const OutputKey &key) const
{
    const auto found = m_outputs.find(key);
    return found == m_outputs.end() ? nullptr : &found->second;
}

std::vector<OutputKey> OutputStore::keys() const
{
    std::vector<OutputKey> keys;
    for (const auto &[key, output] : m_outputs)
        keys.push_back(key);
    return keys;
}

std::vector<OutputKey> OutputStore::live() const
{
    std::vector<OutputKey> keys;
    for (const auto &[key, output] : m_outputs)
        if (output.file.empty())
            keys.push_back(key);
    return keys;
}

} // namespace vouchsafe
