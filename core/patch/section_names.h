#pragma once
// Which file a section of a patch is about, from all the places where it says so.

#include "core/patch/names.h"
#include "core/patch/received.h"

#include <string>
#include <utility>

namespace vouchsafe {

/// The names of a section, decoded; `/dev/null` is an empty string.
struct SectionNames {
    std::string oldName;
    std::string newName;
    bool creates = false;
    bool deletes = false;
};

/// From the pair of name lines or the git header; they must agree.
Read<SectionNames> sectionNames(const ReceivedFile &file);

/// The one existing file that both names mean. Absent: the path that was looked for is in `missing`.
struct Existing {
    std::string path;
    std::string note;
    bool stripped = false; ///< a prefix was left out
    std::string missing;
};
Read<Existing> existingFile(const Names &names, const SectionNames &section, bool plain);

} // namespace vouchsafe
