// vouchsafe-bench: the figures that are to be held, each beside a peer that is measured in the same run.

#include "core/base/files.h"
#include "tests/bench/report.h"
#include "tests/bench/row.h"

#include <CLI/CLI.hpp>

#include <QTemporaryDir>

#include <algorithm>
#include <iostream>

using namespace vouchsafe;
using namespace vouchsafe::bench;

namespace {

struct RowGroup {
    std::string name;
    Result<std::vector<Row>> (*measure)(const Settings &);
};

const std::vector<RowGroup> &rowGroups()
{
    static const std::vector<RowGroup> groups{
        {"F1", measureWorkspace}, {"F2", measureTreeSizes}, {"F3", measureFirstIndex}};
    return groups;
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App parser("Measures the figures that are to be held, each beside a peer in the same run.\n"
                    "F1  fresh workspace, isolated command, verdict, tear down; peer: a docker loop\n"
                    "F2  the same for several sizes of the tree; peer: bare bubblewrap\n"
                    "F3  first index; peer: a bare parse of the same bytes");
    std::vector<std::string> wanted;
    std::string json;
    std::string corpus;
    Settings settings;
    parser.add_option("--rows", wanted, "Only these rows, for example F1,F3")->delimiter(',');
    parser.add_option("--json", json, "Write the figures to this file too");
    parser.add_option("--corpus", corpus, "Index the sources below this folder instead of generated ones");
    parser
        .add_option("--docker-image", settings.image, "Image of the docker peer; it needs sh, tar and sleep")
        ->capture_default_str();
    parser.add_flag("--quick", settings.quick, "Few samples and small trees: whether it works, not how fast");
    CLI11_PARSE(parser, argc, argv);

    const auto fourLinesFor = [](const Error &error) {
        std::cerr << fourLines(error);
        return errorEntry(error.code).exitStatus;
    };
    for (const std::string &name : wanted)
        if (std::none_of(rowGroups().begin(), rowGroups().end(),
                         [&](const RowGroup &group) { return group.name == name; }))
            return fourLinesFor(
                {ErrorCode::Usage, "there is no such row", name, "Choose among F1, F2 and F3."});

    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return fourLinesFor(
            {ErrorCode::Io, "cannot make a temporary folder", scratch.errorString().toStdString(), {}});
    settings.scratch = scratch.path().toStdString();
    settings.corpus = corpus;

    std::vector<Row> rows;
    int status = 0;
    for (const RowGroup &group : rowGroups()) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), group.name) == wanted.end())
            continue;
        std::cerr << "measuring " << group.name << " …\n";
        const auto measured = group.measure(settings);
        if (!measured) { // the other rows are still worth having
            std::cerr << group.name << " could not be measured:\n";
            status = fourLinesFor(measured.error());
            continue;
        }
        rows.insert(rows.end(), measured->begin(), measured->end());
    }
    std::cout << tableOf(rows);
    if (!json.empty())
        if (const Status written = writeFileAtomic(json, jsonOf(rows, settings.quick), 0644); !written)
            return fourLinesFor(written.error());
    return status;
}
