#include "tests/app/command_line.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcessEnvironment>

#include <grp.h>
#include <regex>
#include <thread>
#include <unistd.h>

namespace vouchsafe::test {
namespace fs = std::filesystem;

namespace {

constexpr int endTimeoutMs = 240'000; // far above what a quiet machine needs

QStringList words(const std::vector<std::string> &arguments)
{
    QStringList list;
    for (const std::string &argument : arguments)
        list << QFile::decodeName(QByteArray::fromStdString(argument));
    return list;
}

bool commandLineOf(int pid, const std::string &text)
{
    QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
    return file.open(QIODevice::ReadOnly) && file.readAll().toStdString().find(text) != std::string::npos;
}

bool running(const std::string &text)
{
    for (const QString &entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs))
        if (const int pid = entry.toInt();
            pid > 0 && pid != QCoreApplication::applicationPid() && commandLineOf(pid, text))
            return true;
    return false;
}

} // namespace

std::vector<nlohmann::json> Finished::lines() const
{
    std::vector<nlohmann::json> rows;
    for (const std::string_view line : splitLines(out))
        rows.push_back(nlohmann::json::parse(line, nullptr, false));
    return rows;
}

nlohmann::json Finished::last() const
{
    const std::vector<nlohmann::json> rows = lines();
    return rows.empty() || !rows.back().is_object() ? nlohmann::json::object() : rows.back();
}

bool Finished::fails(const std::string &code) const
{
    static const std::regex form("(^|[\\s\\S]*\n)vouchsafe: error: [^\n]+\n  code: (ERR_[A-Z_]+)\n"
                                 "  context: [^\n]+\n  remedy: [^\n]+\n$");
    // std::regex recurses by the character, so only the end is looked at.
    constexpr std::size_t most = 4000;
    const std::string end = err.size() > most ? err.substr(err.size() - most) : err;
    std::smatch match;
    return std::regex_match(end, match, form) && match[2] == code;
}

std::string Finished::shown() const
{
    return "status " + std::to_string(status) + "\nstdout: " + elided(out, 2000, 3000) +
           "\nstderr: " + elided(err, 2000, 3000);
}

CommandLine::CommandLine() : m_home(fs::canonical(m_temporary.path().toStdString()))
{
    m_environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin:/usr/sbin:/sbin"));
    m_environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    set("HOME", m_home.string());
    for (const auto &[variable, folder] : {std::pair{"XDG_CONFIG_HOME", "config"},
                                           {"XDG_DATA_HOME", "data"},
                                           {"XDG_CACHE_HOME", "cache"},
                                           {"XDG_STATE_HOME", "state"},
                                           {"XDG_RUNTIME_DIR", "runtime"}}) {
        fs::create_directory(m_home / folder);
        fs::permissions(m_home / folder, fs::perms::owner_all);
        set(variable, (m_home / folder).string());
    }
}

void CommandLine::set(const std::string &name, const std::string &value)
{
    m_environment.insert(QString::fromStdString(name), QFile::decodeName(QByteArray::fromStdString(value)));
}

void CommandLine::become(uid_t user, const std::vector<fs::path> &folders)
{
    const auto give = [user](const fs::path &place) {
        if (::lchown(place.c_str(), user, user) != 0)
            qFatal("chown %s", place.c_str());
    };
    std::vector<fs::path> all = folders;
    all.push_back(m_home);
    for (const fs::path &folder : all) {
        give(folder);
        for (const auto &entry : fs::recursive_directory_iterator(folder))
            give(entry.path());
    }
    m_user = user;
}

std::unique_ptr<QProcess> CommandLine::start(const std::vector<std::string> &arguments,
                                             const fs::path &standardInput) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    process->setWorkingDirectory(QString::fromStdString(m_home.string()));
    process->setStandardInputFile(QString::fromStdString(standardInput.string()));
    if (m_user != 0)
        process->setChildProcessModifier([user = m_user] {
            if (::setgroups(0, nullptr) != 0 || ::setgid(user) != 0 || ::setuid(user) != 0)
                ::_exit(127);
        });
    process->start(QStringLiteral(VOUCHSAFE_PROGRAM), words(arguments));
    if (!process->waitForStarted())
        qFatal("the program does not start: " VOUCHSAFE_PROGRAM);
    return process;
}

Finished CommandLine::run(const std::vector<std::string> &arguments) const
{
    return finish(*start(arguments));
}

Finished finish(QProcess &process, const std::string &read)
{
    Finished finished;
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(endTimeoutMs)) {
        process.kill();
        process.waitForFinished();
    } else {
        finished.status =
            process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
    }
    finished.out = read + process.readAllStandardOutput().toStdString();
    finished.err = process.readAllStandardError().toStdString();
    return finished;
}

std::string readUntil(QProcess &process, const std::function<bool(const nlohmann::json &)> &wanted)
{
    std::string read;
    for (;;) {
        while (process.canReadLine()) {
            const std::string line = process.readLine().toStdString();
            read += line;
            const nlohmann::json row = nlohmann::json::parse(line, nullptr, false);
            if (row.is_object() && wanted(row))
                return read;
        }
        if (!process.waitForReadyRead(endTimeoutMs) && !process.canReadLine())
            return {};
    }
}

bool goneWithin(std::chrono::milliseconds time, const std::string &text)
{
    QElapsedTimer timer;
    timer.start();
    while (running(text)) {
        if (timer.elapsed() > time.count())
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

std::map<std::string, std::string> filesBelow(const fs::path &folder)
{
    std::map<std::string, std::string> files;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !entry.is_symlink())
            files[entry.path().lexically_relative(folder).string()] = readFile(entry.path()).value_or("");
    return files;
}

namespace larger {

const char *const module = "def larger(a, b):\n    return a if a < b else b\n";
const char *const rightModule = "def larger(a, b):\n    return a if a > b else b\n";
const char *const tests = "from m import larger\n\n\n"
                          "def test_larger():\n    assert larger(1, 2) == 2\n\n\n"
                          "def test_equal():\n    assert larger(2, 2) == 2\n";
const char *const rightPatch = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def larger(a, b):\n"
                               "-    return a if a < b else b\n+    return a if a > b else b\n";
const char *const wrongPatch = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def larger(a, b):\n"
                               "-    return a if a < b else b\n+    return 2 if a == b else None\n";
const char *const misfitPatch = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def smallest_of_all(values):\n"
                                "-    return sorted(values)[0]\n+    return min(values)\n";

void fill(const TempRepo &repo)
{
    repo.write("m.py", module);
    repo.write("test_m.py", tests);
    repo.commitAll();
}

} // namespace larger

std::string scriptedReplies(const std::vector<std::string> &engineerReplies)
{
    std::string text;
    const auto add = [&text](const char *role, const std::string &reply) {
        text += nlohmann::json{{"role", role}, {"text", reply}}.dump() + "\n";
    };
    // One plan for every time that the architect may be asked again.
    for (std::size_t i = 0; i <= engineerReplies.size(); ++i)
        add("architect", R"({"goal":"Turn the comparison round","steps":["edit larger"],"files":["m.py"]})");
    for (const std::string &reply : engineerReplies)
        add("engineer", reply);
    return text;
}

void fillWithSample(const TempRepo &repo, const std::string &name)
{
    fs::copy(fs::path(VOUCHSAFE_SAMPLES) / name, repo.path(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    repo.commitAll();
}

} // namespace vouchsafe::test
