#include "core/base/files.h"
#include "tests/bench/shown.h"
#include "ui/diff/diff_pane.h"
#include "ui/diff/side_by_side.h"

#include <QApplication>
#include <QScrollBar>

#include <iostream>

namespace vouchsafe::bench {

int showDiff(const std::filesystem::path &before, const std::filesystem::path &after)
{
    const Theme theme(ThemeChoice::Light);
    SideBySide sides(theme);
    sides.setWindowTitle(QStringLiteral("diff under way"));
    sides.resize(1400, 900);
    QObject::connect(
        &sides, &SideBySide::ready, &sides,
        [&sides] {
            QScrollBar *bar = sides.proposedPane().verticalScrollBar();
            bar->setValue(bar->maximum() / 2);
            sides.basePane().viewport()->repaint();
            sides.proposedPane().viewport()->repaint();
            sides.setWindowTitle(QStringLiteral("diff ready, %1 changes").arg(sides.changes()));
        },
        Qt::SingleShotConnection);
    sides.show();
    auto file = std::make_shared<FileChange>();
    file->path = after.filename().string();
    const Result<std::string> left = readFile(before);
    const Result<std::string> right = readFile(after);
    if (!left || !right)
        return 1;
    file->before = *left;
    file->after = *right;
    sides.setSubject({.file = std::move(file)});
    return QApplication::exec();
}

} // namespace vouchsafe::bench
