#include "sandbox/seccomp_filter.h"

#include "sandbox/descriptor.h"
#include "sandbox/seccomp_rules.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

scmp_arg_cmp compared(const SeccompCondition &condition)
{
    switch (condition.compare) {
    case SeccompCondition::Compare::Equal:
        return {condition.argument, SCMP_CMP_EQ, condition.value, 0};
    case SeccompCondition::Compare::Greater:
        return {condition.argument, SCMP_CMP_GT, condition.value, 0};
    case SeccompCondition::Compare::MaskedEqual:
        break;
    }
    return {condition.argument, SCMP_CMP_MASKED_EQ, condition.mask, condition.value};
}

/// Collects rules; the first failure is kept, so that the list reads as a list.
class Rules {
public:
    Rules() : m_context(::seccomp_init(SCMP_ACT_ALLOW)) {}
    ~Rules() { ::seccomp_release(m_context); }
    Rules(const Rules &) = delete;
    Rules &operator=(const Rules &) = delete;

    void add(const SeccompRule &rule)
    {
        std::vector<scmp_arg_cmp> conditions;
        if (rule.when)
            conditions.push_back(compared(*rule.when));
        for (const SeccompCall &call : rule.calls) {
            int number = ::seccomp_syscall_resolve_name(std::string(call.name).c_str());
            if (number < 0)
                number = call.number;
            // Negative: this architecture or this library has no such call.
            if (number >= 0)
                note(::seccomp_rule_add_array(m_context, SCMP_ACT_ERRNO(static_cast<unsigned>(rule.error)),
                                              number, static_cast<unsigned>(conditions.size()),
                                              conditions.data()));
        }
    }
    void killForeign()
    {
        note(::seccomp_attr_set(m_context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    }
    void write(int fd) { note(::seccomp_export_bpf(m_context, fd)); }
    int failure() const { return m_context == nullptr ? -ENOMEM : m_failure; }

private:
    void note(int answer)
    {
        if (answer < 0 && m_failure == 0)
            m_failure = answer;
    }

    scmp_filter_ctx m_context;
    int m_failure = 0;
};

/// libseccomp gives x32 calls the same answer as a foreign architecture, which kills. Programs that only try
/// them get an error number instead.
std::string x32Prologue()
{
#ifdef __x86_64__
    constexpr unsigned x32Bit = 0x40000000;
    const std::array<sock_filter, 5> prologue = {
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SCMP_ARCH_X86_64, 0, 3),
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32Bit, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    return {reinterpret_cast<const char *>(prologue.data()), sizeof prologue};
#else
    return {};
#endif
}

} // namespace

Result<std::string> seccompFilter()
{
    const std::uint32_t architecture = ::seccomp_arch_native();
    if (architecture != SCMP_ARCH_X86_64 && architecture != SCMP_ARCH_AARCH64)
        return fail(ErrorCode::NotAvailable, "there is no system call filter for this processor",
                    "compiling the sandbox's filter", "use an x86_64 or arm64 machine");
    Rules rules;
    rules.killForeign();
    for (const SeccompRule &rule : seccompRules())
        rules.add(rule);
    auto file = memoryFile("seccomp", {});
    if (!file)
        return Failure(file.error());
    rules.write(file->get());
    if (rules.failure() != 0)
        return fail(ErrorCode::SandboxSetup, "the system call filter could not be compiled",
                    std::strerror(-rules.failure()));
    ::lseek(file->get(), 0, SEEK_SET);
    std::string program = x32Prologue();
    program += readAll(file->get(), std::size_t{1} << 20);
    return program;
}

} // namespace vouchsafe
