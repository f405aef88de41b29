#pragma once
// What can go wrong outside us: Result<T>, Status and the four-part Error that a person meets.

#include "core/base/errors.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace vouchsafe {

/// One failure in the four parts that stderr and the window show alike (UTF-8, no line feeds in `what`).
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string what;    ///< what failed
    std::string context; ///< what was being done, with which input
    std::string remedy;  ///< what to do next; empty: the catalogue's own remedy

    bool operator==(const Error &) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;
using Failure = tl::unexpected<Error>;

/// `return fail(ErrorCode::Io, "cannot read the patch", "reading fix.diff: permission denied");`
[[nodiscard]] inline Failure fail(ErrorCode code, std::string what, std::string context = {},
                                  std::string remedy = {})
{
    return Failure(Error{code, std::move(what), std::move(context), std::move(remedy)});
}

/// The four lines for stderr, each ended by a line feed:
/// `vouchsafe: error: …`, `  code: …`, `  context: …`, `  remedy: …`.
std::string fourLines(const Error &error);

} // namespace vouchsafe
