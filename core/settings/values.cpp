#include "core/settings/values.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vouchsafe {
namespace {

tl::unexpected<Wanted> wanted(std::string what)
{
    return tl::unexpected(Wanted{std::move(what)});
}

template <typename T>
bool wholeText(std::string_view text, T &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

Parsed<std::int64_t> wholeNumber(const std::string &text, std::int64_t least, std::int64_t most)
{
    std::int64_t value = 0;
    if (!wholeText(trimmed(text), value) || value < least || value > most)
        return wanted("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
}

Parsed<double> moneyAmount(const std::string &text)
{
    double value = 0;
    if (!wholeText(trimmed(text), value) || !std::isfinite(value) || value <= 0)
        return wanted("an amount above 0, for example 0.50");
    return value;
}

Parsed<std::uint64_t> memorySize(const std::string &text)
{
    constexpr std::uint64_t least = std::uint64_t{16} << 20;
    const std::string lower = lowerAscii(trimmed(text));
    const std::size_t digits = std::min(lower.find_first_not_of("0123456789"), lower.size());
    std::string unit = lower.substr(digits);
    for (const std::string_view ending : {"ib", "b"})
        if (unit.ends_with(ending)) {
            unit.resize(unit.size() - ending.size());
            break;
        }
    const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
    std::uint64_t value = 0;
    if (shift < 0 || !wholeText(std::string_view(lower).substr(0, digits), value) ||
        value > (UINT64_MAX >> 1 >> shift) || (value << shift) < least)
        return wanted("a size such as 512m or 2g, at least 16m");
    return value << shift;
}

Parsed<unsigned> processorShare(const std::string &text)
{
    double value = 0;
    if (!wholeText(trimmed(text), value) || !std::isfinite(value) || value < 0.1 || value > 1000)
        return wanted("a number of processors from 0.1 to 1000, for example 1.5");
    return static_cast<unsigned>(std::lround(value * 100));
}

Parsed<bool> yesOrNo(const std::string &text)
{
    const std::string word = lowerAscii(trimmed(text));
    if (word == "yes" || word == "true")
        return true;
    if (word == "no" || word == "false")
        return false;
    return wanted("yes or no");
}

Parsed<Backend> backendNamed(const std::string &text)
{
    if (text == "auto")
        return Backend::Auto;
    if (text == "bubblewrap")
        return Backend::Bubblewrap;
    if (text == "docker")
        return Backend::Docker;
    if (text == "podman")
        return Backend::Podman;
    return wanted("auto, bubblewrap, docker or podman");
}

Parsed<Reproduction> reproductionNamed(const std::string &text)
{
    if (text == "auto")
        return Reproduction::Auto;
    if (text == "yes")
        return Reproduction::Yes;
    if (text == "no")
        return Reproduction::No;
    return wanted("yes, no or auto");
}

Parsed<NamedImage> imageNamed(const std::string &text)
{
    const std::size_t equals = text.find('=');
    NamedImage image;
    if (equals != std::string::npos)
        image.language = text.substr(0, equals);
    image.reference = equals == std::string::npos ? text : text.substr(equals + 1);
    const auto only = [](const std::string &part, std::string_view more) {
        return !part.empty() && part.size() <= 512 && std::all_of(part.begin(), part.end(), [&](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   more.find(c) != std::string_view::npos;
        });
    };
    // A reference that begins with a dash would be an option of the engine's client.
    if (!only(image.reference, "._-/:@") || image.reference.front() == '-' ||
        (equals != std::string::npos && !only(image.language, "+#-")))
        return wanted("NAME:TAG, REGISTRY/NAME:TAG or NAME@sha256:…, or LANGUAGE= before it");
    return image;
}

Parsed<EngineerChoice> engineerNamed(const std::string &text)
{
    constexpr std::string_view scripted = "scripted:";
    if (text == "auto")
        return EngineerChoice{EngineerKind::Auto, ""};
    if (text == "builtin")
        return EngineerChoice{EngineerKind::Builtin, ""};
    if (text == "model")
        return EngineerChoice{EngineerKind::Model, ""};
    if (text.starts_with(scripted) && text.size() > scripted.size())
        return EngineerChoice{EngineerKind::Scripted, text.substr(scripted.size())};
    return wanted("auto, builtin, model or scripted:FILE");
}

Parsed<ModelChoice> modelNamed(const std::string &text)
{
    const char *const form = "openai:NAME, or ROLE=openai:NAME for architect or engineer";
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':');
    ModelChoice choice;
    std::string model = text;
    if (equals < colon) {
        choice.role = text.substr(0, equals);
        model = text.substr(equals + 1);
        if (choice.role != "architect" && choice.role != "engineer")
            return wanted(form);
    }
    const std::size_t separator = model.find(':');
    if (separator == std::string::npos || separator + 1 == model.size() ||
        model.substr(0, separator) != "openai")
        return wanted(form);
    choice.model = {"openai", model.substr(separator + 1)};
    return choice;
}

} // namespace vouchsafe
