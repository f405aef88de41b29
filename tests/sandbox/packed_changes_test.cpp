// What a volume says of itself is hostile: no name leaves the workspace, nothing goes over its bounds.
#include "sandbox/engine/packed_changes.h"

#include <QTest>

#include <random>

using namespace vouchsafe;
using inside::Kind;

namespace {

const std::string root = "/repo";

std::string text(std::string_view value)
{
    const auto length = static_cast<std::uint32_t>(value.size());
    std::string body;
    for (int shift = 0; shift < 32; shift += 8)
        body.push_back(static_cast<char>((length >> shift) & 0xffU));
    return body.append(value);
}

std::string other(std::string_view path, std::string_view word)
{
    return inside::frame(Kind::Other, text(path) + text(word));
}

struct Seen {
    PackedChanges changes;
    bool whole = false;
};

Seen read(std::string_view stream, PackedBounds bounds = {1'000, 10, 10})
{
    PackedReader reader(root, bounds);
    inside::FrameParser parser;
    parser.add(stream);
    while (const auto frame = parser.next())
        reader.take(*frame);
    const bool whole = reader.whole();
    return {std::move(reader).changes(), whole};
}

const std::string end = inside::frame(Kind::End);

std::string honest()
{
    return inside::folderFrame("/repo/sub", 0755) + inside::fileFrames("/repo/sub/a", 0100755, "aa") +
           inside::frame(Kind::Append, "AA") + inside::fileFrames("/repo/link", 0120000, "sub/a") +
           inside::pathFrame(Kind::Present, "/repo/old") + other("/repo/pipe", "fifo") + end;
}

/// What every answer keeps, however the bytes were made. Empty: it does.
QString fault(const PackedChanges &changes, const PackedBounds &bounds)
{
    std::set<std::string> names;
    std::uint64_t bytes = 0;
    const auto judge = [&](const std::string &path) -> QString {
        const QString shown = QString::fromLatin1(path.data(), static_cast<int>(path.size()));
        if (path.empty() || path.front() == '/' || path.back() == '/' || path.size() > 4095 ||
            path.find('\0') != std::string::npos || path.find("//") != std::string::npos ||
            ("/" + path + "/").find("/../") != std::string::npos ||
            ("/" + path + "/").find("/./") != std::string::npos)
            return QStringLiteral("a hostile name: ") + shown;
        return names.insert(path).second ? QString() : QStringLiteral("twice: ") + shown;
    };
    for (const CollectedFile &file : changes.files) {
        bytes += file.bytes.size();
        if (const QString wrong = judge(file.path); !wrong.isEmpty())
            return wrong;
    }
    for (const auto &[path, word] : changes.others)
        if (const QString wrong = judge(path); !wrong.isEmpty())
            return wrong;
    for (const std::string &path : changes.present)
        if (const QString wrong = judge(path); !wrong.isEmpty())
            return wrong;
    for (const std::string &path : names)
        for (std::size_t slash = path.find('/'); slash != std::string::npos;
             slash = path.find('/', slash + 1))
            if (names.contains(path.substr(0, slash)))
                return QStringLiteral("below a file: ") + QString::fromStdString(path);
    if (bytes > bounds.bytes || changes.files.size() > bounds.files ||
        changes.present.size() > bounds.present || changes.others.size() > bounds.files)
        return QStringLiteral("over a bound");
    return {};
}

} // namespace

class PackedChangesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatAnHonestHelperSays()
    {
        const Seen seen = read(honest());
        QVERIFY(seen.whole);
        QCOMPARE(seen.changes.refused, std::size_t{0});
        QCOMPARE(seen.changes.files.size(), std::size_t{2});
        QCOMPARE(seen.changes.files[0].path, std::string("sub/a"));
        QCOMPARE(seen.changes.files[0].bytes, std::string("aaAA"));
        QCOMPARE(seen.changes.files[0].mode, 0100755U);
        QCOMPARE(seen.changes.files[1].mode, 0120000U);
        QCOMPARE(seen.changes.present, std::set<std::string>{"old"});
        QCOMPARE(seen.changes.others.size(), std::size_t{1});
    }

    void refusesNamesThatLeaveTheWorkspace_data()
    {
        QTest::addColumn<QByteArray>("path");
        const auto row = [](const char *name, const std::string &path) {
            QTest::newRow(name) << QByteArray::fromStdString(path);
        };
        row("parent", "/repo/../evil");
        row("parent in the middle", "/repo/a/../../evil");
        row("parent at the end", "/repo/a/..");
        row("dot", "/repo/./a");
        row("empty part", "/repo//a");
        row("slash at the end", "/repo/a/");
        row("absolute elsewhere", "/etc/passwd");
        row("beside the root", "/repository/a");
        row("the root itself", "/repo");
        row("relative", "a");
        row("empty", "");
        row("a zero byte", std::string("/repo/a\0b", 9));
        row("a name of 256 bytes", "/repo/" + std::string(256, 'n'));
        row("over the length of a path", [] {
            std::string path = "/repo";
            for (int i = 0; i < 20; ++i)
                path += "/" + std::string(255, 'd');
            return path;
        }());
        row("over the depth", [] {
            std::string path = "/repo";
            for (int i = 0; i < 520; ++i)
                path += "/d";
            return path;
        }());
    }
    void refusesNamesThatLeaveTheWorkspace()
    {
        QFETCH(QByteArray, path);
        const std::string name = path.toStdString();
        const Seen seen = read(inside::fileFrames(name, 0100644, "evil") + other(name, "socket") +
                               inside::pathFrame(Kind::Present, name) + end);
        QVERIFY(seen.whole);
        QVERIFY(seen.changes.files.empty() && seen.changes.others.empty() && seen.changes.present.empty());
        QCOMPARE(seen.changes.refused, std::size_t{3});
    }

    void takesNamesOf255BytesAnd500Folders()
    {
        std::string deep = "/repo";
        for (int i = 0; i < 500; ++i)
            deep += "/d";
        const Seen seen = read(inside::fileFrames("/repo/" + std::string(255, 'n'), 0100644, "x") +
                               inside::fileFrames(deep, 0100644, "x") + end);
        QCOMPARE(seen.changes.files.size(), std::size_t{2});
        QCOMPARE(seen.changes.refused, std::size_t{0});
    }

    void namesEveryPathOnceAndNoneBelowAFile()
    {
        const Seen seen =
            read(inside::fileFrames("/repo/a", 0100644, "first") +
                 inside::fileFrames("/repo/a", 0100644, "second") +
                 inside::fileFrames("/repo/a/below", 0100644, "x") +
                 inside::fileFrames("/repo/d/e", 0100644, "x") +
                 inside::fileFrames("/repo/d", 0100644, "over a folder") +
                 inside::pathFrame(Kind::Present, "/repo/a") + other("/repo/d/e/f", "socket") + end);
        QCOMPARE(seen.changes.files.size(), std::size_t{2});
        QCOMPARE(seen.changes.files[0].bytes, std::string("first"));
        QCOMPARE(seen.changes.files[1].path, std::string("d/e"));
        QCOMPARE(seen.changes.refused, std::size_t{5});
        QCOMPARE(fault(seen.changes, {1'000, 10, 10}), QString());
    }

    void givesNoPartOfAFile()
    {
        const Seen large =
            read(inside::fileFrames("/repo/a", 0100644, std::string(600, 'x')) +
                 inside::frame(Kind::Append, std::string(600, 'y')) + inside::frame(Kind::Append, "z") +
                 inside::fileFrames("/repo/b", 0100644, std::string(900, 'b')) + end);
        QCOMPARE(large.changes.files.size(), std::size_t{1});
        QCOMPARE(large.changes.files[0].path, std::string("b"));
        QCOMPARE(large.changes.others, (std::vector<std::pair<std::string, std::string>>{{"a", "limit"}}));
        const Seen broken =
            read(inside::fileFrames("/repo/a", 0100644, "half") + other("/repo/a", "unreadable") + end);
        QVERIFY(broken.changes.files.empty());
        QCOMPARE(broken.changes.others.size(), std::size_t{1});
        const Seen stray =
            read(inside::frame(Kind::Append, "nothing before") + inside::fileFrames("/repo/a", 0100644, "a") +
                 inside::pathFrame(Kind::Present, "/repo/b") + inside::frame(Kind::Append, "b") + end);
        QCOMPARE(stray.changes.files[0].bytes, std::string("a"));
        QCOMPARE(stray.changes.refused, std::size_t{2});
    }

    void boundsCounts()
    {
        std::string stream;
        for (int i = 0; i < 50; ++i)
            stream += inside::fileFrames("/repo/f" + std::to_string(i), 0100644, "") +
                      inside::pathFrame(Kind::Present, "/repo/p" + std::to_string(i)) +
                      other("/repo/o" + std::to_string(i), "fifo");
        const Seen seen = read(stream + end);
        QCOMPARE(fault(seen.changes, {1'000, 10, 10}), QString());
        QCOMPARE(seen.changes.refused, std::size_t{120});
    }

    void isWholeOnlyAtItsEnd()
    {
        QVERIFY(!read({}).whole);
        QVERIFY(!read(honest().substr(0, honest().size() - 1)).whole);
        QVERIFY(!read(honest() + inside::fileFrames("/repo/late", 0100644, "x")).whole);
        QVERIFY(!read(inside::frame(Kind::End, "more")).whole);
    }

    void bearsMutatedBytes()
    {
        std::mt19937 random(4711); // the same mutations every time
        const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
        const std::string pieces[] = {
            "..", "/", "/../", std::string(1, '\0'), "/repo/", "sub", "\xff\xff\xff\x7f", "F", "A",
            "P",  "O", "E"};
        int withFiles = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string stream = honest() + honest();
            for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
                const std::size_t at = below(stream.size());
                switch (below(4)) {
                case 0:
                    stream[at] = static_cast<char>(random());
                    break;
                case 1:
                    stream.insert(at, pieces[below(std::size(pieces))]);
                    break;
                case 2:
                    stream.erase(at, 1 + below(8));
                    break;
                default:
                    stream.replace(at, 4, stream.substr(below(stream.size()), 4));
                }
                if (stream.empty())
                    stream = honest();
            }
            const PackedBounds bounds{1 + below(40), 1 + below(4), below(3)};
            const Seen seen = read(stream, bounds);
            const QString wrong = fault(seen.changes, bounds);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(wrong)));
            withFiles += seen.changes.files.empty() ? 0 : 1;
        }
        QVERIFY2(withFiles > 5'000, "the mutations still reach what is read");
    }

    void keepsNothingAfterAFrameThatMayNotBe()
    {
        inside::FrameParser parser;
        parser.add("F\xff\xff\xff\xff");
        QVERIFY(!parser.next());
        QVERIFY(parser.broken());
        parser.add(end);
        QVERIFY(!parser.next());
    }
};

QTEST_GUILESS_MAIN(PackedChangesTest)
#include "packed_changes_test.moc"
