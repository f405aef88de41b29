#pragma once
// The retrieved code as rows, and what was left out of it.

#include "ui/models/row_tree.h"
#include "ui/run_view.h"

namespace vouchsafe {

enum class ContextColumn { Symbol, Where, Score, Tokens, Reason };

class ContextModel : public RowTree {
    Q_OBJECT
public:
    explicit ContextModel(QObject *parent = nullptr);

    void show(const ContextBundle &context);
    const ContextBundle &context() const { return m_context; }
    const Slice *sliceOf(const QModelIndex &index) const; ///< null for what was left out

private:
    ContextBundle m_context;
};

QString contextSummary(const ContextBundle &context); ///< `7 slices, about 5,210 tokens, 12 left out`
QString sliceHeading(const Slice &slice);             ///< `path, lines 10 to 30`

} // namespace vouchsafe
