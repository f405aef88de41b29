#include "tests/bench/changed_pair.h"

#include "core/base/files.h"
#include "tests/bench/generated_tree.h"

#include <random>
#include <string>
#include <string_view>

namespace vouchsafe::bench {

Result<ChangedPair> writeChangedPair(const std::filesystem::path &folder, int lines, int every)
{
    std::string before;
    std::string after;
    std::mt19937 random(20071); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same on every machine
    ChangedPair pair{folder / "before.py", folder / "after.py", 0};
    int written = 0;
    for (std::uint64_t seed = 1; written < lines; ++seed) {
        const std::string text = generatedModule(seed, 20000);
        for (std::string_view rest = text; !rest.empty() && written < lines; ++written) {
            const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
            const std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end);
            before += line;
            if (random() % static_cast<unsigned>(every) != 0) {
                after += line;
                continue;
            }
            ++pair.edits;
            const unsigned kind = random() % 4;
            if (kind == 0) // deleted
                continue;
            if (kind == 1) { // one more before it
                after += "    checked = value_" + std::to_string(written) + " is not None\n";
                after += line;
                continue;
            }
            after += line.substr(0, line.size() - 1);
            after += "  # changed " + std::to_string(written) + "\n";
        }
    }
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (Status status = writeFileAtomic(pair.before, before, 0644); !status)
        return Failure(status.error());
    if (Status status = writeFileAtomic(pair.after, after, 0644); !status)
        return Failure(status.error());
    return pair;
}

} // namespace vouchsafe::bench
