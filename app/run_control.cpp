#include "app/run_control.h"

#include "core/base/dirs.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <QLocalServer>
#include <QLocalSocket>

#include <cerrno>
#include <charconv>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr int answerTimeoutMs = 3000;

/// Start time of a live process, nothing where there is none.
std::optional<unsigned long long> startTime(long pid)
{
    const Result<std::string> stat = readFile("/proc/" + std::to_string(pid) + "/stat");
    if (!stat)
        return std::nullopt;
    // The second field is the program's name in brackets and may hold blanks; count from behind it.
    const std::size_t name = stat->rfind(')');
    if (name == std::string::npos)
        return std::nullopt;
    const std::vector<std::string> rest = split(std::string_view(*stat).substr(name + 2), ' ');
    constexpr std::size_t startTimeField = 22 - 3;
    unsigned long long ticks = 0;
    if (rest.size() <= startTimeField ||
        std::from_chars(rest[startTimeField].data(),
                        rest[startTimeField].data() + rest[startTimeField].size(), ticks)
                .ec != std::errc{})
        return std::nullopt;
    return ticks;
}

Result<std::filesystem::path> controlFolder()
{
    std::filesystem::path folder = userDirectories().runtime;
    if (folder.empty())
        folder = "/tmp/vouchsafe-" + std::to_string(getuid());
    if (const Status made = makePrivateFolder(folder); !made)
        return Failure(made.error());
    struct stat info {};
    if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != getuid() ||
        (info.st_mode & 077) != 0)
        return fail(ErrorCode::Permission, "the folder for control sockets is not private",
                    folder.string() + " must belong to this user, mode 0700");
    return folder;
}

std::filesystem::path ownerFile(const std::filesystem::path &folder, const std::string &run)
{
    return folder / (run + ".owner");
}

QString socketName(const std::filesystem::path &folder, const std::string &run)
{
    return QString::fromStdString((folder / (run + ".sock")).string());
}

} // namespace

std::optional<RunOwner> runOwner(const std::string &run)
{
    const Result<std::filesystem::path> folder = controlFolder();
    const Result<std::string> text = folder ? readFile(ownerFile(*folder, run)) : Failure(folder.error());
    if (!text)
        return std::nullopt;
    const std::vector<std::string> parts = split(trimmed(*text), ' ');
    RunOwner owner;
    if (parts.size() != 2 ||
        std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), owner.pid).ec != std::errc{} ||
        std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), owner.startTime).ec !=
            std::errc{})
        return std::nullopt;
    if (startTime(owner.pid) != owner.startTime)
        return std::nullopt;
    return owner;
}

Error notFinished(const std::string &run)
{
    if (runOwner(run))
        return {ErrorCode::RunActive, "the run has not finished", run, {}};
    return {ErrorCode::RunActive, "the run was interrupted before it finished", run,
            "Go on with it: `vouchsafe resume " + run + "`."};
}

Status cancelRun(const std::string &run)
{
    const Result<std::filesystem::path> folder = controlFolder();
    if (!folder)
        return Failure(folder.error());
    if (!runOwner(run))
        return fail(ErrorCode::RunUnknown, "the run is not under way", "cancelling " + run,
                    "`vouchsafe show " + run + "` says how it ended.");
    QLocalSocket socket;
    socket.connectToServer(socketName(*folder, run));
    if (!socket.waitForConnected(answerTimeoutMs))
        return fail(ErrorCode::Io, "the run's process does not answer", socket.errorString().toStdString());
    socket.write("cancel\n");
    if (!socket.waitForReadyRead(answerTimeoutMs) || socket.readLine() != "ok\n")
        return fail(ErrorCode::Io, "the run's process does not answer", "after `cancel` was sent for " + run);
    return {};
}

Result<std::unique_ptr<RunControl>> RunControl::listen(const std::string &run, std::function<void()> cancel)
{
    const Result<std::filesystem::path> folder = controlFolder();
    if (!folder)
        return Failure(folder.error());
    std::unique_ptr<RunControl> control(new RunControl(run, std::move(cancel)));
    const QString name = socketName(*folder, run);
    QLocalServer::removeServer(name);
    if (!control->m_server->listen(name))
        return fail(ErrorCode::Io, "cannot listen for control of the run",
                    name.toStdString() + ": " + control->m_server->errorString().toStdString());
    const std::string owner =
        std::to_string(getpid()) + " " + std::to_string(startTime(getpid()).value_or(0)) + "\n";
    if (const Status written = writeFileAtomic(ownerFile(*folder, run), owner); !written)
        return Failure(written.error());
    return control;
}

RunControl::RunControl(std::string run, std::function<void()> cancel)
    : m_run(std::move(run)), m_cancel(std::move(cancel)), m_server(std::make_unique<QLocalServer>())
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    QObject::connect(m_server.get(), &QLocalServer::newConnection, m_server.get(), [this] {
        QLocalSocket *client = m_server->nextPendingConnection();
        QObject::connect(client, &QLocalSocket::disconnected, client, &QObject::deleteLater);
        QObject::connect(client, &QLocalSocket::readyRead, client, [this, client] {
            if (!client->canReadLine())
                return;
            const bool known = client->readLine(64) == "cancel\n";
            client->write(known ? "ok\n" : "unknown\n");
            client->flush();
            client->disconnectFromServer();
            if (known)
                m_cancel();
        });
    });
}

RunControl::~RunControl()
{
    m_server->close();
    if (const Result<std::filesystem::path> folder = controlFolder()) {
        std::error_code ignored;
        std::filesystem::remove(ownerFile(*folder, m_run), ignored);
    }
}

} // namespace vouchsafe
