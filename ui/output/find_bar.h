#pragma once
// The line below an output in which words are looked for.

#include "ui/output/output_search.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace vouchsafe {

class FindBar : public QWidget {
    Q_OBJECT
public:
    FindBar(OutputSearch &search, const Theme &theme, QWidget *parent = nullptr);

    void open(const QString &words); ///< empty: those of the last time
    void shut();

Q_SIGNALS:
    void wasShut();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void look();
    void showCount();

    OutputSearch &m_search;
    const Theme &m_theme;
    QLineEdit *m_words;
    QLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    QCheckBox *m_case;
};

} // namespace vouchsafe
