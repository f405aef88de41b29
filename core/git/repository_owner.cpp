#include "core/base/text.h"
#include "core/git/repository_place.h"
#include "core/git/user_config.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

std::string userName(uid_t uid)
{
    std::array<char, 16384> room;
    struct passwd entry {};
    struct passwd *found = nullptr;
    const std::string number = "uid " + std::to_string(uid);
    if (::getpwuid_r(uid, &entry, room.data(), room.size(), &found) != 0 || found == nullptr)
        return number;
    return shown(found->pw_name) + " (" + number + ")";
}

/// Root started through sudo works on the files of the user who typed it, as git allows.
std::optional<uid_t> behindSudo()
{
    const char *text = ::geteuid() == 0 ? std::getenv("SUDO_UID") : nullptr;
    if (text == nullptr)
        return std::nullopt;
    uid_t uid = 0;
    const char *end = text + std::strlen(text);
    const auto [stopped, error] = std::from_chars(text, end, uid);
    return error == std::errc() && stopped == end ? std::optional(uid) : std::nullopt;
}

} // namespace

Result<bool> checkOwner(const RepositoryPlace &place)
{
    const uid_t user = ::geteuid();
    const std::optional<uid_t> sudoer = behindSudo();
    for (const std::filesystem::path &part :
         {place.root, place.root / ".git", place.gitDir, place.commonDir}) {
        struct stat info {};
        if (::lstat(part.c_str(), &info) != 0 || info.st_uid == user || info.st_uid == sudoer)
            continue;
        if (isSafeDirectory(userGitConfig(), place.root))
            return true;
        return fail(ErrorCode::RepositoryOwner, "the repository belongs to " + userName(info.st_uid),
                    "opening " + shown(part.string()) + " as " + userName(user),
                    "If you trust it, run `git config --global --add safe.directory " +
                        shellQuoted({place.root.string()}) + "`, for this path only.");
    }
    return false;
}

} // namespace vouchsafe
