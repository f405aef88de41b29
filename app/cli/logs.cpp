// vouchsafe logs RUN: the complete output of its checks, and with --follow what comes.
#include "app/cli/run_name.h"
#include "app/run_control.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <ostream>
#include <thread>

namespace vouchsafe::cli {
namespace {

constexpr std::chrono::milliseconds followInterval{200};

/// Prints what the run's output files hold beyond what was printed before, each under its name.
class Tail {
public:
    Tail(const Context &context, std::filesystem::path folder)
        : m_context(context), m_folder(std::move(folder))
    {
    }

    void printNews()
    {
        std::vector<std::filesystem::path> files;
        std::error_code error;
        for (const auto &entry : std::filesystem::directory_iterator(m_folder / "output", error))
            if (entry.is_regular_file(error))
                files.push_back(entry.path());
        std::sort(files.begin(), files.end(), [&](const auto &a, const auto &b) {
            return std::filesystem::last_write_time(a, error) < std::filesystem::last_write_time(b, error);
        });
        for (const auto &file : files)
            printNews(file);
    }

private:
    void printNews(const std::filesystem::path &file)
    {
        std::ifstream stream(file, std::ios::binary);
        std::streamoff &done = m_done[file];
        stream.seekg(done);
        std::array<char, 65536> chunk;
        for (;;) {
            stream.read(chunk.data(), chunk.size());
            if (stream.gcount() == 0)
                break;
            if (m_last != file)
                m_context.out << "==> " << file.filename().string() << " <==\n";
            m_last = file;
            m_context.out.write(chunk.data(), stream.gcount());
            done += stream.gcount();
        }
        m_context.out.flush();
    }

    const Context &m_context;
    std::filesystem::path m_folder;
    std::filesystem::path m_last;
    std::map<std::filesystem::path, std::streamoff> m_done;
};

int logs(const Context &context, const std::string &name, bool follow)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return report(context, folder.error());
    Tail tail(context, folder->path);
    tail.printNews();
    while (follow && context.out.good() && runOwner(folder->id)) {
        std::this_thread::sleep_for(followInterval);
        tail.printNews();
    }
    if (follow)
        tail.printNews();
    return 0;
}

} // namespace

Command addLogs(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("logs", "Print the output of a run's checks as it was stored");
    const auto name = addRunName(*parser);
    const auto follow = std::make_shared<bool>(false);
    parser->add_flag("-f,--follow", *follow, "Go on until the run ends");
    return {parser, [name, follow](const Context &context) { return logs(context, *name, *follow); }};
}

} // namespace vouchsafe::cli
