#include "tests/bench/generated_tree.h"

#include "core/base/files.h"
#include "tests/bench/spawn.h"

#include <array>
#include <fstream>
#include <string_view>

namespace vouchsafe::bench {
namespace {

/// splitmix64: standard distributions differ between libraries, this does not.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t below(std::uint64_t limit)
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return (z ^ (z >> 31)) % limit;
    }

private:
    std::uint64_t m_state;
};

constexpr std::array<std::string_view, 24> words{"matrix", "index",  "token",  "range",   "buffer", "parse",
                                                 "merge",  "split",  "field",  "record",  "window", "factor",
                                                 "series", "lookup", "render", "combine", "filter", "branch",
                                                 "weight", "scale",  "limit",  "cursor",  "layout", "stream"};

std::string_view word(Random &random)
{
    return words.at(random.below(words.size()));
}

std::string name(Random &random)
{
    return std::string(word(random)) + "_" + std::string(word(random));
}

void addFunction(std::string &text, Random &random, std::string_view indent, bool method)
{
    const std::string in(indent);
    const std::string first(word(random));
    const std::string second = first + "_" + std::to_string(random.below(9));
    text += in + "def " + name(random) + "_" + std::to_string(random.below(1000)) + "(" +
            (method ? "self, " : "") + first + ", " + second + "=" + std::to_string(random.below(100)) +
            "):\n";
    text += in + "    \"\"\"The " + std::string(word(random)) + " of every " + std::string(word(random)) +
            " in `" + first + "`.\"\"\"\n";
    text += in + "    result = []\n";
    for (std::uint64_t i = random.below(4) + 1; i > 0; --i) {
        text += in + "    for item in " + name(random) + "(" + first + ", " + second + "):\n";
        text += in + "        if item." + std::string(word(random)) + " <= " + second + " and not item[" +
                std::to_string(random.below(8)) + ":]:\n";
        text += in + "            result.append(" + (method ? "self." : "") + name(random) + "(item, key=\"" +
                std::string(word(random)) + "\") + " + std::to_string(random.below(1000)) + ")\n";
    }
    text += in + "    return {\"" + std::string(word(random)) + "\": result, \"count\": len(result)}\n\n";
}

} // namespace

std::string generatedModule(std::uint64_t seed, std::size_t bytes)
{
    Random random(seed);
    std::string text = "\"\"\"Generated module " + std::to_string(seed) +
                       ".\"\"\"\n\nimport math\nfrom . import " + std::string(word(random)) + "\n\n";
    while (text.size() < bytes) {
        if (random.below(3) > 0) {
            addFunction(text, random, "", false);
            continue;
        }
        std::string title(word(random));
        title.front() = static_cast<char>(title.front() - 'a' + 'A');
        text += "class " + title + std::to_string(random.below(1000)) +
                "(object):\n    limit = " + std::to_string(random.below(100)) + "\n\n";
        for (std::uint64_t i = random.below(5) + 1; i > 0; --i)
            addFunction(text, random, "    ", true);
    }
    return text;
}

Status generateRepository(const std::filesystem::path &folder, int files)
{
    std::error_code error;
    for (int i = 0; i < files; ++i) {
        const std::filesystem::path package = folder / ("package" + std::to_string(i / 40));
        if (i % 40 == 0 && !std::filesystem::create_directories(package, error))
            return Failure(systemError(error.value(), "cannot make a folder", package));
        const std::filesystem::path place = package / ("module" + std::to_string(i) + ".py");
        const auto seed = static_cast<std::uint64_t>(i);
        // Plain writes: 20,000 syncs would measure the disk before anything else.
        std::ofstream(place, std::ios::binary) << generatedModule(seed, 2048 + (seed * 7919) % 32768);
        if (!std::filesystem::exists(place, error))
            return fail(ErrorCode::Io, "cannot write a generated file", place.string());
    }
    const std::string git = programPath("git");
    if (git.empty())
        return fail(ErrorCode::PathMissing, "git is not on PATH", "making a generated repository");
    const std::vector<std::string> start{git,
                                         "-C",
                                         folder.string(),
                                         "-c",
                                         "user.name=Bench",
                                         "-c",
                                         "user.email=bench@example.invalid",
                                         "-c",
                                         "gc.auto=0",
                                         "-c",
                                         "commit.gpgSign=false",
                                         "-c",
                                         "core.hooksPath=/dev/null"};
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "Generated"}}) {
        std::vector<std::string> argv = start;
        argv.insert(argv.end(), words.begin(), words.end());
        if (Status status = runPeer(argv); !status)
            return status;
    }
    return {};
}

} // namespace vouchsafe::bench
