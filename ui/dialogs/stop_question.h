#pragma once
// Asked once when a window is closed while its run is under way.

#include <QDialog>

namespace vouchsafe {

/// `accepted`: stop the run and close. Open with `open()`.
class StopQuestion : public QDialog {
    Q_OBJECT
public:
    explicit StopQuestion(QWidget *parent = nullptr);
};

} // namespace vouchsafe
