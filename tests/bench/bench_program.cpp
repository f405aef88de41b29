#include "tests/bench/bench_program.h"

#include "core/base/files.h"
#include "tests/bench/report.h"

#include <CLI/CLI.hpp>

#include <QTemporaryDir>

#include <algorithm>
#include <iostream>

namespace vouchsafe::bench {

int benchProgram(int argc, char **argv, const std::vector<RowGroup> &groups)
{
    std::string about = "Measures the figures that are to be held, each beside a peer in the same run.";
    std::string names;
    for (const RowGroup &group : groups) {
        about += "\n" + group.name + "  " + group.help;
        names += (names.empty() ? "" : ", ") + group.name;
    }
    CLI::App parser(about);
    std::vector<std::string> wanted;
    std::string json;
    std::string corpus;
    std::string window;
    Settings settings;
    parser.add_option("--rows", wanted, "Only these rows, separated by commas")->delimiter(',');
    parser.add_option("--json", json, "Write the figures to this file too");
    parser.add_option("--corpus", corpus,
                      "F3: index the sources below this folder instead of generated ones");
    parser
        .add_option("--docker-image", settings.image,
                    "F1: image of the docker peer; it needs sh, tar and sleep")
        ->capture_default_str();
    parser.add_option("--window", window, "F9: the window's program, if not vouchsafe-gui beside this one");
    parser.add_flag("--quick", settings.quick, "Few samples and small trees: whether it works, not how fast");
    CLI11_PARSE(parser, argc, argv);

    const auto fourLinesFor = [](const Error &error) {
        std::cerr << fourLines(error);
        return errorEntry(error.code).exitStatus;
    };
    for (const std::string &name : wanted)
        if (std::none_of(groups.begin(), groups.end(),
                         [&](const RowGroup &group) { return group.name == name; }))
            return fourLinesFor(
                {ErrorCode::Usage, "there is no such row", name, "Choose among " + names + "."});

    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return fourLinesFor(
            {ErrorCode::Io, "cannot make a temporary folder", scratch.errorString().toStdString(), {}});
    settings.scratch = scratch.path().toStdString();
    settings.corpus = corpus;
    settings.self = std::filesystem::read_symlink("/proc/self/exe");
    settings.window =
        window.empty() ? settings.self.parent_path() / "vouchsafe-gui" : std::filesystem::absolute(window);

    std::vector<Row> rows;
    int status = 0;
    for (const RowGroup &group : groups) {
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

} // namespace vouchsafe::bench
