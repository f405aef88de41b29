#include "core/llm/secret_scan.h"

#include <algorithm>
#include <array>
#include <optional>

namespace vouchsafe {
namespace {

enum class Letters { Word, UpperDigits, Base64, Hex, Digits };

/// A key that begins with `prefix`, followed by `least` to `most` letters of a kind.
struct Shape {
    std::string_view kind;
    std::string_view prefix;
    Letters letters;
    std::size_t least;
    std::size_t most = 4096;
};

// More specific prefixes first: the first that fits names the find.
constexpr std::array<Shape, 44> shapes{{
    {"AWS access key", "AKIA", Letters::UpperDigits, 16, 16},
    {"AWS access key", "ASIA", Letters::UpperDigits, 16, 16},
    {"GitHub token", "ghp_", Letters::Word, 36},
    {"GitHub token", "gho_", Letters::Word, 36},
    {"GitHub token", "ghu_", Letters::Word, 36},
    {"GitHub token", "ghs_", Letters::Word, 36},
    {"GitHub token", "ghr_", Letters::Word, 36},
    {"GitHub token", "github_pat_", Letters::Word, 22},
    {"GitLab token", "glpat-", Letters::Word, 20},
    {"GitLab token", "gldt-", Letters::Word, 20},
    {"GitLab token", "glrt-", Letters::Word, 20},
    {"Anthropic key", "sk-ant-", Letters::Word, 20},
    {"OpenRouter key", "sk-or-", Letters::Word, 20},
    {"OpenAI key", "sk-proj-", Letters::Word, 20},
    {"OpenAI key", "sk-svcacct-", Letters::Word, 20},
    {"OpenAI key", "sk-", Letters::Word, 32},
    {"Stripe key", "sk_live_", Letters::Word, 16},
    {"Stripe key", "sk_test_", Letters::Word, 16},
    {"Stripe key", "rk_live_", Letters::Word, 16},
    {"Stripe webhook secret", "whsec_", Letters::Base64, 24},
    {"Slack token", "xoxb-", Letters::Word, 20},
    {"Slack token", "xoxp-", Letters::Word, 20},
    {"Slack token", "xoxa-", Letters::Word, 20},
    {"Slack token", "xoxr-", Letters::Word, 20},
    {"Slack token", "xoxs-", Letters::Word, 20},
    {"Slack token", "xapp-", Letters::Word, 20},
    {"Slack webhook", "https://hooks.slack.com/services/", Letters::Base64, 20},
    {"Google API key", "AIza", Letters::Word, 35, 35},
    {"Google token", "ya29.", Letters::Word, 20},
    {"Google client secret", "GOCSPX-", Letters::Word, 20},
    {"npm token", "npm_", Letters::Word, 36},
    {"PyPI token", "pypi-AgE", Letters::Word, 40},
    {"Docker Hub token", "dckr_pat_", Letters::Word, 20},
    {"Hugging Face token", "hf_", Letters::Word, 30},
    {"Replicate token", "r8_", Letters::Word, 30},
    {"Groq key", "gsk_", Letters::Word, 40},
    {"xAI key", "xai-", Letters::Word, 40},
    {"DigitalOcean token", "dop_v1_", Letters::Hex, 64},
    {"Shopify token", "shpat_", Letters::Hex, 32},
    {"HashiCorp Vault token", "hvs.", Letters::Word, 24},
    {"Azure storage key", "AccountKey=", Letters::Base64, 80},
    {"Databricks token", "dapi", Letters::Hex, 32},
    {"Telegram bot token", "bot", Letters::Digits, 8, 10},
    {"age secret key", "AGE-SECRET-KEY-1", Letters::UpperDigits, 58, 58},
}};

bool isAlnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool fits(char c, Letters letters)
{
    switch (letters) {
    case Letters::Word:
        return isAlnum(c) || c == '_' || c == '-';
    case Letters::UpperDigits:
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    case Letters::Base64:
        return isAlnum(c) || c == '+' || c == '/' || c == '=' || c == '-' || c == '_';
    case Letters::Hex:
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case Letters::Digits:
        break;
    }
    return c >= '0' && c <= '9';
}

std::size_t run(std::string_view text, Letters letters)
{
    const auto end = std::find_if_not(text.begin(), text.end(), [&](char c) { return fits(c, letters); });
    return static_cast<std::size_t>(end - text.begin());
}

struct Find {
    std::string_view kind;
    std::size_t from = 0; ///< offset of what is replaced
    std::size_t length = 0;
};

std::optional<Find> shapedKey(std::string_view rest)
{
    for (const Shape &shape : shapes) {
        if (!rest.starts_with(shape.prefix))
            continue;
        const std::size_t letters = run(rest.substr(shape.prefix.size()), shape.letters);
        if (letters < shape.least || letters > shape.most)
            continue;
        std::size_t length = shape.prefix.size() + letters;
        if (shape.letters == Letters::Digits) { // bot<digits>:<35 letters>
            const std::string_view tail = rest.substr(length);
            if (!tail.starts_with(':') || run(tail.substr(1), Letters::Word) < 35)
                continue;
            length += 1 + run(tail.substr(1), Letters::Word);
        }
        return Find{shape.kind, 0, length};
    }
    return std::nullopt;
}

/// Three base64url parts, the first of which is a JSON object.
std::optional<Find> webToken(std::string_view rest)
{
    if (!rest.starts_with("eyJ"))
        return std::nullopt;
    std::size_t at = run(rest, Letters::Word);
    for (int part = 0; part < 2; ++part) {
        if (at < 10 || at >= rest.size() || rest[at] != '.')
            return std::nullopt;
        const std::size_t length = run(rest.substr(at + 1), Letters::Word);
        if (length < 8)
            return std::nullopt;
        at += 1 + length;
    }
    return Find{"signed web token", 0, at};
}

std::optional<Find> privateKey(std::string_view rest)
{
    constexpr std::size_t longestTitle = 64;
    if (!rest.starts_with("-----BEGIN "))
        return std::nullopt;
    const std::size_t title = rest.substr(0, longestTitle).find("PRIVATE KEY");
    if (title == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = rest.find("-----END ", title);
    if (end == std::string_view::npos)
        return Find{"private key", 0, rest.size()};
    const std::size_t close = rest.find("-----", end + 9);
    return Find{"private key", 0, close == std::string_view::npos ? rest.size() : close + 5};
}

/// `scheme://user:password@host`: only the password is replaced.
std::optional<Find> addressPassword(std::string_view rest)
{
    constexpr std::size_t longest = 512;
    if (!rest.starts_with("://"))
        return std::nullopt;
    const std::string_view authority = rest.substr(3, longest);
    const std::size_t end = authority.find_first_of("/ \t\r\n\"'<>`?#");
    const std::string_view part = authority.substr(0, end);
    const std::size_t at = part.rfind('@');
    const std::size_t colon = part.find(':');
    if (at == std::string_view::npos || colon == std::string_view::npos || colon == 0 || colon + 1 >= at)
        return std::nullopt;
    const std::string_view password = part.substr(colon + 1, at - colon - 1);
    // `{password}`, `$PASSWORD` and `%s` are no secrets but places for one.
    if (password.find_first_of("{}$%[]()") != std::string_view::npos || password.size() < 6)
        return std::nullopt;
    return Find{"password in an address", 3 + colon + 1, password.size()};
}

} // namespace

Redacted redactSecrets(std::string_view text)
{
    Redacted result;
    result.text.reserve(text.size());
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const bool wordStart = i == 0 || !(isAlnum(text[i - 1]) || text[i - 1] == '_');
        std::optional<Find> find;
        if (wordStart)
            find = shapedKey(rest);
        if (!find && wordStart)
            find = webToken(rest);
        if (!find)
            find = privateKey(rest);
        if (!find)
            find = addressPassword(rest);
        if (!find) {
            line += text[i] == '\n';
            result.text += text[i++];
            continue;
        }
        result.findings.push_back({std::string(find->kind), line});
        result.text.append(rest.substr(0, find->from)).append("[redacted ").append(find->kind) += ']';
        const std::string_view gone = rest.substr(0, find->from + find->length);
        line += static_cast<int>(std::count(gone.begin(), gone.end(), '\n'));
        i += gone.size();
    }
    return result;
}

} // namespace vouchsafe
