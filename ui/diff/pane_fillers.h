#pragma once
// Rows that a side has not, as annotations below the lines that it has: they are no part of the text.

#include "core/model/diff_rows.h"
#include "ui/diff/pane_look.h"

#include <cstddef>
#include <vector>

namespace vouchsafe {

/// `rows` rows below the file's first `lines` lines; the header line stands above them all.
struct PaneFiller {
    std::size_t lines = 0;
    std::size_t rows = 0;
    bool endNote = false; ///< its last row says that the file ends without a line end

    bool operator==(const PaneFiller &) const = default;
};

/// Those of the rows of a text of so many lines; `endNote`: the other side has one line end more.
std::vector<PaneFiller> paneFillers(const std::vector<RowFiller> &rows, std::size_t lines, bool endNote);

class PaneFillers {
public:
    explicit PaneFillers(QsciScintillaBase &pane) : m_pane(pane) {}

    /// Into a document without any, `count` of them from the one at `first` on; gives where to go on.
    std::size_t place(const std::vector<PaneFiller> &fillers, std::size_t first, std::size_t count);
    /// Brings a document from whatever it has to these.
    void become(const std::vector<PaneFiller> &fillers);

private:
    void put(const PaneFiller &filler);

    QsciScintillaBase &m_pane;
};

} // namespace vouchsafe
