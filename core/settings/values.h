#pragma once
// Reads the text of one setting's value: numbers within their bounds, sizes, names.

#include "core/model/policy.h"
#include "core/model/task.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace vouchsafe {

/// What was wanted in place of the text, for people: `a whole number from 1 to 100`.
struct Wanted {
    std::string what;
};
template <typename T>
using Parsed = tl::expected<T, Wanted>;

Parsed<std::int64_t> wholeNumber(const std::string &text, std::int64_t least, std::int64_t most);
Parsed<double> moneyAmount(const std::string &text); ///< above 0
/// `512m`, `2G`, `1GiB`, `1073741824`: bytes, at least 16 MiB.
Parsed<std::uint64_t> memorySize(const std::string &text);
/// `1.5`: processors, as percent of one (150).
Parsed<unsigned> processorShare(const std::string &text);
Parsed<bool> yesOrNo(const std::string &text);
Parsed<Backend> backendNamed(const std::string &text);
Parsed<Reproduction> reproductionNamed(const std::string &text);

/// `REF`, or `LANGUAGE=REF` for the checks of one language.
struct NamedImage {
    std::string language; ///< empty: for all
    std::string reference;

    bool operator==(const NamedImage &) const = default;
};
Parsed<NamedImage> imageNamed(const std::string &text);

struct EngineerChoice {
    EngineerKind kind = EngineerKind::Auto;
    std::string script; ///< of `scripted:FILE`

    bool operator==(const EngineerChoice &) const = default;
};
Parsed<EngineerChoice> engineerNamed(const std::string &text);

/// `[ROLE=]PROVIDER:NAME`; an empty role stands for both.
struct ModelChoice {
    std::string role;
    ModelRef model;

    bool operator==(const ModelChoice &) const = default;
};
Parsed<ModelChoice> modelNamed(const std::string &text);

} // namespace vouchsafe
