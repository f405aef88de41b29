#include "ui/diff/pane_fillers.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace vouchsafe {

using Sci = QsciScintillaBase;

std::vector<PaneFiller> paneFillers(const std::vector<RowFiller> &rows, std::size_t lines, bool endNote)
{
    std::vector<PaneFiller> fillers;
    fillers.reserve(rows.size() + 1);
    for (const RowFiller &each : rows)
        fillers.push_back({each.lines, each.rows});
    if (!endNote)
        return fillers;
    if (fillers.empty() || fillers.back().lines < lines)
        fillers.push_back({lines, 0});
    ++fillers.back().rows;
    fillers.back().endNote = true;
    return fillers;
}

std::size_t PaneFillers::place(const std::vector<PaneFiller> &fillers, std::size_t first, std::size_t count)
{
    const std::size_t end = std::min(fillers.size(), first + count);
    for (; first < end; ++first)
        put(fillers[first]);
    return first;
}

void PaneFillers::become(const std::vector<PaneFiller> &fillers)
{
    const auto lines = static_cast<unsigned long>(call(m_pane, Sci::SCI_GETLINECOUNT));
    std::size_t next = 0;
    for (unsigned long line = 0; line < lines; ++line) {
        const bool wanted = next < fillers.size() && fillers[next].lines == line;
        const auto has = static_cast<std::size_t>(call(m_pane, Sci::SCI_ANNOTATIONGETLINES, line));
        if (!wanted && has > 0)
            callText(m_pane, Sci::SCI_ANNOTATIONSETTEXT, line, nullptr);
        if (!wanted)
            continue;
        // The last one may change its words alone.
        if (has != fillers[next].rows || next + 1 == fillers.size())
            put(fillers[next]);
        ++next;
    }
}

void PaneFillers::put(const PaneFiller &filler)
{
    std::string text(filler.rows - 1, '\n');
    text += ' ';
    if (filler.endNote)
        text += QCoreApplication::translate("vouchsafe::PaneFillers", "No line end at the end of the file")
                    .toStdString();
    callText(m_pane, Sci::SCI_ANNOTATIONSETTEXT, filler.lines, text.c_str());
    call(m_pane, Sci::SCI_ANNOTATIONSETSTYLE, filler.lines, StyleFiller);
}

} // namespace vouchsafe
