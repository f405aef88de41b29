#pragma once
// Trees and patches made from a seed, and damage done to diffs, as tests need them by the hundred.

#include "core/model/patch.h"
#include "tests/support/fake_tree.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace vouchsafe::test {

struct File {
    std::string bytes;
    unsigned mode = 0100644;

    bool operator==(const File &) const = default;
};
using Files = std::map<std::string, File>;

FakeTree treeOf(const Files &files);
/// The files after the patch.
Files applied(Files files, const Patch &patch);
/// Empty where both are equal; else the files that differ, odd bytes escaped.
std::string difference(const Files &actual, const Files &wanted);

/// The same seed gives the same values everywhere: only the raw numbers of the engine are used.
class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : m_engine() % limit; }
    bool oneIn(std::size_t n) { return below(n) == 0; }

private:
    std::mt19937 m_engine;
};

/// Files with all that is awkward: line ends of both kinds, no final newline, byte-order marks, bytes that
/// are not UTF-8, empty files, blank and repeated lines, names with blanks, quotes, backslashes and odd
/// bytes.
Files awkwardFiles(Dice &dice);
/// Edits, creations, deletions, renames and mode changes of some of the files.
Patch randomPatch(const Files &files, Dice &dice);

/// Text that looks like code: functions with shared phrases, blank lines, closing braces.
std::string codeText(Dice &dice, std::size_t functions);
/// The text with `edits` lines replaced, inserted or removed, apart from each other.
std::string edited(const std::string &text, Dice &dice, std::size_t edits);

enum class Damage {
    Counts,
    Offsets,
    Prefixes,
    BlankContext,
    TrailingBlanks,
    TabsToSpaces,
    FencesAndProse,
    CarriageReturns
};
inline constexpr int damageKinds = 8;
const char *damageName(Damage damage);
std::string damaged(const std::string &diff, Damage damage, Dice &dice);

} // namespace vouchsafe::test
