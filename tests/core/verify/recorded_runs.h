#pragma once
// Runs of checks as short texts, for tests of the rules.

#include "core/model/verdict.h"

#include <QString>

#include <string_view>

namespace vouchsafe::test {

/// One check per part between `|`, each an exit code or an ending and its tests: `1 +a -b | sh 0`.
/// Endings in place of the code: `sig11`, `timeout`, `memory`, `cancel`, `setup`. Tests: `+a` passed, `-a`
/// failed, `!a` error, `~a` skipped, `?a` expected failure; the file is `t.py` unless the name starts with
/// `/`. A trailing `!r` leaves the report out. The toolchain is pytest, or a first word `unittest`, `ctest`,
/// `node`, `make`, or `sh` for a command of no known runner.
ProofRun run(std::string_view name, const QString &text);

/// Judged; without `second` the baseline ran once.
Baseline baselineOf(const QString &first, const QString &second);

} // namespace vouchsafe::test
