#include "app/prepare.h"

#include "app/prepare_failure.h"
#include "app/prepared_layers.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/engine/engine.h"
#include "sandbox/engine_probe.h"
#include "sandbox/host_program.h"
#include "sandbox/network/relayed_command.h"

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr const char *certificateFile = "certificates.pem";
constexpr std::size_t tailBytes = 2000;

// Where distributions keep what their programs trust.
constexpr std::array<const char *, 4> bundles{"/etc/ssl/certs/ca-certificates.crt",
                                              "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
                                              "/etc/ssl/cert.pem"};

std::map<std::string, std::string> certificateVariables()
{
    const std::string file = std::string(insideTools) + "/" + certificateFile;
    std::map<std::string, std::string> variables;
    for (const char *name :
         {"SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS",
          "npm_config_cafile", "CARGO_HTTP_CAINFO", "GIT_SSL_CAINFO"})
        variables[name] = file;
    return variables;
}

/// Passes on, and keeps the end for an error.
class TailSink final : public OutputSink {
public:
    explicit TailSink(OutputSink &to) : m_to(to) {}
    void output(Stream stream, std::string_view chunk) override
    {
        m_to.output(stream, chunk);
        m_tail += chunk;
        if (m_tail.size() > 2 * tailBytes)
            m_tail.erase(0, m_tail.size() - tailBytes);
    }
    std::string tail() const { return std::string(trimmed(toUtf8Lossy(elided(m_tail, 0, tailBytes)))); }

private:
    OutputSink &m_to;
    std::string m_tail;
};

Status runStep(Sandbox &sandbox, const PrepareRequest &request, const PlannedStep &step,
               AllowListProxy &proxy, const std::stop_token &stop, OutputSink &output)
{
    Command command;
    command.argv = step.argv;
    command.environment = request.environment;
    command.environment.insert(step.environment.begin(), step.environment.end());
    if (!request.certificates.empty())
        command.environment.merge(certificateVariables());
    command.timeout = request.timeout;
    TailSink tail(output);
    const auto result = runRelayed(sandbox, command, proxy, stop, tail);
    if (!result)
        return Failure(result.error());
    if (result->ending == Ending::Cancelled)
        return fail(ErrorCode::Cancelled, "installing dependencies was cancelled", shown(step.shown));
    if (result->ending != Ending::Exited || result->exitCode != 0)
        return Failure(stepError(step.shown, *result, tail.tail(), request.hosts, proxy.log()));
    return {};
}

Result<WorkspaceSpec> workspaceOf(const PrepareRequest &request)
{
    WorkspaceSpec spec;
    spec.base = request.base;
    spec.insideRoot = preparedRoot;
    for (const HostToolchain &toolchain : request.toolchains) {
        spec.mounts.insert(spec.mounts.end(), toolchain.mounts.begin(), toolchain.mounts.end());
        spec.path.insert(spec.path.end(), toolchain.path.begin(), toolchain.path.end());
    }
    if (!request.certificates.empty())
        spec.tools.push_back({certificateFile, request.certificates, 0100444});
    return spec;
}

Status install(const PrepareRequest &request, const Identity &identity, SandboxFactory &factory,
               AllowListProxy &proxy, const std::stop_token &stop, OutputSink &output,
               const std::function<void(const PlannedStep &)> &told)
{
    SandboxPolicy policy = request.policy;
    policy.network = Network::AllowList;
    policy.hosts.clear();
    for (const AllowedHost &host : request.hosts)
        policy.hosts.push_back(shownHost(host));
    const auto spec = workspaceOf(request);
    if (!spec)
        return Failure(spec.error());
    auto sandbox = factory.open(*spec, policy);
    if (!sandbox)
        return Failure(sandbox.error());
    // A forbidden act that succeeds ends it here, before anything of a stranger's runs.
    if (const auto seen = (*sandbox)->attest(stop); !seen)
        return Failure(seen.error());
    for (const PlannedStep &step : request.plan.steps) {
        told(step);
        if (Status ran = runStep(**sandbox, request, step, proxy, stop, output); !ran)
            return ran;
    }
    const auto written = factory.keepAsLayer(std::move(*sandbox), "installed-" + newNonce(8));
    if (!written)
        return Failure(written.error());
    return keepPrepared(request.plan, identity, *written, proxy.log(), policy.workspaceBytes);
}

} // namespace

PrepareResult prepare(const PrepareRequest &request, const Identity &identity, SandboxFactory &factory,
                      const std::stop_token &stop, OutputSink &output,
                      const std::function<void(const PlannedStep &)> &step)
{
    AllowListProxy proxy(request.hosts, {}, request.lookup);
    PrepareResult result;
    result.done = install(request, identity, factory, proxy, stop, output, step);
    result.log = proxy.log();
    return result;
}

Result<std::string> certificateBundle(const fs::path &own)
{
    std::string all;
    for (const char *file : bundles)
        if (const auto text = readFile(file, std::uint64_t{4} << 20)) {
            all = *text;
            break;
        }
    if (own.empty())
        return all;
    const auto text = readFile(own, std::uint64_t{1} << 20);
    if (!text)
        return fail(ErrorCode::Settings, "the certificate for prepare cannot be read", text.error().context,
                    "Correct prepare-certificate.");
    if (text->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
        return fail(ErrorCode::Settings, "the certificate for prepare is not in PEM form", own.string(),
                    "Convert it: `openssl x509 -inform der -in FILE -out FILE.pem`.");
    return all + (all.empty() || all.ends_with('\n') ? "" : "\n") + *text;
}

Result<PrepareGround> prepareGround(const SandboxPolicy &policy, const Identity &identity,
                                    const std::map<std::string, std::string> &environment,
                                    std::vector<HostToolchain> toolchains, const std::stop_token &stop)
{
    PrepareGround ground;
    ground.backend = policy.backend;
    if (policy.backend == Backend::Bubblewrap) {
        ground.toolchains = std::move(toolchains);
        return ground;
    }
    SystemProgram programs;
    const auto engine = findUserEngine(policy.backend, identity, environment, programs, stop);
    if (!engine)
        return Failure(engine.error());
    const auto image = imageId(*engine, programs, policy, environment, stop);
    if (!image)
        return Failure(image.error());
    ground.image = *image;
    return ground;
}

Result<std::vector<AllowedHost>> allowedHosts(const PreparePlan &plan, const std::vector<std::string> &named)
{
    std::vector<AllowedHost> hosts;
    for (const std::vector<std::string> *list : {&plan.hosts, &named})
        for (const std::string &text : *list) {
            const auto host = parseAllowedHost(text);
            if (!host)
                return Failure(host.error());
            if (std::find(hosts.begin(), hosts.end(), *host) == hosts.end())
                hosts.push_back(*host);
        }
    return hosts;
}

Result<std::map<std::string, std::string>> variablesOf(const std::vector<std::string> &texts)
{
    std::map<std::string, std::string> variables;
    for (const std::string &text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            return fail(ErrorCode::Settings, "a variable for prepare is not understood",
                        "prepare-environment: `" + shown(elided(text.substr(0, equals), 100, 0)) + "`",
                        "Write NAME=value.");
        variables[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return variables;
}

} // namespace vouchsafe
