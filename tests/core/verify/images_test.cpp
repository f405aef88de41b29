#include "core/verify/images.h"

#include <QTest>

using namespace vouchsafe;
using Images = std::map<std::string, std::string>;

namespace {

PlannedCheck check(const std::string &toolchain)
{
    PlannedCheck planned;
    planned.shown = toolchain.empty() ? "./check.sh" : toolchain;
    planned.toolchain = toolchain;
    return planned;
}

} // namespace

class ImagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasAnImageForEachToolchain()
    {
        for (const Toolchain &toolchain : toolchains()) {
            QVERIFY2(!toolchain.image.empty(), toolchain.name.c_str());
            // One language, one image: checks of one language never disagree.
            for (const Toolchain &other : toolchains())
                QVERIFY(other.language != toolchain.language || other.image == toolchain.image);
        }
        QCOMPARE(toolchainNamed("pytest")->image, std::string("python:3.11-bookworm"));
    }

    void choosesByTheLanguageOfTheChecks()
    {
        QCOMPARE(imageFor({check("pytest")}, "", {}).value(),
                 (ImageChoice{"python:3.11-bookworm", "python, by pytest", ""}));
        QCOMPARE(imageFor({check("cmake"), check("ctest")}, "", {}).value(),
                 (ImageChoice{"gcc:13-bookworm", "c, by cmake", ""}));
    }

    void takesWhatAPersonNamed()
    {
        QCOMPARE(imageFor({check("npm")}, "mine:1", {}).value().reference, std::string("mine:1"));
        QCOMPARE(imageFor({check("npm")}, "mine:1", {{"node", "n:1"}}).value(),
                 (ImageChoice{"n:1", "named for node", ""}));
        QCOMPARE(imageFor({check("pytest")}, "mine:1", {{"node", "n:1"}}).value().reference,
                 std::string("mine:1"));
        QCOMPARE(imageFor({check("")}, "mine:1", {}).value().reference, std::string("mine:1"));
        QCOMPARE(imageFor({}, "mine:1", {}).value().reference, std::string("mine:1"));
    }

    void takesTheFirstOfSeveralLanguagesAndSaysSo()
    {
        const auto choice = imageFor({check(""), check("pytest"), check("npm")}, "", {});
        QVERIFY(choice);
        QCOMPARE(choice->reference, std::string("python:3.11-bookworm"));
        QVERIFY(choice->notice.find("node:20-bookworm") != std::string::npos);
        // One image for both leaves nothing to say.
        QCOMPARE(imageFor({check("pytest"), check("npm")}, "both:1", {}).value().notice, std::string());
        QCOMPARE(imageFor({check("pytest"), check("npm")}, "", {{"node", "b:1"}, {"python", "b:1"}})
                     .value()
                     .notice,
                 std::string());
    }

    void failsWhereNoImageIsKnown()
    {
        const auto none = imageFor({check("")}, "", {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::SandboxBackend);
        const auto unknown = imageFor({check("pytest")}, "x", {{"pyhton", "y"}});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::Usage);
        QVERIFY(unknown.error().remedy.find("python") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ImagesTest)
#include "images_test.moc"
