#include "sandbox/engine/packed_changes.h"

#include "core/base/text.h"
#include "sandbox/folder_walk.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr unsigned linkMode = 0120000;
constexpr std::size_t longestName = 255;
constexpr std::size_t longestWord = 20;

bool isPlain(std::string_view path)
{
    if (path.empty() || path.size() > FolderWalk::longestPath || path.find('\0') != std::string_view::npos)
        return false;
    const std::vector<std::string> parts = split(path, '/');
    return parts.size() <= FolderWalk::deepest + 1 &&
           std::all_of(parts.begin(), parts.end(), [](const std::string &part) {
               return !part.empty() && part != "." && part != ".." && part.size() <= longestName;
           });
}

} // namespace

/// Empty where it is none below the root.
std::string PackedReader::relative(std::string_view path) const
{
    if (path.size() <= m_root.size() + 1 || !path.starts_with(m_root) || path[m_root.size()] != '/')
        return {};
    path.remove_prefix(m_root.size() + 1);
    return isPlain(path) ? std::string(path) : std::string();
}

/// Whether neither the path nor a file above it nor anything below it was named.
bool PackedReader::isFree(const std::string &path) const
{
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
        if (m_named.contains(path.substr(0, slash)))
            return false;
    if (m_named.contains(path))
        return false;
    const auto below = m_named.lower_bound(path + "/");
    return below == m_named.end() || !below->starts_with(path + "/");
}

void PackedReader::take(const inside::Frame &frame)
{
    using inside::Kind;
    m_whole = frame.kind == Kind::End && frame.body.empty();
    if (frame.kind == Kind::End)
        return;
    if (frame.kind == Kind::Append)
        return append(frame.body);
    m_open = false;
    inside::Body body{frame.body};
    const unsigned mode = frame.kind == Kind::File || frame.kind == Kind::Folder ? body.number() : 0;
    std::string path = relative(body.text());
    if (!body.whole || path.empty())
        return refuse();
    if (frame.kind == Kind::File)
        return file(std::move(path), mode, body.rest);
    if (frame.kind == Kind::Other)
        return other(std::move(path), body.text());
    if (frame.kind == Kind::Present && m_changes.present.size() < m_bounds.present && isFree(path)) {
        m_named.insert(path);
        m_changes.present.insert(std::move(path));
    } else if (frame.kind != Kind::Folder) {
        refuse();
    }
}

void PackedReader::file(std::string path, unsigned mode, std::string_view bytes)
{
    if (!isFree(path) || m_changes.files.size() >= m_bounds.files)
        return refuse();
    const unsigned plain = (mode & 0100) != 0 ? 0100755 : 0100644;
    m_named.insert(path);
    m_changes.files.push_back({std::move(path), {}, mode == linkMode ? linkMode : plain, false});
    m_open = true;
    append(bytes);
}

void PackedReader::append(std::string_view bytes)
{
    if (!m_open)
        return refuse();
    if (bytes.size() > m_bounds.bytes - m_bytes) {
        refuse();
        return giveUp();
    }
    m_bytes += bytes.size();
    m_changes.files.back().bytes += bytes;
}

/// A part of a file is not the file.
void PackedReader::giveUp()
{
    tell(takeLast(), "limit");
}

void PackedReader::other(std::string path, std::string_view word)
{
    const bool plain = !word.empty() && word.size() <= longestWord &&
                       std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!plain)
        return refuse();
    // It grew over the limit, or could not be read to its end, after its beginning was sent.
    if (!m_changes.files.empty() && m_changes.files.back().path == path) {
        path = takeLast();
    } else if (isFree(path)) {
        m_named.insert(path);
    } else {
        return refuse();
    }
    tell(std::move(path), word);
}

std::string PackedReader::takeLast()
{
    CollectedFile last = std::move(m_changes.files.back());
    m_changes.files.pop_back();
    m_bytes -= last.bytes.size();
    m_open = false;
    return std::move(last.path);
}

void PackedReader::tell(std::string path, std::string_view word)
{
    if (m_changes.others.size() < m_bounds.files)
        m_changes.others.emplace_back(std::move(path), word);
    else
        refuse();
}

} // namespace vouchsafe
