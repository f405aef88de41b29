#include "core/base/resources.h"

#include <QTest>

#include <algorithm>

using namespace vouchsafe;

class ResourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsCompiledIn()
    {
        const auto page = resource("help/errors.md");
        QVERIFY(page.has_value());
        QVERIFY(page->starts_with("# "));
    }

    void aMissingFileIsAnError() { QCOMPARE(resource("help/nothing.md").error().code, ErrorCode::Internal); }

    void listsAFolderInOrder()
    {
        const auto names = resourceNames("help");
        QVERIFY(std::is_sorted(names.begin(), names.end()));
        QVERIFY(std::find(names.begin(), names.end(), "errors.md") != names.end());
        QVERIFY(resourceNames("nothing").empty());
    }
};

QTEST_GUILESS_MAIN(ResourcesTest)
#include "resources_test.moc"
