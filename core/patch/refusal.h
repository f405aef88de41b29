#pragma once
// Short forms for refusing a received patch.

#include "core/ports/patch_reader.h"

#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

template <typename T>
using Read = tl::expected<T, PatchRefusal>;
using Refused = tl::unexpected<PatchRefusal>;

[[nodiscard]] inline Refused refuse(ErrorCode code, std::string what, std::string context = {},
                                    std::vector<PatchPlace> places = {})
{
    return Refused(PatchRefusal{Error{code, std::move(what), std::move(context), {}}, std::move(places)});
}

} // namespace vouchsafe
