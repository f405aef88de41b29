#include "sandbox/held_command.h"

#include "core/base/files.h"
#include "sandbox/bubblewrap_argv.h"
#include "sandbox/inside/protocol.h"
#include "sandbox/inside_frames.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace vouchsafe {
namespace {

// What a socket takes at once, whoever reads it and when (its buffer is 208 KiB).
constexpr std::size_t longestCommand = std::size_t{64} << 10;

std::string commandFrame(const Command &command, const std::string &root,
                         const std::vector<std::string> &path)
{
    inside::CommandWords words;
    words.workdir = folderInside(root, command.workdir);
    words.argv = command.argv;
    for (const auto &[name, value] : environmentInside(path, command.environment))
        words.variables.push_back(name + "=" + value);
    words.variables.push_back("PWD=" + words.workdir); // last, as bubblewrap sets it
    return inside::commandFrame(words);
}

/// What bubblewrap refuses and putenv would take for something else.
bool strangeNames(const std::map<std::string, std::string> &environment)
{
    for (const auto &[name, value] : environment)
        if (name.empty() || name.find('=') != std::string::npos)
            return true;
    return false;
}

bool ended(const BubblewrapProcess &process)
{
    pollfd end{process.endDescriptor(), POLLIN, 0};
    return ::poll(&end, 1, 0) != 0;
}

} // namespace

Result<HeldCommand> HeldCommand::start(const BubblewrapSetting &setting, const Workspace &workspace,
                                       const SandboxPolicy &policy, const ControlGroup *group)
{
    auto out = makePipe();
    auto err = makePipe();
    if (!out || !err)
        return Failure(out ? err.error() : out.error());
    std::array<int, 2> channel{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel.data()) != 0)
        return Failure(systemError(errno, "cannot make a channel", {}));
    Descriptor ours(channel[0]);
    StandardStreams streams{Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), std::move(out->write),
                            std::move(err->write), Descriptor(channel[1])};
    Command hold;
    hold.argv = {inside::programPath, "hold", std::to_string(channelNumber)};
    auto process = BubblewrapProcess::start(setting, workspace, policy, group, hold, std::move(streams));
    if (!process)
        return Failure(process.error());
    return HeldCommand(std::move(*process), OutputEnds{std::move(out->read), std::move(err->read)},
                       std::move(ours), workspace.spec());
}

bool HeldCommand::give(const Command &command)
{
    if (ended(m_process) || strangeNames(command.environment))
        return false;
    const std::string frame = commandFrame(command, m_root, m_path);
    // A part of a frame is none: who waits for the rest is killed with this object.
    return frame.size() <= longestCommand &&
           ::send(m_channel.get(), frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
               static_cast<ssize_t>(frame.size());
}

bool HeldCommand::refused() const
{
    std::array<char, 512> answer;
    const ssize_t count = ::recv(m_channel.get(), answer.data(), answer.size(), MSG_DONTWAIT);
    return count > 0 && answer.front() == static_cast<char>(inside::Kind::Failed);
}

} // namespace vouchsafe
