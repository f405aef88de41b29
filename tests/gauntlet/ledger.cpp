#include "tests/gauntlet/ledger.h"

#include <QString>

#include <cstdio>
#include <fstream>

namespace vouchsafe::gauntlet {
namespace fs = std::filesystem;

namespace {

bool proves(const Row &row)
{
    if (row.controlShows == anythingElse)
        return !row.control.empty() && row.control != row.expected;
    return !row.controlShows.empty() && row.expected.find(row.controlShows) == std::string::npos &&
           row.control.find(row.controlShows) != std::string::npos;
}

} // namespace

Ledger::Ledger(std::string group, const TestedBackend &backend)
{
    const fs::path folder = qEnvironmentVariable("VOUCHSAFE_GAUNTLET_RESULTS").toStdString();
    if (!folder.empty()) {
        fs::create_directories(folder);
        m_file = folder / (group + "-" + backend.name + ".json");
    }
    m_json = {{"group", std::move(group)}, {"backend", backend.name}, {"rows", nlohmann::json::array()}};
    write();
}

std::string Ledger::add(const Row &row)
{
    const bool holds = row.seen == row.expected;
    const bool controlled = proves(row);
    const char *result = !holds || (!controlled && row.notObservable.empty()) ? "fail"
                         : row.notObservable.empty()                          ? "pass"
                                                                              : "not observable";
    nlohmann::json &written = m_json["rows"].emplace_back(nlohmann::json{{"id", row.id},
                                                                         {"act", row.act},
                                                                         {"result", result},
                                                                         {"seen", row.seen},
                                                                         {"expected", row.expected},
                                                                         {"control", row.control},
                                                                         {"where", row.where}});
    if (!row.notObservable.empty())
        written["reason"] = row.notObservable;
    write();
    if (!holds)
        return row.id + " " + row.act + "\nseen:     " + row.seen + "\nexpected: " + row.expected;
    if (!controlled && row.notObservable.empty())
        return row.id + " " + row.act + ": the control proves nothing\ncontrol (" + row.where +
               "): " + row.control + "\nit should show: " + row.controlShows;
    return {};
}

void Ledger::addAbsence(const std::string &reason)
{
    m_json["absent"] = reason;
    write();
}

void Ledger::write() const
{
    if (!m_file.empty())
        std::ofstream(m_file) << m_json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

int endsForAbsence(const std::string &group, const TestedBackend &backend)
{
    if (backend.absent.empty())
        return 0;
    Ledger(group, backend).addAbsence(backend.absent);
    constexpr int skipped = 77;
    const bool required = isRequired(backend);
    std::printf("%s: %s is absent on this machine, so group %s did not run on it: %s\n",
                required ? "FAIL" : "SKIP", backend.name.c_str(), group.c_str(), backend.absent.c_str());
    return required ? 1 : skipped;
}

} // namespace vouchsafe::gauntlet
