#pragma once
// Finds words in an output while it grows, a slice at a time, and marks every place.

#include "ui/output/output_text.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <deque>

namespace vouchsafe {

/// Goes on by itself when text is added. GUI thread; no slice takes longer than a few milliseconds.
class OutputSearch : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t mostMatches = 100'000;

    OutputSearch(OutputText &text, const Theme &theme, QObject *parent = nullptr);

    void look(const QString &words, bool caseMatters); ///< empty: for nothing
    void next();                                       ///< selects it; after the last comes the first
    void previous();

    std::size_t matches() const { return m_matches.size(); }
    std::size_t current() const; ///< from 1, of the match that is selected; 0: none is
    bool isDone() const { return !m_timer.isActive(); }

Q_SIGNALS:
    void counted();

private:
    struct Match {
        std::int64_t start = 0; ///< in bytes from the beginning of all that was ever in the text
        int length = 0;
    };

    void wear();
    void forgetFrom(int position);
    void forgetOldest(int length);
    void slice();
    void lookWithin(int start, int end);
    void select(std::size_t index);
    std::size_t firstAt(std::int64_t start) const; ///< index of the first match there or behind
    std::int64_t selectionStart() const;

    OutputText &m_text;
    const Theme &m_theme;
    QTimer m_timer;
    QByteArray m_words;
    bool m_caseMatters = false;
    std::deque<Match> m_matches;
    std::int64_t m_dropped = 0; ///< bytes that left the text at its beginning
    int m_done = 0;             ///< bytes of the text that were looked through
};

} // namespace vouchsafe
