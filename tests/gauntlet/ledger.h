#pragma once
// What the checks of one group gave on one backend, kept in a file that the gauntlet's table is made of.

#include "tests/gauntlet/backend.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace vouchsafe::gauntlet {

/// For `controlShows`, where the kernel's answer without the defence differs between machines.
inline constexpr std::string_view anythingElse = "*";

/// One check on one backend.
struct Row {
    std::string id;           ///< of the threat model's tables: `A4`
    std::string act;          ///< what is tried, in a few words; with the id the row's name
    std::string seen;         ///< what it gave in the sandbox
    std::string expected;     ///< what it must give on this backend, exactly
    std::string control;      ///< what the same act gave without the defence
    std::string controlShows; ///< a part of `control` that proves it: the act succeeds there
    std::string where; ///< where the control ran: `host`, `container without the policy`, `wider limits`
    /// Why this backend cannot show whether the defence holds. Such a row is neither passed nor failed, but
    /// `seen` must still be `expected`.
    std::string notObservable = {};
};

class Ledger {
public:
    Ledger(std::string group, const TestedBackend &backend);

    /// Writes the row down. Empty, or what is wrong, in words for a failed test.
    std::string add(const Row &row);
    /// Instead of rows.
    void addAbsence(const std::string &reason);

private:
    void write() const;

    std::filesystem::path m_file;
    nlohmann::json m_json;
};

} // namespace vouchsafe::gauntlet

/// Ends the test unless the row holds.
#define VS_HOLDS(ledger, ...)                                                                                \
    do {                                                                                                     \
        const std::string vsFault = (ledger).add(__VA_ARGS__);                                               \
        QVERIFY2(vsFault.empty(), vsFault.c_str());                                                          \
    } while (false)

/// `main` of a group: 77 (skipped, with the reason) where the backend is absent, 1 where it must be there.
#define VS_GAUNTLET_MAIN(TestClass, group)                                                                   \
    int main(int count, char **arguments)                                                                    \
    {                                                                                                        \
        QCoreApplication application(count, arguments);                                                      \
        const auto backend = vouchsafe::gauntlet::testedBackend();                                           \
        if (const int end = vouchsafe::gauntlet::endsForAbsence(group, backend))                             \
            return end;                                                                                      \
        TestClass test(backend);                                                                             \
        return QTest::qExec(&test, count, arguments);                                                        \
    }

namespace vouchsafe::gauntlet {
int endsForAbsence(const std::string &group, const TestedBackend &backend);
}
