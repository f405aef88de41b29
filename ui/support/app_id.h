#pragma once
// The one name by which the desktop knows this application: desktop entry, icon, metainfo, window class.

namespace vouchsafe {

inline constexpr char applicationId[] = "io.github.vouchsafe.Vouchsafe";

} // namespace vouchsafe
