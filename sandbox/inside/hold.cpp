#include "sandbox/inside/preparation.h"
#include "sandbox/inside/verbs.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

bool alwaysRead(int)
{
    return true; // read() itself waits; signals end this program as they end any other
}

int failed(int channel, std::string_view nonce, const StartFailure &failure)
{
    if (channel < 0) {
        sayFailure(nonce, failure);
        return statusNotStarted;
    }
    const char *name = ::strerrorname_np(failure.number);
    Bytes body;
    body.appendText(name != nullptr ? name : "EIO");
    body.appendText(failure.step);
    writeFrame(channel, Kind::Failed, body.view());
    return statusNotStarted;
}

} // namespace

int hold(char *const *words, int count)
{
    ::prctl(PR_SET_DUMPABLE, 0); // until exec, which makes it what the command's file allows
    // The umask stays that of the program outside, as it does for a command that is started without waiting.
    const int channel = count > 0 ? std::atoi(words[0]) : -1;
    if (channel >= 0)
        ::fcntl(channel, F_SETFD, FD_CLOEXEC); // the command must not have it
    Preparation preparation(channel >= 0 ? channel : STDIN_FILENO, channel >= 0 ? channel : STDOUT_FILENO,
                            nullptr, 0, alwaysRead);
    const Prepared prepared = preparation.readAll();
    if (prepared.next == Prepared::Next::Quit)
        return 0;
    if (prepared.next != Prepared::Next::Start)
        return failed(channel, preparation.nonce(), prepared.failure);
    if (channel < 0) {
        const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0)
            return failed(channel, preparation.nonce(), {errno, "start"});
    }
    plainSignals();
    return failed(channel, preparation.nonce(), preparation.command().become());
}

} // namespace vouchsafe::inside
