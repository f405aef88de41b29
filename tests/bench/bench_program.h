#pragma once
// The command line that the programs with rows share.

#include "tests/bench/row.h"

#include <string>
#include <vector>

namespace vouchsafe::bench {

struct RowGroup {
    std::string name; ///< `F1`
    std::string help; ///< what is measured, and the peer
    Result<std::vector<Row>> (*measure)(const Settings &);
};

/// Measures the groups that are wanted, prints the table and writes the JSON. The exit status.
int benchProgram(int argc, char **argv, const std::vector<RowGroup> &groups);

} // namespace vouchsafe::bench
