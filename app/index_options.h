#pragma once
// Where the symbol index is kept and what it leaves out.

#include "core/base/dirs.h"
#include "core/index/symbol_index.h"
#include "core/settings/settings.h"

namespace vouchsafe {

IndexOptions indexOptions(const Directories &directories, const Settings &settings);

} // namespace vouchsafe
