#pragma once
// The verbs of protocol.h; each returns the program's exit status.

namespace vouchsafe::inside {

inline constexpr int statusUsage = 2;
inline constexpr int statusNotStarted = 127;
inline constexpr int statusSignal = 128; ///< and the signal

int run(char *const *folders, int count);
int hold(char *const *words, int count);
int probe();
int pack(char *const *words, int count);
int relay(char *const *words, int count);

} // namespace vouchsafe::inside
