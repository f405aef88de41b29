#pragma once
// Which files hold secrets and so never enter a copy of the tree or a model's context.

#include <cstddef>
#include <string>
#include <string_view>

namespace vouchsafe {

/// How many of a file's first bytes secretByContent() wants to see.
inline constexpr std::size_t secretHeadBytes = std::size_t{64} * 1024;

/// The reason in plain words when the path alone says so (`.env`, `id_ed25519`, `.aws/credentials`), else
/// empty.
/// `.env.example` and its like are templates and no secrets.
std::string secretByName(std::string_view path);

/// The reason when the beginning of the file says so: a private key, or a package manager's token.
std::string secretByContent(std::string_view path, std::string_view head);

} // namespace vouchsafe
