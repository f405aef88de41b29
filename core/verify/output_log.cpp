#include "core/verify/output_log.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

constexpr std::size_t keptEnd = 1 << 20;
constexpr std::size_t shownEnd = 16 << 10;

} // namespace

OutputLog::OutputLog(Place place, std::uint64_t largest, Reporter *reporter)
    : m_place(std::move(place)),
      m_head(largest > 2 * keptEnd ? largest - keptEnd : largest / 2),
      m_reporter(reporter)
{
    if (m_place.file.empty())
        return;
    m_file.open(m_place.file, std::ios::binary | std::ios::trunc);
    if (!m_file)
        m_openError = errno == 0 ? EIO : errno;
    else
        ::chmod(m_place.file.c_str(), 0600);
}

void OutputLog::output(Stream stream, std::string_view chunk)
{
    if (m_reporter != nullptr)
        m_reporter->output({m_place.iteration, m_place.run, m_place.check, stream, chunk});
    keep(m_redactor.feed(chunk));
}

void OutputLog::keep(std::string_view bytes)
{
    m_total += bytes.size();
    m_end += bytes;
    if (m_end.size() > 2 * keptEnd)
        m_end.erase(0, m_end.size() - keptEnd);
    if (m_written < m_head && m_file.is_open()) {
        const auto count = std::min<std::uint64_t>(bytes.size(), m_head - m_written);
        m_file.write(bytes.data(), static_cast<std::streamsize>(count));
        m_written += count;
    }
}

Status OutputLog::close()
{
    keep(m_redactor.finish());
    if (m_place.file.empty())
        return {};
    if (m_openError == 0 && m_total > m_written && m_written >= m_head) {
        const std::uint64_t unwritten = m_total - m_written;
        const std::uint64_t ending = std::min<std::uint64_t>({unwritten, m_end.size(), keptEnd});
        if (unwritten > ending)
            m_file << "\n[... " << unwritten - ending << " bytes left out ...]\n";
        m_file.write(m_end.data() + (m_end.size() - ending), static_cast<std::streamsize>(ending));
    }
    errno = 0;
    if (m_openError == 0)
        m_file.close();
    if (m_openError != 0 || m_file.fail()) {
        const int number = m_openError != 0 ? m_openError : errno != 0 ? errno : EIO;
        return Failure(systemError(number, "cannot store the output of a check", m_place.file));
    }
    return {};
}

std::string OutputLog::tail() const
{
    if (m_end.size() <= shownEnd)
        return toUtf8Lossy(m_end);
    std::string_view text = std::string_view(m_end).substr(m_end.size() - shownEnd);
    // Begin at a line, or at least not inside a character.
    const auto line = text.find('\n');
    if (line != std::string_view::npos && line + 1 < text.size())
        text.remove_prefix(line + 1);
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0U) == 0x80U)
        text.remove_prefix(1);
    return toUtf8Lossy(text);
}

} // namespace vouchsafe
