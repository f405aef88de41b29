#include "sandbox/host_layout.h"

#include <algorithm>
#include <filesystem>

namespace vouchsafe {
namespace fs = std::filesystem;

HostLayout hostLayout()
{
    HostLayout layout;
    std::error_code error;
    for (const char *name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
        const fs::path path = fs::path("/") / name;
        if (fs::is_symlink(path, error)) {
            const fs::path target = fs::read_symlink(path, error).lexically_normal();
            const fs::path inUsr = target.is_absolute() ? target.relative_path() : target;
            if (!error && *inUsr.begin() == "usr")
                layout.links.emplace_back(inUsr.string(), path.string());
        } else if (fs::is_directory(path, error)) {
            layout.folders.push_back(path.string());
        }
    }
    for (const char *file : {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ssl/openssl.cnf"}) {
        if (fs::is_regular_file(file, error))
            layout.etcFiles.emplace_back(file);
    }
    for (const char *folder : {"/etc/alternatives", "/etc/ld.so.conf.d"}) {
        if (fs::is_directory(folder, error))
            layout.etcFolders.emplace_back(folder);
    }
    for (const auto &entry : fs::directory_iterator("/etc", error)) {
        if (entry.path().filename().string().starts_with("java-") && entry.is_directory(error))
            layout.etcFolders.push_back(entry.path().string());
    }
    std::sort(layout.etcFolders.begin(), layout.etcFolders.end());
    const fs::path zone = fs::weakly_canonical("/etc/localtime", error);
    if (!error && zone.string().starts_with("/usr/"))
        layout.localtime = zone.string();
    for (const char *file :
         {"/proc/keys", "/proc/kallsyms", "/proc/cmdline", "/proc/config.gz", "/proc/kcore",
          "/proc/timer_list", "/proc/diskstats", "/proc/sysrq-trigger", "/proc/kmsg"}) {
        if (fs::exists(file, error))
            layout.hiddenFiles.emplace_back(file);
    }
    for (const char *folder : {"/proc/fs", "/proc/scsi", "/proc/acpi", "/proc/asound", "/proc/driver"}) {
        if (fs::is_directory(folder, error))
            layout.hiddenFolders.emplace_back(folder);
    }
    return layout;
}

} // namespace vouchsafe
