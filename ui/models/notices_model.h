#pragma once
// What a person should know besides the verdict: warnings, notes of the run, repairs of the patch, what was
// not copied.

#include "ui/models/row_tree.h"
#include "ui/run_view.h"

namespace vouchsafe {

enum class NoticesColumn { Kind, Text };

/// Warnings first, then the rest in the order in which it happened.
std::vector<TreeRow> noticeRows(const RunView &view);

class NoticesModel : public RowTree {
    Q_OBJECT
public:
    explicit NoticesModel(QObject *parent = nullptr);

    void show(const RunView &view);
    int warnings() const { return m_warnings; }

private:
    int m_warnings = 0;
};

} // namespace vouchsafe
