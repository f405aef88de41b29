#pragma once
// Icons of this program, drawn in the palette's text colour so that they suit each theme.

#include <QIcon>

namespace vouchsafe {

/// `resources/icons/<name>.svg`, whatever its own colours; follows the palette by itself. Null where there is
/// no such file.
QIcon inkIcon(const char *name);
/// The application's, in its own colours.
QIcon applicationIcon();

} // namespace vouchsafe
