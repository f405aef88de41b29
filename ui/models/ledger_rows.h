#pragma once
// Every test of an iteration beside its result in the baseline, as values.

#include "ui/run_view.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct TestRow {
    std::string id;
    TestChange change = TestChange::Other;
    std::optional<TestStatus> before;
    std::optional<TestStatus> after;
    std::optional<std::chrono::milliseconds> duration; ///< of the newer of the two
    std::string message;                               ///< of its failure
    std::string file;
    int line = 0;

    bool operator==(const TestRow &) const = default;
};
using TestRows = std::vector<TestRow>;

/// Which tests these are: cheap to compare, so that an event that brings none costs nothing.
struct LedgerSource {
    enum class Of { Nothing, Baseline, Verdict };
    Of of = Of::Nothing;
    std::string run;
    int iteration = 0;
    std::size_t runs = 0;
    std::chrono::milliseconds duration{0};
    std::string reason;

    bool operator==(const LedgerSource &) const = default;
};

LedgerSource ledgerSource(const RunView &view);

/// What the rows are made of, as a copy that a thread of the pool may have.
struct LedgerInput {
    std::vector<LedgerRow> ledger;
    std::optional<ProofRun> before; ///< of the baseline
    std::optional<ProofRun> after;  ///< that was judged; none without a verdict
    bool judged = false;

    std::size_t tests() const; ///< an upper bound of the rows
};

/// Of the shown iteration's verdict, else of the baseline.
LedgerInput ledgerInput(const RunView &view);
/// What asks for attention comes first, then by id. Takes a second for a hundred thousand in a slow build.
std::shared_ptr<const TestRows> ledgerRows(const LedgerInput &input);

/// Lower ranks ask for attention: broke, new and failing, vanished, still failing, newly skipped, fixed …
int attentionRank(const TestRow &row);
bool isChanged(const TestRow &row);
bool isFailingNow(const TestRow &row);

} // namespace vouchsafe
