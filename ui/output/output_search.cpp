#include "ui/output/output_search.h"

#include <QElapsedTimer>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr auto indicator = static_cast<unsigned long>(QsciScintillaBase::INDIC_CONTAINER);
constexpr int sliceBytes = 32 * 1024;
constexpr int sliceMilliseconds = 5;
constexpr long fillAlpha = 110;

} // namespace

OutputSearch::OutputSearch(OutputText &text, const Theme &theme, QObject *parent)
    : QObject(parent), m_text(text), m_theme(theme)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &OutputSearch::slice);
    connect(&text, &OutputText::wroteFrom, this, &OutputSearch::forgetFrom);
    connect(&text, &OutputText::droppedOldest, this, &OutputSearch::forgetOldest);
    connect(&text, &QsciScintilla::selectionChanged, this, &OutputSearch::counted);
    connect(&theme, &Theme::changed, this, &OutputSearch::wear);
    wear();
}

void OutputSearch::wear()
{
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICSETSTYLE, indicator,
                         static_cast<long>(QsciScintillaBase::INDIC_STRAIGHTBOX));
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICSETFORE, indicator, m_theme.colours().warning);
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICSETUNDER, indicator, 1L);
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICSETALPHA, indicator, fillAlpha / 2);
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICSETOUTLINEALPHA, indicator, fillAlpha * 2);
}

void OutputSearch::look(const QString &words, bool caseMatters)
{
    m_words = words.toUtf8();
    m_caseMatters = caseMatters;
    m_text.SendScintilla(QsciScintillaBase::SCI_SETINDICATORCURRENT, indicator);
    m_text.SendScintilla(QsciScintillaBase::SCI_INDICATORCLEARRANGE, 0UL,
                         m_text.SendScintilla(QsciScintillaBase::SCI_GETLENGTH));
    m_matches.clear();
    m_done = 0;
    m_timer.start();
    Q_EMIT counted();
}

void OutputSearch::slice()
{
    QElapsedTimer clock;
    clock.start();
    const int length = static_cast<int>(m_text.SendScintilla(QsciScintillaBase::SCI_GETLENGTH));
    while (m_done < length && !m_words.isEmpty() && m_matches.size() < mostMatches) {
        if (clock.elapsed() >= sliceMilliseconds) {
            Q_EMIT counted();
            return;
        }
        // Slices end with lines, so that none of them cuts a place.
        const auto line = static_cast<unsigned long>(
            m_text.SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION,
                                 static_cast<unsigned long>(std::min(m_done + sliceBytes, length))));
        const int end =
            static_cast<int>(m_text.SendScintilla(QsciScintillaBase::SCI_GETLINEENDPOSITION, line));
        lookWithin(m_done, end);
        m_done = std::min(end + 1, length);
    }
    m_timer.stop();
    Q_EMIT counted();
}

void OutputSearch::lookWithin(int start, int end)
{
    m_text.SendScintilla(QsciScintillaBase::SCI_SETINDICATORCURRENT, indicator);
    m_text.SendScintilla(QsciScintillaBase::SCI_SETSEARCHFLAGS,
                         static_cast<unsigned long>(m_caseMatters ? QsciScintillaBase::SCFIND_MATCHCASE : 0));
    while (start < end && m_matches.size() < mostMatches) {
        m_text.SendScintilla(QsciScintillaBase::SCI_SETTARGETRANGE, static_cast<unsigned long>(start),
                             static_cast<long>(end));
        const auto found =
            m_text.SendScintilla(QsciScintillaBase::SCI_SEARCHINTARGET,
                                 static_cast<unsigned long>(m_words.size()), m_words.constData());
        if (found < 0)
            return;
        const int place = static_cast<int>(found);
        // Letters of the other case may take another number of bytes.
        const int foundEnd = static_cast<int>(m_text.SendScintilla(QsciScintillaBase::SCI_GETTARGETEND));
        m_matches.push_back({m_dropped + place, foundEnd - place});
        m_text.SendScintilla(QsciScintillaBase::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(place),
                             static_cast<long>(foundEnd - place));
        start = std::max(foundEnd, place + 1);
    }
}

void OutputSearch::forgetFrom(int position)
{
    if (m_words.isEmpty())
        return;
    m_matches.erase(m_matches.begin() + static_cast<std::ptrdiff_t>(firstAt(m_dropped + position)),
                    m_matches.end());
    m_done = std::min(m_done, position);
    m_timer.start();
}

void OutputSearch::forgetOldest(int length)
{
    m_dropped += length;
    m_done = std::max(m_done - length, 0);
    while (!m_matches.empty() && m_matches.front().start < m_dropped)
        m_matches.pop_front();
}

std::size_t OutputSearch::firstAt(std::int64_t start) const
{
    const auto found = std::lower_bound(m_matches.begin(), m_matches.end(), start,
                                        [](const Match &match, std::int64_t at) { return match.start < at; });
    return static_cast<std::size_t>(found - m_matches.begin());
}

std::int64_t OutputSearch::selectionStart() const
{
    return m_dropped + m_text.SendScintilla(QsciScintillaBase::SCI_GETSELECTIONSTART);
}

std::size_t OutputSearch::current() const
{
    const std::size_t index = firstAt(selectionStart());
    const bool selected = m_text.hasSelectedText() && index < m_matches.size() &&
                          m_matches[index].start == selectionStart() &&
                          m_dropped + m_text.SendScintilla(QsciScintillaBase::SCI_GETSELECTIONEND) ==
                              m_matches[index].start + m_matches[index].length;
    return selected ? index + 1 : 0;
}

void OutputSearch::next()
{
    const std::size_t index = firstAt(selectionStart() + (m_text.hasSelectedText() ? 1 : 0));
    select(index < m_matches.size() ? index : 0);
}

void OutputSearch::previous()
{
    const std::size_t index = firstAt(selectionStart());
    select(index > 0 ? index - 1 : m_matches.size() - 1);
}

void OutputSearch::select(std::size_t index)
{
    if (index >= m_matches.size())
        return;
    const Match &match = m_matches[index];
    const auto start = static_cast<unsigned long>(match.start - m_dropped);
    const auto line =
        static_cast<unsigned long>(m_text.SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, start));
    m_text.SendScintilla(QsciScintillaBase::SCI_ENSUREVISIBLEENFORCEPOLICY, line);
    m_text.SendScintilla(QsciScintillaBase::SCI_SETSEL, start,
                         static_cast<long>(match.start - m_dropped + match.length));
    Q_EMIT counted();
}

} // namespace vouchsafe
