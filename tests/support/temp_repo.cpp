#include "tests/support/temp_repo.h"

#include "core/base/files.h"
#include "core/base/hash.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

namespace vouchsafe::test {

TempRepo::TempRepo(Kind kind)
{
    if (!m_temporary.isValid())
        qFatal("no temporary folder");
    const std::filesystem::path top = std::filesystem::canonical(m_temporary.path().toStdString());
    m_path = top / "repo";
    m_outside = top / "outside";
    std::filesystem::create_directories(m_path);
    std::filesystem::create_directories(m_outside);
    git(kind == Kind::Bare ? std::vector<std::string>{"init", "-q", "--bare"}
                           : std::vector<std::string>{"init", "-q"});
    if (kind == Kind::Committed)
        git({"commit", "-q", "--allow-empty", "-m", "base"});
}

TempRepo::~TempRepo()
{
    // QTemporaryDir leaves what has a name that is not UTF-8.
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
    std::filesystem::remove_all(m_outside, ignored);
}

void TempRepo::write(const std::string &name, const std::string &bytes, unsigned mode) const
{
    const std::filesystem::path place = m_path / name;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary | std::ios::trunc) << bytes;
    ::chmod(place.c_str(), mode);
}

std::string TempRepo::read(const std::string &name) const
{
    return readFile(m_path / name).value_or("<unreadable>");
}

std::string TempRepo::git(const std::vector<std::string> &arguments) const
{
    QProcess process;
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
    environment.insert(QStringLiteral("HOME"), QString::fromStdString(m_outside.string()));
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    for (const char *who : {"AUTHOR", "COMMITTER"}) {
        const QString prefix = QStringLiteral("GIT_") + QLatin1String(who);
        environment.insert(prefix + QStringLiteral("_NAME"), QStringLiteral("Test"));
        environment.insert(prefix + QStringLiteral("_EMAIL"), QStringLiteral("test@example.invalid"));
        environment.insert(prefix + QStringLiteral("_DATE"), QStringLiteral("2026-01-02T03:04:05Z"));
    }
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(m_path.string()));
    QStringList words{QStringLiteral("-c"), QStringLiteral("init.defaultBranch=main"),
                      QStringLiteral("-c"), QStringLiteral("gc.auto=0"),
                      QStringLiteral("-c"), QStringLiteral("protocol.file.allow=always")};
    for (const std::string &argument : arguments)
        words << QString::fromStdString(argument);
    process.start(QStringLiteral("/usr/bin/git"), words);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        qFatal("git %s: %s", arguments.front().c_str(), process.readAllStandardError().constData());
    return process.readAllStandardOutput().toStdString();
}

void TempRepo::commitAll(const std::string &message) const
{
    git({"add", "-A"});
    git({"commit", "-q", "--allow-empty", "-m", message});
}

std::string TempRepo::fingerprint() const
{
    std::vector<std::string> rows;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(m_path)) {
        struct stat info {};
        ::lstat(entry.path().c_str(), &info);
        std::string row =
            entry.path().lexically_relative(m_path).string() + " " + std::to_string(info.st_mode) + " ";
        if (S_ISREG(info.st_mode))
            row += sha256OfFile(entry.path()).value_or("?") + " " + std::to_string(info.st_mtim.tv_sec) +
                   "." + std::to_string(info.st_mtim.tv_nsec);
        else if (S_ISLNK(info.st_mode))
            row += std::filesystem::read_symlink(entry.path()).string();
        rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    std::string text;
    for (const std::string &row : rows)
        text += row + "\n";
    return text;
}

} // namespace vouchsafe::test
