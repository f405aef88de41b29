#include "core/index/source_files.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace vouchsafe {

namespace {

/// Names that need a look at the content: headers, and programs without an ending.
bool needsHead(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.ends_with(".h") || name.find('.') == std::string_view::npos;
}

} // namespace

std::vector<SourceFile> sourceFiles(const BaseTree &tree, const ExclusionRules &rules,
                                    std::vector<SkippedFile> &skipped)
{
    constexpr std::uint64_t largestScript = 256 * 1024;
    std::vector<SourceFile> files;
    for (const TreeEntry &entry : tree.entries()) {
        const std::optional<Language> language = languageOf(entry.path);
        const bool perhaps = needsHead(entry.path) && (language || entry.size <= largestScript);
        const bool executable = entry.mode == 0100755;
        if (!language && !isSecretName(entry.path) && !(perhaps && executable))
            continue;
        if (std::optional<std::string> reason = exclusionByName(entry, rules))
            skipped.push_back({entry.path, std::move(*reason)});
        else
            files.push_back({&entry, perhaps ? std::nullopt : language});
    }
    return files;
}

void inParallel(std::size_t count, unsigned threads, const std::stop_token &stop,
                const std::function<void(std::size_t)> &work)
{
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t index = next++; index < count && !stop.stop_requested(); index = next++)
            work(index);
    };
    const std::size_t wanted = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> helpers;
    for (std::size_t thread = 1; thread < std::min(wanted, count); ++thread)
        helpers.emplace_back(run);
    run();
}

} // namespace vouchsafe
