#pragma once
// The list of a patch's files above the diff: as high as its rows, up to a few.

#include <QTreeView>

namespace vouchsafe {

class PatchFilesModel;

class PatchFilesList : public QTreeView {
    Q_OBJECT
public:
    explicit PatchFilesList(PatchFilesModel &model, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace vouchsafe
