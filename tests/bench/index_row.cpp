#include "core/index/symbol_index.h"
#include "core/syntax/grammars.h"
#include "tests/bench/folder_tree.h"
#include "tests/bench/generated_tree.h"
#include "tests/bench/row.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include <tree_sitter/api.h>

namespace vouchsafe::bench {
namespace {

struct Text {
    Language language;
    std::string bytes;
};

/// The library alone: one parser a thread, largest files first, every tree dropped at once.
void parseAll(const std::vector<Text> &texts, unsigned threads)
{
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        TSParser *parser = ts_parser_new();
        for (std::size_t i = next++; i < texts.size(); i = next++) {
            ts_parser_set_language(parser, grammarOf(texts[i].language));
            ts_tree_delete(ts_parser_parse_string(parser, nullptr, texts[i].bytes.data(),
                                                  static_cast<std::uint32_t>(texts[i].bytes.size())));
        }
        ts_parser_delete(parser);
    };
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i)
        pool.emplace_back(work);
    work();
}

} // namespace

Result<std::vector<Row>> measureFirstIndex(const Settings &settings)
{
    std::filesystem::path corpus = settings.corpus;
    if (corpus.empty()) {
        corpus = settings.scratch / "corpus";
        if (Status status = generateRepository(corpus, settings.quick ? 100 : 2087); !status)
            return Failure(status.error());
    }
    const Result<FolderTree> tree = FolderTree::load(corpus);
    if (!tree)
        return Failure(tree.error());
    IndexOptions options;
    options.threads = std::max(1U, std::thread::hardware_concurrency());

    // The peer gets exactly the files that the index read.
    const auto first = SymbolIndex::build(*tree, options);
    if (!first)
        return Failure(first.error());
    std::vector<Text> texts;
    std::size_t bytes = 0;
    for (const IndexedFile &file : (*first)->files()) {
        texts.push_back({file.language, tree->read(file.path).value_or(std::string())});
        bytes += texts.back().bytes.size();
    }
    std::sort(texts.begin(), texts.end(),
              [](const Text &a, const Text &b) { return a.bytes.size() > b.bytes.size(); });

    Row row;
    row.id = "F3";
    row.what =
        "first index of " + std::to_string(texts.size()) + " files, " + std::to_string(bytes >> 10) + " KiB";
    row.peer = "tree-sitter parse of the same bytes, " + std::to_string(options.threads) + " threads";
    row.hold = 1.3;
    row.aim = 1.2;
    row.notes = {std::to_string((*first)->symbols().size()) +
                 " symbols, nothing kept on disk, bytes in memory for both"};
    const auto pair = measuredByTurns(
        settings.quick ? 2 : 5,
        [&]() -> Status {
            const auto index = SymbolIndex::build(*tree, options);
            return index ? Status{} : Status(Failure(index.error()));
        },
        [&]() -> Status {
            parseAll(texts, options.threads);
            return {};
        });
    if (!pair)
        return Failure(pair.error());
    row.ours = pair->ours;
    row.peerSamples = pair->peer;
    return std::vector<Row>{row};
}

} // namespace vouchsafe::bench
