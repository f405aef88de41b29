#pragma once
// Asked before caches and left-overs go: what goes and what stays.

#include "core/ports/probe.h"

#include <QDialog>

#include <vector>

namespace vouchsafe {

/// `accepted`: clean. Open with `open()`.
class CleanQuestion : public QDialog {
    Q_OBJECT
public:
    explicit CleanQuestion(const std::vector<Holding> &holdings, QWidget *parent = nullptr);
};

} // namespace vouchsafe
