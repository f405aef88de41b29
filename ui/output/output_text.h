#pragma once
// The lines of an output as read-only text that can be selected and read by assistive technology.

#include "ui/output/output_styles.h"
#include "ui/output/terminal_text.h"
#include "ui/support/scintilla.h"

namespace vouchsafe {

/// Keeps the newest lines within its bounds. Follows the end while a reader stands there: not after scrolling
/// up or moving the cursor up, nor with a selection; End goes back to following. GUI thread.
class OutputText : public QsciScintilla {
    Q_OBJECT
public:
    static constexpr int mostLines = 50'000;
    static constexpr int mostBytes = 32'000'000;

    explicit OutputText(const Theme &theme, QWidget *parent = nullptr);

    void change(const TerminalChange &change);
    void clearAll();
    std::uint64_t firstNumber() const { return m_first; } ///< of the oldest line that is kept
    int lineCount() const { return m_lines; }
    bool isFollowing() const;
    void follow();
    void setWrapped(bool wrapped);

Q_SIGNALS:
    void followingChanged(bool following);
    void findAsked();
    void wroteFrom(int position);   ///< everything from this byte on is another text now
    void droppedOldest(int length); ///< so many bytes are gone at the beginning

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void wear();
    int startFor(const TerminalChange &change, QByteArray &text);
    void trim();
    void scrollToEnd();
    void setAtEnd(bool atEnd);
    void announce();

    const Theme &m_theme;
    OutputStyles m_styles;
    std::uint64_t m_first = 0;
    int m_lines = 0;
    bool m_atEnd = true;
    bool m_changing = false; ///< scroll bars move because of us
    bool m_announced = true;
};

} // namespace vouchsafe
