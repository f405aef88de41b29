#include "core/index/source_files.h"
#include "core/index/symbols.h"

#include <algorithm>
#include <atomic>

namespace vouchsafe {

namespace {

Result<std::vector<Symbol>> symbolsOfFile(const BaseTree &tree, std::string_view path,
                                          const std::stop_token &stop)
{
    const std::string context = "listing the symbols of " + std::string(path);
    if (isSecretName(path))
        return fail(ErrorCode::Permission, "this file looks like a secret and is never indexed", context,
                    "name a source file");
    const Result<std::string> source = tree.read(path);
    if (!source)
        return tl::unexpected(source.error());
    const std::optional<Language> language = languageOf(path, *source);
    if (!language)
        return fail(ErrorCode::NotAvailable, "there is no grammar for this kind of file", context,
                    "name a file of Python, JavaScript, TypeScript, Go, Rust, C or C++");
    Result<FileSymbols> file = extractSymbols(path, *language, *source, {}, stop);
    if (!file)
        return tl::unexpected(file.error());
    return std::move(file->symbols);
}

} // namespace

Result<std::vector<Symbol>> listSymbols(const BaseTree &tree, std::string_view path, std::stop_token stop)
{
    if (!path.empty())
        return symbolsOfFile(tree, path, stop);
    const Result<std::shared_ptr<const SymbolIndex>> index = SymbolIndex::build(tree, {}, std::move(stop));
    if (!index)
        return tl::unexpected(index.error());
    return (*index)->symbols();
}

Result<std::uint64_t> bareParse(const BaseTree &tree, const IndexOptions &options, std::stop_token stop)
{
    std::vector<SkippedFile> skipped;
    std::vector<SourceFile> files = sourceFiles(tree, options.rules, skipped);
    std::stable_sort(files.begin(), files.end(),
                     [](const SourceFile &a, const SourceFile &b) { return a.entry->size > b.entry->size; });
    std::atomic<std::uint64_t> bytes = 0;
    inParallel(files.size(), options.threads, stop, [&](std::size_t at) {
        Result<std::string> source = tree.read(files[at].entry->path);
        if (!source || exclusionByContent(*source, options.rules))
            return;
        const std::optional<Language> language =
            files[at].language ? files[at].language : languageOf(files[at].entry->path, *source);
        if (!language)
            return;
        const std::uint64_t size = source->size();
        const ParseLimits limits{.bytes = options.rules.bytes, .time = options.parseTime};
        if (Tree::parse(*language, std::move(*source), limits, stop))
            bytes += size;
    });
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "parsing was cancelled",
                    "measuring a bare parse of the repository");
    return bytes.load();
}

} // namespace vouchsafe
