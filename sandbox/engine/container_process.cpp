#include "sandbox/engine/container_process.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/engine/container_check.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

namespace vouchsafe {
namespace {

using namespace std::chrono_literals;

constexpr int clientEnds = 2000; // ms: a client whose container is gone has nothing left to wait for

std::vector<std::string> startWords(const ContainerPlan &plan)
{
    std::vector<std::string> words = runtimeWords(plan.engine, plan.policy.runtime);
    words.insert(words.end(), {"start", "--attach", "--interactive"});
    // podman looks for its detach keys in what is no terminal, too: Ctrl-P Ctrl-Q may stand in any file.
    if (plan.engine.kind == Backend::Podman)
        words.insert(words.end(), {"--detach-keys=", "--sig-proxy=false"});
    words.push_back(plan.name);
    return words;
}

/// One call of the engine takes 20 ms, so that containers which differ in names alone are asked about once.
Status asPlanned(const ContainerSetting &setting, const ContainerPlan &plan, const std::stop_token &stop)
{
    const std::string shape = containerShape(plan);
    if (setting.checked.has(shape))
        return {};
    const auto inspected = setting.call({"container", "inspect", plan.name},
                                        "the engine does not describe a container that it made", stop);
    if (!inspected)
        return Failure(inspected.error());
    if (Status same = checkContainer(plan, *inspected); !same)
        return same;
    setting.checked.add(shape);
    return {};
}

/// A creation that was broken off may still happen: the daemon has the request.
void removeLate(const ContainerSetting &setting, const std::string &name)
{
    static_cast<void>(setting.removeContainer(name));
    std::this_thread::sleep_for(200ms);
    static_cast<void>(setting.removeContainer(name));
}

} // namespace

Result<ContainerProcess> ContainerProcess::start(std::shared_ptr<const ContainerSetting> setting,
                                                 std::shared_ptr<LiveContainers> live,
                                                 const ContainerPlan &plan, const std::stop_token &stop,
                                                 const std::function<Status()> &created)
{
    auto out = makePipe();
    auto err = makePipe();
    int input[2];
    // A socket, because writing to it can be told to raise no SIGPIPE.
    if (!out || !err || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0)
        return Failure(systemError(errno, "cannot make a pipe", {}));
    Descriptor ours(input[0]);
    const Descriptor theirs(input[1]);

    live->add(plan.name);
    const auto made = setting->call(createArgv(plan), "the engine cannot create a container", stop);
    Status filled = made ? asPlanned(*setting, plan, stop) : Status(Failure(made.error()));
    if (filled)
        filled = created();
    if (!filled) {
        if (made || !stop.stop_requested()) {
            static_cast<void>(setting->removeContainer(plan.name));
            live->gone(plan.name);
        } else {
            removeLate(*setting, plan.name);
            live->brokenOff(plan.name);
        }
        return Failure(filled.error());
    }
    ProcessSpec spec;
    spec.program = setting->engine.program;
    spec.argv = startWords(plan);
    spec.argv.insert(spec.argv.begin(), spec.program);
    for (const auto &[name, value] : setting->engine.environment)
        spec.environment.push_back(name + "=" + value);
    spec.setup.descriptors = {{theirs.get(), 0}, {out->write.get(), 1}, {err->write.get(), 2}};
    auto client = startProcess(spec);
    if (!client) {
        static_cast<void>(setting->removeContainer(plan.name));
        live->gone(plan.name);
        return Failure(client.error());
    }
    ContainerProcess process(std::move(setting), std::move(live), plan.name, std::move(*client));
    process.m_input = std::move(ours);
    process.m_output = std::move(out->read);
    process.m_errors = std::move(err->read);
    setNonBlocking(process.m_input.get());
    setNonBlocking(process.m_output.get());
    setNonBlocking(process.m_errors.get());
    return process;
}

ContainerProcess::~ContainerProcess()
{
    if (m_setting && !m_removed)
        kill();
}

Result<ContainerState> ContainerProcess::state() const
{
    auto text = m_setting->call({"container", "inspect", m_name}, "the engine was lost, or the container");
    return text ? containerState(*text) : Result<ContainerState>(Failure(text.error()));
}

void ContainerProcess::askToEnd() const
{
    // Where this fails the container has ended or will be killed when the grace is over.
    static_cast<void>(m_setting->call({"kill", "--signal", "TERM", m_name}, "cannot end a container"));
}

void ContainerProcess::kill()
{
    // The helper kills everything at the end of its line, also where no engine answers any more.
    m_input.reset();
    remove();
    pollfd client{m_client.descriptor(), POLLIN, 0};
    if (::poll(&client, 1, clientEnds) <= 0)
        m_client.signal(SIGKILL);
    m_client.wait();
}

void ContainerProcess::remove()
{
    // What stays behind keeps its label, and this process' end makes it an orphan that the next start takes.
    if (m_setting->removeContainer(m_name))
        m_live->gone(m_name);
    m_removed = true;
}

Result<ContainerState> ContainerProcess::finish()
{
    m_client.wait();
    auto found = state();
    // Whoever ended the client did not end the container.
    m_input.reset();
    remove();
    return found;
}

} // namespace vouchsafe
