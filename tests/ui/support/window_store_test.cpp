// What a window remembers, and that a broken file is as good as none.
#include "ui/support/window_store.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace vouchsafe;

class WindowStoreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void remembersFromOneStartToTheNext()
    {
        const RecentRepository recent{"/home/caf\xe9/calc",
                                      QDateTime::fromSecsSinceEpoch(1'800'000'000, Qt::UTC)};
        {
            WindowStore store(file("one"));
            store.keepLayout({"geo\0metry", "state"});
            store.keepTheme(ThemeChoice::Dark);
            store.keepZoom(-3);
            store.keepRecent({recent});
        }
        const WindowStore store(file("one"));
        QVERIFY((store.layout() == WindowLayout{"geo\0metry", "state"}));
        QCOMPARE(store.theme(), ThemeChoice::Dark);
        QCOMPARE(store.zoom(), -3);
        QVERIFY(store.recent() == std::vector<RecentRepository>{recent});
    }

    void keepsItsFileToItself()
    {
        WindowStore store(file("private"));
        store.keepZoom(1);
        using std::filesystem::perms;
        QCOMPARE(std::filesystem::status(file("private")).permissions(),
                 perms::owner_read | perms::owner_write);
        QCOMPARE(std::filesystem::status(file("private").parent_path()).permissions(), perms::owner_all);
    }

    void startsCleanFromABrokenFile()
    {
        std::filesystem::create_directories(file("broken").parent_path());
        QFile broken(QFile::decodeName(file("broken").c_str()));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("[view\nzoom=9999\n\x00\xff garbage ]]]\n[recent]\nsize=100000000\n1\\path=relative\n",
                     70);
        broken.close();
        WindowStore store(file("broken"));
        QCOMPARE(store.theme(), ThemeChoice::System);
        QVERIFY(std::abs(store.zoom()) <= 20);
        QVERIFY(store.recent().empty());
        store.keepTheme(ThemeChoice::Light);
        QCOMPARE(WindowStore(file("broken")).theme(), ThemeChoice::Light);
    }

    void startsWithoutAPlaceToWrite()
    {
        WindowStore store("/proc/nowhere/window.ini");
        store.keepZoom(2);
        QVERIFY(store.recent().empty());
    }

    void theNewestRepositoryStandsFirstAndOnce()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        std::vector<RecentRepository> recent;
        for (int i = 0; i < 20; ++i)
            recent = withRecent(recent, "/r" + std::to_string(i), now);
        QCOMPARE(recent.size(), 12U);
        QCOMPARE(recent.front().path, std::string("/r19"));
        recent = withRecent(recent, "/r15", now);
        QCOMPARE(recent.size(), 12U);
        QCOMPARE(recent.front().path, std::string("/r15"));
        recent = withoutRecent(recent, "/r15");
        QCOMPARE(recent.size(), 11U);
        QCOMPARE(recent.front().path, std::string("/r19"));
    }

private:
    std::filesystem::path file(const char *name) const
    {
        return std::filesystem::path(QFile::encodeName(m_folder.path()).toStdString()) / name / "window.ini";
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(WindowStoreTest)
#include "window_store_test.moc"
