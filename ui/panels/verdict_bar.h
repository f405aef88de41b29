#pragma once
// The verdict, in an area of its own that nothing of a repository or a model can draw in.

#include "ui/models/verdict_text.h"
#include "ui/panels/run_panel.h"

#include <QLabel>

namespace vouchsafe {

class DimLabel;
class ElidedLabel;
class Theme;

class VerdictBar : public RunPanel {
    Q_OBJECT
public:
    explicit VerdictBar(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void settle(); ///< words and colours
    QColor colour() const;
    int stripe() const; ///< width of the coloured edge

    const Theme &m_theme;
    VerdictText m_text;
    QLabel *m_glyph;
    QLabel *m_headline;
    QLabel *m_counts;
    QLabel *m_reason;
    QLabel *m_warnings;
    DimLabel *m_notes;
    ElidedLabel *m_facts; ///< patch, what was spent, what it was proven in
};

} // namespace vouchsafe
