#include "core/base/dirs.h"

#include <QTest>

using namespace vouchsafe;

class DirsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        for (const char *name :
             {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            qunsetenv(name);
        qputenv("HOME", "/home/ada");
    }

    void standBelowTheHomeFolder()
    {
        const Directories expected{"/home/ada/.config/vouchsafe", "/home/ada/.local/share/vouchsafe",
                                   "/home/ada/.cache/vouchsafe", "/home/ada/.local/state/vouchsafe", ""};
        QVERIFY(userDirectories() == expected);
    }

    void followTheEnvironment()
    {
        qputenv("XDG_DATA_HOME", "/data");
        qputenv("XDG_RUNTIME_DIR", "/run/user/7");
        QCOMPARE(userDirectories().data.string(), std::string("/data/vouchsafe"));
        QCOMPARE(userDirectories().runtime.string(), std::string("/run/user/7/vouchsafe"));
    }

    void ignoreRelativeValues()
    {
        qputenv("XDG_CACHE_HOME", "cache");
        QCOMPARE(userDirectories().cache.string(), std::string("/home/ada/.cache/vouchsafe"));
    }

    void areAbsoluteWithoutAHome()
    {
        qunsetenv("HOME");
        QVERIFY(userDirectories().data.is_absolute());
    }
};

QTEST_GUILESS_MAIN(DirsTest)
#include "dirs_test.moc"
