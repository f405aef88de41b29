#include "app/index_options.h"

namespace vouchsafe {

IndexOptions indexOptions(const Directories &directories, const Settings &settings)
{
    IndexOptions options;
    options.cache = directories.cache / "index";
    options.rules.ignored = settings.ignore.value;
    return options;
}

} // namespace vouchsafe
