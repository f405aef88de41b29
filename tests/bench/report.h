#pragma once
// The rows as a table for people and as JSON for the next run to compare with.

#include "tests/bench/row.h"

#include <string>
#include <vector>

namespace vouchsafe::bench {

std::string tableOf(const std::vector<Row> &rows);

/// `{"v":1,"application":…,"at":…,"machine":{…},"quick":…,"rows":[{"id","what","unit","ours":{"n","median","min","max"},
/// "peer":{"name","n","median","min","max"} or {"name","absent"} or null with a
/// limit,"comparison","value","hold","aim","held","notes"}]}`; `value` and `held` are null where the peer was
/// not had.
std::string jsonOf(const std::vector<Row> &rows, bool quick);

} // namespace vouchsafe::bench
