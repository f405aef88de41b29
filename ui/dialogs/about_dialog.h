#pragma once
// Name, version and licence.

#include <QDialog>

namespace vouchsafe {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

} // namespace vouchsafe
