#include "core/git/secret_files.h"

#include "core/base/text.h"
#include "core/git/rooted_folder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vouchsafe {
namespace {

using Named = std::pair<std::string_view, std::string_view>;

constexpr std::array<Named, 20> byName{{
    {"id_rsa", "a private key"},      {"id_dsa", "a private key"},
    {"id_ecdsa", "a private key"},    {"id_ed25519", "a private key"},
    {"id_ecdsa_sk", "a private key"}, {"id_ed25519_sk", "a private key"},
    {"master.key", "a private key"},  {".netrc", "credentials"},
    {"_netrc", "credentials"},        {".pgpass", "credentials"},
    {".pypirc", "credentials"},       {".git-credentials", "credentials"},
    {".my.cnf", "credentials"},       {".s3cfg", "credentials"},
    {".boto", "credentials"},         {".dockercfg", "credentials"},
    {".terraformrc", "credentials"},  {".vault-token", "credentials"},
    {".htpasswd", "credentials"},     {"application_default_credentials.json", "credentials"},
}};

constexpr std::array<Named, 6> byEnding{{
    {".p12", "a key store"},
    {".pfx", "a key store"},
    {".jks", "a key store"},
    {".keystore", "a key store"},
    {".kdbx", "a password store"},
    {".ppk", "a private key"},
}};

constexpr std::array<std::string_view, 6> byPathEnding{".docker/config.json", ".kube/config",
                                                       ".cargo/credentials",  ".cargo/credentials.toml",
                                                       "gh/hosts.yml",        ".gem/credentials"};

constexpr std::array<std::string_view, 5> privateFolders{".ssh", ".gnupg", ".aws", ".azure", ".gcloud"};

constexpr std::array<std::string_view, 6> templateEndings{".example", ".sample",   ".template",
                                                          ".dist",    ".defaults", ".tmpl"};

template <typename List>
bool endsWithAny(std::string_view text, const List &endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return text.ends_with(ending); });
}

bool isPrivateKey(std::string_view head)
{
    const std::size_t begin = head.find("-----BEGIN ");
    if (begin == std::string_view::npos)
        return false;
    const std::string_view line = head.substr(begin, head.find_first_of("\r\n", begin) - begin);
    return line.find("PRIVATE KEY") != std::string_view::npos;
}

} // namespace

std::string secretByName(std::string_view path)
{
    const std::string name = lowerAscii(nameOf(path));
    if (name == ".env" || name == ".envrc" ||
        (name.starts_with(".env.") && !endsWithAny(name, templateEndings)))
        return "an environment file, may hold secrets";
    for (const auto &[known, reason] : byName)
        if (name == known)
            return std::string(reason);
    for (const auto &[ending, reason] : byEnding)
        if (name.ends_with(ending))
            return std::string(reason);
    const std::string lower = lowerAscii(path);
    for (const std::string_view ending : byPathEnding)
        if (lower == ending || lower.ends_with("/" + std::string(ending)))
            return "credentials";
    for (const std::string &part : split(parentOf(lower), '/'))
        if (std::find(privateFolders.begin(), privateFolders.end(), part) != privateFolders.end())
            return "in a folder of keys or credentials";
    return {};
}

std::string secretByContent(std::string_view path, std::string_view head)
{
    const std::string name = lowerAscii(nameOf(path));
    // Source code may hold a test's key in a string; a file that begins with one is a key.
    if (isPrivateKey(head.substr(0, std::min<std::size_t>(head.find('\n'), 200))))
        return "a private key";
    if ((name.ends_with(".pem") || name.ends_with(".key") || name.ends_with(".crt") ||
         name.ends_with(".asc") || name.ends_with(".ovpn")) &&
        isPrivateKey(head))
        return "a private key";
    if (name == ".npmrc" || name == ".yarnrc.yml")
        for (const std::string_view line : splitLines(head))
            if ((line.find("_auth") != std::string_view::npos ||
                 line.find("_password") != std::string_view::npos ||
                 line.find("AuthToken") != std::string_view::npos) &&
                line.find("${") == std::string_view::npos)
                return "a package manager's token";
    if (name.ends_with(".json") && head.find("\"private_key\"") != std::string_view::npos &&
        isPrivateKey(head))
        return "a service account's key";
    return {};
}

} // namespace vouchsafe
