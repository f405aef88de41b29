// Seeded mutations of patches and of whole replies: whatever comes, an answer comes, and an accepted patch
// survives its own canonical diff. VOUCHSAFE_FUZZ_ROUNDS asks for more rounds.

#include "core/base/files.h"
#include "core/patch/patch_doctor.h"
#include "core/patch/patch_json.h"
#include "tests/core/patch/random_patches.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

struct Seed {
    std::string patch;
    Files files;
};

std::vector<Seed> corpus()
{
    std::vector<Seed> seeds;
    const auto table = nlohmann::json::parse(readFile(PATCH_CASES).value_or("[]"), nullptr, false);
    for (const auto &row : table) {
        Seed seed{row["patch"].get<std::string>(), {}};
        for (const auto &[path, value] : row["tree"].items()) {
            if (value.is_string())
                seed.files[path] = {value.get<std::string>()};
            else if (value.contains("link"))
                seed.files[path] = {value["link"].get<std::string>(), 0120000};
            else if (value.contains("text"))
                seed.files[path] = {value["text"].get<std::string>(), 0100755};
        }
        seeds.push_back(std::move(seed));
    }
    for (unsigned number = 0; number < 40; ++number) {
        Dice dice(number);
        Seed seed;
        seed.files = awkwardFiles(dice);
        seed.patch = PatchDoctor().render(randomPatch(seed.files, dice));
        seeds.push_back(std::move(seed));
    }
    return seeds;
}

std::string mutated(std::string text, const std::vector<Seed> &seeds, Dice &dice)
{
    static const std::vector<std::string> pieces{"@@ -1,3 +1,3 @@\n",
                                                 "@@ -0,0 +1 @@\n",
                                                 "@@",
                                                 "--- a/x\n+++ b/x\n",
                                                 "diff --git a/x b/y\n",
                                                 "rename from x\n",
                                                 "new file mode 120000\n",
                                                 "```\n",
                                                 "</think>",
                                                 "*** Begin Patch\n",
                                                 "*** Update File: x\n",
                                                 "*** End Patch\n",
                                                 "<<<<<<< SEARCH\n",
                                                 "=======\n",
                                                 ">>>>>>> REPLACE\n",
                                                 "\\ No newline at end of file\n",
                                                 "\r",
                                                 "\n",
                                                 "\"",
                                                 "\xFF",
                                                 "\0",
                                                 "&lt;",
                                                 "+",
                                                 "-",
                                                 " ",
                                                 "\t",
                                                 "999999999999",
                                                 "/dev/null",
                                                 "../",
                                                 "\xEF\xBB\xBF"};
    for (std::size_t i = 0, count = 1 + dice.below(6); i < count; ++i) {
        const std::size_t at = dice.below(text.size() + 1);
        switch (dice.below(6)) {
        case 0:
            text.erase(at, 1 + dice.below(20));
            break;
        case 1:
            text.insert(at, pieces[dice.below(pieces.size())]);
            break;
        case 2:
            if (at < text.size())
                text[at] = static_cast<char>(dice.below(256));
            break;
        case 3:
            text.insert(at, text.substr(dice.below(text.size() + 1), dice.below(200)));
            break;
        case 4:
            text.resize(at);
            break;
        default: {
            const std::string &other = seeds[dice.below(seeds.size())].patch;
            text.insert(at, other.substr(dice.below(other.size() + 1), dice.below(200)));
        }
        }
    }
    return text;
}

} // namespace

class PatchFuzzTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alwaysAnswers()
    {
        bool given = false;
        const int rounds = qEnvironmentVariableIntValue("VOUCHSAFE_FUZZ_ROUNDS", &given);
        const std::vector<Seed> seeds = corpus();
        const PatchDoctor doctor;
        Dice dice(20261130);
        int accepted = 0;
        for (int round = 0; round < (given ? rounds : 4000); ++round) {
            const Seed &seed = seeds[dice.below(seeds.size())];
            const std::string text = mutated(seed.patch, seeds, dice);
            const FakeTree tree = treeOf(seed.files);
            const auto answer = doctor.read(text, tree, {dice.oneIn(5) ? "src" : "", "/srv/work/proj"});
            QVERIFY(!patchJson(answer, doctor).empty());
            if (!answer) {
                QVERIFY(!answer.error().error.what.empty());
                continue;
            }
            ++accepted;
            if (answer->empty())
                continue;
            const std::string diff = doctor.render(*answer);
            const auto again = doctor.read(diff, tree, {});
            QVERIFY2(again, again ? "" : (fourLines(again.error().error) + text + "\n====\n" + diff).c_str());
            const std::string wrong = difference(applied(seed.files, *again), applied(seed.files, *answer));
            QVERIFY2(wrong.empty(), (wrong + text + "\n====\n" + diff).c_str());
        }
        qInfo("%d accepted", accepted);
    }
};

QTEST_GUILESS_MAIN(PatchFuzzTest)
#include "patch_fuzz_test.moc"
