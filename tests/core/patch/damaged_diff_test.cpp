// Diffs with the damage that models do to them: how many land as meant, and that hardly any lands wrongly.

#include "core/patch/patch_doctor.h"
#include "tests/core/patch/random_patches.h"

#include <QtTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

class DamagedDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void landsWhereItWasMeant_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < damageKinds; ++kind)
            QTest::newRow(damageName(static_cast<Damage>(kind))) << kind;
    }

    void landsWhereItWasMeant()
    {
        QFETCH(int, kind);
        constexpr int diffs = 200;
        const PatchDoctor doctor;
        int landed = 0;
        int wrong = 0;
        for (unsigned seed = 0; seed < diffs; ++seed) {
            Dice dice(1000 * static_cast<unsigned>(kind) + seed);
            Files before{{"src/code.cpp", {codeText(dice, 12)}}, {"lib/other.cpp", {codeText(dice, 5)}}};
            Patch patch;
            for (const auto &[path, file] : before) {
                FileChange change;
                change.path = path;
                change.before = file.bytes;
                change.after = edited(file.bytes, dice, 1 + dice.below(4));
                if (change.after != change.before)
                    patch.files.push_back(change);
            }
            const std::string diff = damaged(doctor.render(patch), static_cast<Damage>(kind), dice);
            const auto read = doctor.read(diff, treeOf(before), {});
            if (!read)
                continue;
            if (applied(before, *read) == applied(before, patch)) {
                ++landed;
                continue;
            }
            ++wrong;
            if (wrong == 1)
                qInfo("first wrong one, seed %u:\n%s%s", seed,
                      difference(applied(before, *read), applied(before, patch)).c_str(), diff.c_str());
        }
        qInfo("%d of %d landed, %d wrongly", landed, diffs, wrong);
        QVERIFY(landed * 100 >= diffs * 97);
        QVERIFY(wrong * 1000 <= diffs * 5);
    }
};

QTEST_GUILESS_MAIN(DamagedDiffTest)
#include "damaged_diff_test.moc"
