#include "app/attempt_log.h"

#include "app/prepared_layers.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t mostKept = 8;

fs::path folderOf(const Identity &identity)
{
    return identity.cache / "prepare-logs";
}

void prune(const fs::path &folder)
{
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, error))
        found.emplace_back(entry.last_write_time(error), entry.path());
    std::sort(found.rbegin(), found.rend());
    for (std::size_t i = mostKept; i < found.size(); ++i)
        fs::remove(found[i].second, error); // one that stays is tried again at the next failure
}

} // namespace

Status keepAttempt(const PreparePlan &plan, const Identity &identity, const std::vector<ProxyLogEntry> &log)
{
    const AsIdentity rights(identity);
    const fs::path folder = folderOf(identity);
    if (const Status made = makePrivateFolder(folder); !made)
        return made;
    std::string text;
    for (const ProxyLogEntry &entry : log)
        text += shownEntry(entry) + "\n";
    const Status kept = writeFileAtomic(folder / plan.digest, text);
    prune(folder);
    return kept;
}

std::optional<std::vector<std::string>> attemptLog(const PreparePlan &plan, const Identity &identity)
{
    if (plan.empty())
        return std::nullopt;
    const AsIdentity rights(identity);
    const auto text = readFile(folderOf(identity) / plan.digest, std::uint64_t{64} << 20);
    if (!text)
        return std::nullopt;
    std::vector<std::string> lines;
    for (const std::string_view line : splitLines(*text))
        if (!line.empty())
            lines.emplace_back(line);
    return lines;
}

void forgetAttempt(const PreparePlan &plan, const Identity &identity)
{
    const AsIdentity rights(identity);
    std::error_code absent;
    fs::remove(folderOf(identity) / plan.digest, absent);
}

} // namespace vouchsafe
