#pragma once
// Labels and empty states that show text as it is.

#include "ui/models/words.h"
#include "ui/support/theme.h"

#include <QLabel>
#include <QStackedWidget>
#include <QString>

namespace vouchsafe {

/// The ink of a mark and the words behind it.
QColor markInk(Mark mark, const ThemeColours &colours);

/// Plain text, wrapped, selectable by mouse.
QLabel *plainLabel(QWidget *parent);

/// A label in the colour of secondary text that follows the theme.
class DimLabel : public QLabel {
    Q_OBJECT
public:
    DimLabel(const Theme &theme, QWidget *parent);

private:
    void settle();
    const Theme &m_theme;
};

/// One line, cut where there is no room; the tip has all of it.
class ElidedLabel : public DimLabel {
    Q_OBJECT
public:
    ElidedLabel(const Theme &theme, QWidget *parent);

    void setWhole(const QString &text);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void cut();
    QString m_whole;
};

/// Either its content or a sentence that says why there is none and what brings it.
class ContentStack : public QStackedWidget {
    Q_OBJECT
public:
    ContentStack(const Theme &theme, QWidget *content, QWidget *parent);

    void showContent();
    void showEmpty(const QString &sentence);

private:
    QLabel *m_empty;
};

} // namespace vouchsafe
