#pragma once
// The patch as text, for a screen reader and for arrow keys.

#include "core/model/patch.h"
#include "ui/diff/diff_text.h"
#include "ui/support/background.h"
#include "ui/support/scintilla.h"
#include "ui/support/theme.h"

namespace vouchsafe {

/// Enter jumps to the line in the diff, Escape leaves. GUI thread.
class DiffTextView : public QsciScintilla {
    Q_OBJECT
public:
    explicit DiffTextView(const Theme &theme, QWidget *parent = nullptr);

    void setDiff(std::string canonical);
    void setPatch(Patch patch); ///< by its canonical diff

Q_SIGNALS:
    void lineChosen(vouchsafe::DiffTextLine line);
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void present(DiffText made);

    std::vector<DiffTextLine> m_lines;
    vouchsafe::Background m_writing; // QScintilla has a marker of that name
};

} // namespace vouchsafe
