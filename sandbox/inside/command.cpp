#include "sandbox/inside/command.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

/// NUL at the end; null where the body has less than it says.
char **readList(BodyReader &reader)
{
    const std::uint32_t count = reader.number();
    // Each text has at least its length.
    if (!reader.whole || count > reader.rest.size() / 4)
        return nullptr;
    char **list = static_cast<char **>(std::calloc(std::size_t{count} + 1, sizeof(char *)));
    for (std::uint32_t i = 0; list != nullptr && i < count; ++i) {
        const std::string_view text = reader.text();
        if (!reader.whole || text.find('\0') != std::string_view::npos)
            return nullptr;
        list[i] = kept(text);
    }
    return list;
}

} // namespace

bool StartedCommand::read(std::string_view body)
{
    BodyReader reader{body};
    m_flags = reader.number();
    m_workdir = kept(reader.text());
    m_words = reader.whole ? readList(reader) : nullptr;
    m_variables = m_words != nullptr ? readList(reader) : nullptr;
    return m_variables != nullptr && m_words[0] != nullptr && reader.whole && reader.rest.empty();
}

StartFailure StartedCommand::become() const
{
    if (*m_workdir != '\0' && ::chdir(m_workdir) != 0)
        return {errno, "chdir"};
    // putenv keeps the text itself; PATH is looked up in what stands then.
    if ((m_flags & flagInherit) == 0)
        ::clearenv();
    for (char **variable = m_variables; *variable != nullptr; ++variable)
        ::putenv(*variable);
    ::execvp(m_words[0], m_words);
    return {errno, "start"};
}

void plainSignals()
{
    for (int number = 1; number < NSIG; ++number)
        std::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace vouchsafe::inside
