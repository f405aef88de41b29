#pragma once
// What came instead of a patch, and why it could not be used.

#include "core/model/iteration.h"
#include "ui/support/theme.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace vouchsafe {

class RejectedView : public QWidget {
    Q_OBJECT
public:
    explicit RejectedView(const Theme &theme, QWidget *parent = nullptr);

    void setRejected(const RejectedPatch &rejected);

private:
    const Theme &m_theme;
    QLabel *m_message;
    QLabel *m_code;
    QPlainTextEdit *m_details;
};

} // namespace vouchsafe
