#pragma once
// Stores the output of one check while it comes: complete up to a size, then head and tail with a marker.

#include "core/base/result.h"
#include "core/ports/event_sink.h"
#include "core/verify/redactor.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace vouchsafe {

/// Gives every chunk to the reporter as it comes and writes it, redacted, to a file of mode 0600. A fault of
/// the disk does not stop the check; close() tells of it.
class OutputLog final : public OutputSink {
public:
    struct Place {
        std::filesystem::path file; ///< empty: nothing is stored
        int iteration = 0;
        std::string run; ///< ProofRun::name
        int check = 0;   ///< from 1
    };
    /// `reporter` may be null. `largest` bytes of the file, marker aside.
    OutputLog(Place place, std::uint64_t largest, Reporter *reporter);

    void output(Stream stream, std::string_view chunk) override;
    /// Completes the file. ErrorCode::Io or DiskFull where it could not be written.
    Status close();
    /// The end of all output as UTF-8, at most 16 KiB.
    std::string tail() const;

private:
    void keep(std::string_view bytes);

    Place m_place;
    std::uint64_t m_head;
    Reporter *m_reporter;
    Redactor m_redactor;
    std::ofstream m_file;
    int m_openError = 0;
    std::uint64_t m_written = 0;
    std::uint64_t m_total = 0;
    std::string m_end; ///< the newest bytes, more than are shown
};

} // namespace vouchsafe
