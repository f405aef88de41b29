#pragma once
// One output as it comes: its text, what was left out, and the way back to the newest lines.

#include "ui/output/find_bar.h"
#include "ui/output/output_search.h"
#include "ui/output/output_text.h"
#include "ui/output/terminal_text.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <string>
#include <string_view>

class QLabel;
class QPushButton;

namespace vouchsafe {

/// Takes bytes at any speed and shows them within a time budget, so that the window goes on answering: what
/// waits is bounded, and beyond the bound its middle is left out and said so in the text. GUI thread.
class OutputView : public QWidget {
    Q_OBJECT
public:
    explicit OutputView(const Theme &theme, QWidget *parent = nullptr);
    ~OutputView() override;

    void append(std::string_view bytes);
    void setLeftOut(std::uint64_t bytes, const std::string &file); ///< before all of this, only in `file`
    void clear();
    bool isIdle() const { return m_waiting.size() == m_read; } ///< all that came is shown
    bool isFollowing() const { return m_text->isFollowing(); }
    bool isWrapped() const { return m_wrapped; }

public Q_SLOTS:
    void follow();
    void setWrapped(bool wrapped);
    void openFind();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void work();
    void leaveOutMiddle();
    void showNotice();
    void showButton();
    void placeButton();
    void hurry(std::size_t bytes);
    void calmDown();
    bool actOnKey(const QKeyEvent &event, bool act);

    const Theme &m_theme;
    QLabel *m_notice;
    OutputText *m_text;
    OutputSearch *m_search;
    FindBar *m_find;
    QPushButton *m_button;
    QTimer m_timer;
    QTimer m_calm;
    std::size_t m_recent = 0; ///< bytes read since `m_calm` was started
    QElapsedTimer m_noticed;
    std::unique_ptr<TerminalText> m_terminal;
    std::string m_waiting;
    std::size_t m_read = 0; ///< bytes of `m_waiting` that were read
    std::uint64_t m_leftOut = 0;
    std::string m_file;
    std::uint64_t m_linesSeen = 0; ///< when following ended
    bool m_wrapped = false;
};

} // namespace vouchsafe
