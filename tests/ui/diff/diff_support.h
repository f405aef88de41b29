#pragma once
// What tests of the diff share: a file side by side, and what its panes show where.

#include "ui/diff/diff_pane.h"
#include "ui/diff/side_by_side.h"

#include <QElapsedTimer>
#include <QTest>

#include <time.h>

#include <algorithm>
#include <memory>
#include <string>

namespace vouchsafe::test {

inline FileChange changedFile(std::string before, std::string after, std::string path = "src/calc.py")
{
    FileChange file;
    file.path = std::move(path);
    file.before = std::move(before);
    file.after = std::move(after);
    return file;
}

inline bool waitUntilReady(SideBySide &sides, int milliseconds = 20000)
{
    return QTest::qWaitFor([&] { return sides.isReady(); }, milliseconds);
}

inline bool open(SideBySide &sides, const FileChange &file)
{
    sides.setSubject({std::make_shared<const FileChange>(file), std::nullopt, true});
    return waitUntilReady(sides);
}

/// Pixels from the top of the view to the top of a file line.
inline long topOf(const DiffPane &pane, std::size_t fileLine)
{
    const auto at = static_cast<long>(call(pane, QsciScintillaBase::SCI_POSITIONFROMLINE, fileLine + 1));
    return call(pane, QsciScintillaBase::SCI_POINTYFROMPOSITION, 0, at);
}

inline long displayLines(const DiffPane &pane)
{
    const auto last = static_cast<unsigned long>(call(pane, QsciScintillaBase::SCI_GETLINECOUNT)) - 1;
    return call(pane, QsciScintillaBase::SCI_VISIBLEFROMDOCLINE, last) + 1 +
           call(pane, QsciScintillaBase::SCI_ANNOTATIONGETLINES, last);
}

inline std::string marginText(const DiffPane &pane, std::size_t fileLine)
{
    std::string text(static_cast<std::size_t>(call(pane, QsciScintillaBase::SCI_MARGINGETTEXT, fileLine + 1)),
                     ' ');
    call(pane, QsciScintillaBase::SCI_MARGINGETTEXT, fileLine + 1, reinterpret_cast<long>(text.data()));
    return text;
}

inline bool isMarked(const DiffPane &pane, std::size_t position)
{
    return call(pane, QsciScintillaBase::SCI_INDICATORVALUEAT, IndicatorWord, static_cast<long>(position)) !=
           0;
}

/// The longest time that this thread worked without an event handled, seen by a timer that fires as often as
/// it can. Its own time, so that what else a machine does at the time does not count.
class GapMeter : public QObject {
public:
    GapMeter() { startTimer(1); }
    qint64 longest() const { return std::max(m_longest, worked() - m_last); } ///< ms

protected:
    void timerEvent(QTimerEvent *) override
    {
        m_longest = longest();
        m_last = worked();
    }

private:
    static qint64 worked()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
    }

    qint64 m_last = worked();
    qint64 m_longest = 0;
};

} // namespace vouchsafe::test
