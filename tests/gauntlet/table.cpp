// The table of the gauntlet, check by backend, from what the groups wrote down. Ends with a status other than
// 0 where a row is missing: a check that did not run is no check that passed.
//   gauntlet_table RESULTS OUTPUT    writes OUTPUT.md and OUTPUT.json and prints the table

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> backends = {"bubblewrap", "docker", "docker-runsc", "podman", "host"};

/// The ids that each group must have, on each backend that is there. Those of the threat model that have no
/// sandbox in them are tested where their code is.
const std::map<std::string, std::vector<std::string>> wanted = {
    {"A", {"A1",  "A2",  "A3",  "A4",  "A5",  "A6",  "A7",  "A8",  "A9",  "A10",
           "A11", "A12", "A13", "A14", "A15", "A16", "A17", "A18", "A19", "A21"}},
    {"B", {"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11", "B12", "B13"}},
    {"E", {"C10", "E07", "E08", "E09", "E11", "E12", "E13", "E14"}},
    {"H", {"H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10"}},
};

struct Table {
    json files = json::array();
    std::map<std::string, std::map<std::string, json>> cells; ///< id and act; backend
    std::map<std::string, std::string> groups;                ///< of id and act
    std::vector<std::string> order;
    std::map<std::string, std::string> absent; ///< group and backend: reason
    std::vector<std::string> faults;
};

std::string nameOf(const json &row)
{
    return row.value("id", "") + " " + row.value("act", "");
}

/// `A2` before `A10`.
bool before(const std::string &left, const std::string &right)
{
    const auto key = [](const std::string &name) {
        std::size_t digits = 1;
        int number = 0;
        while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9')
            number = number * 10 + (name[digits++] - '0');
        return std::pair(std::pair(name[0], number), name);
    };
    return key(left) < key(right);
}

void read(const fs::path &file, Table &table)
{
    std::ifstream stream(file);
    const json read = json::parse(stream, nullptr, false);
    if (!read.is_object()) {
        table.faults.push_back(file.string() + " cannot be read");
        return;
    }
    table.files.push_back(read);
    const std::string backend = read.value("backend", "");
    if (read.contains("absent"))
        table.absent[read.value("group", "") + " " + backend] = read["absent"].get<std::string>();
    for (const json &row : read["rows"]) {
        table.cells[nameOf(row)][backend] = row;
        table.groups[nameOf(row)] = read.value("group", "");
    }
}

void judge(Table &table, const std::vector<std::string> &expectedFiles)
{
    std::set<std::string> ran;
    for (const json &file : table.files)
        ran.insert(file.value("group", "") + "-" + file.value("backend", ""));
    for (const std::string &name : expectedFiles)
        if (!ran.contains(name))
            table.faults.push_back(name + " did not run");
    for (const json &file : table.files) {
        if (file.contains("absent"))
            continue;
        const std::string group = file.value("group", "");
        const std::string backend = file.value("backend", "");
        std::set<std::string> ids;
        for (const json &row : file["rows"])
            ids.insert(row.value("id", ""));
        if (const auto list = wanted.find(group); list != wanted.end())
            for (const std::string &id : list->second)
                if (!ids.contains(id))
                    table.faults.push_back(id + " has no row on " + backend);
        for (const auto &[name, cells] : table.cells)
            if (table.groups.at(name) == group && !cells.contains(backend) &&
                ids.contains(name.substr(0, name.find(' '))))
                table.faults.push_back(name + " has no row on " + backend);
    }
    for (const auto &[name, cells] : table.cells) {
        table.order.push_back(name);
        for (const auto &[backend, row] : cells)
            if (row.value("result", "") == "fail")
                table.faults.push_back(name + " failed on " + backend);
    }
    std::sort(table.order.begin(), table.order.end(), before);
}

std::string cell(const Table &table, const std::string &name, const std::string &backend)
{
    const auto &cells = table.cells.at(name);
    if (const auto found = cells.find(backend); found != cells.end())
        return found->second.value("result", "");
    const std::string &group = table.groups.at(name);
    if (table.absent.contains(group + " " + backend))
        return "absent";
    return backend == "host" || group == "H" ? "" : "missing";
}

std::string controls(const Table &table, const std::string &name)
{
    std::set<std::string> places;
    for (const auto &[backend, row] : table.cells.at(name))
        if (row.value("result", "") == "pass")
            places.insert(row.value("where", ""));
    return vouchsafe::join(std::vector<std::string>(places.begin(), places.end()), ", ");
}

std::string markdown(const Table &table)
{
    std::string text =
        "# Gauntlet\n\nWhat each hostile act gave on each backend of this machine. `pass`: refused as "
        "expected, while the control, the same act without the defence, succeeded. `not observable`: "
        "the backend cannot show it. `absent`: the backend is not on this machine.\n\n| check |";
    std::string line = "|---|";
    for (const std::string &backend : backends) {
        text += " " + backend + " |";
        line += "---|";
    }
    text += " control |\n" + line + "---|\n";
    std::map<std::string, int> count;
    for (const std::string &name : table.order) {
        text += "| " + name + " |";
        for (const std::string &backend : backends) {
            const std::string result = cell(table, name, backend);
            ++count[result];
            text += " " + result + " |";
        }
        text += " " + controls(table, name) + " |\n";
    }
    text += "\n" + std::to_string(count["pass"]) + " passed, " + std::to_string(count["fail"]) + " failed, " +
            std::to_string(count["not observable"]) + " not observable, " + std::to_string(count["absent"]) +
            " absent, " + std::to_string(count["missing"]) + " missing.\n";
    std::set<std::string> reasons;
    for (const auto &[name, cells] : table.cells)
        for (const auto &[backend, row] : cells)
            if (row.contains("reason"))
                reasons.insert("- Not observable: " + name + " on " + backend + ": " +
                               row["reason"].get<std::string>() + ".\n");
    for (const auto &[where, reason] : table.absent)
        reasons.insert("- Absent: group " + where + ": " + reason + ".\n");
    for (const std::string &fault : table.faults)
        reasons.insert("- **" + fault + "**\n");
    if (!reasons.empty())
        text += "\n";
    for (const std::string &reason : reasons)
        text += reason;
    return text;
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 3) {
        std::fprintf(stderr, "Usage: gauntlet_table RESULTS OUTPUT GROUP-BACKEND...\n");
        return 2;
    }
    Table table;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(arguments[1], none))
        if (entry.path().extension() == ".json")
            read(entry.path(), table);
    judge(table, {arguments + 3, arguments + count});
    const std::string text = markdown(table);
    const std::string output = arguments[2];
    std::ofstream(output + ".md") << text;
    std::ofstream(output + ".json") << json{{"results", table.files}, {"faults", table.faults}}.dump(
                                           1, ' ', false, json::error_handler_t::replace)
                                    << "\n";
    std::fputs(text.c_str(), stdout);
    return table.faults.empty() ? 0 : 1;
}
