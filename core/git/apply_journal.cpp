#include "core/git/apply_journal.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/rooted_folder.h"
#include "core/git/tree_objects.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> states{"staging", "ready", "committed"};

std::string hexadecimal(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte >> 4U];
        text += digits[byte & 0x0fU];
    }
    return text;
}

std::string beside(const ApplyJournal &journal, std::size_t operation, const std::string &path,
                   std::string_view ending)
{
    const std::string folder = parentOf(path);
    return (folder.empty() ? "" : folder + "/") + ".vouchsafe-" + journal.nonce + "-" +
           std::to_string(operation) + std::string(ending);
}

} // namespace

std::string journalText(const ApplyJournal &journal)
{
    Json folders = Json::array();
    for (const std::string &folder : journal.madeFolders)
        folders.push_back(hexadecimal(folder));
    return Json{{"v", 1},
                {"state", states[static_cast<std::size_t>(journal.state)]},
                {"undo", journal.undo},
                {"nonce", journal.nonce},
                {"operations", journal.operations},
                {"folders", folders},
                {"inodes", journal.inodes}}
               .dump() +
           "\n";
}

Result<std::optional<ApplyJournal>> readApplyJournal(const std::filesystem::path &runFolder)
{
    const std::filesystem::path file = runFolder / applyJournalName;
    if (::access(file.c_str(), F_OK) != 0 && errno == ENOENT)
        return std::optional<ApplyJournal>();
    const auto text = readFile(file);
    if (!text)
        return Failure(text.error());
    const auto damaged =
        fail(ErrorCode::Journal, "the note of an unfinished apply cannot be read", shown(file.string()),
             "Compare the repository with the run's patch, then remove this file.");
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object() || !json.contains("state") || !json["state"].is_string() ||
        !json.contains("undo") || !json["undo"].is_boolean() || !json.contains("nonce") ||
        !json["nonce"].is_string())
        return damaged;
    ApplyJournal journal;
    const auto state = json["state"].get<std::string>();
    std::size_t which = 0;
    while (which < states.size() && states[which] != state)
        ++which;
    if (which == states.size())
        return damaged;
    journal.state = static_cast<ApplyJournal::State>(which);
    journal.undo = json["undo"].get<bool>();
    journal.nonce = json["nonce"].get<std::string>();
    for (const char *name : {"operations", "folders", "inodes"})
        if (!json.contains(name) || !json[name].is_array())
            return damaged;
    for (const Json &number : json["operations"]) {
        if (!number.is_number_unsigned())
            return damaged;
        journal.operations.push_back(number.get<std::size_t>());
    }
    for (const Json &folder : json["folders"]) {
        if (!folder.is_string())
            return damaged;
        journal.madeFolders.push_back(rawId(folder.get<std::string>()));
    }
    for (const Json &inode : json["inodes"]) {
        if (!inode.is_number_unsigned())
            return damaged;
        journal.inodes.push_back(inode.get<std::uint64_t>());
    }
    const bool staged = journal.state != ApplyJournal::State::Staging;
    if (journal.nonce.find('/') != std::string::npos ||
        (staged && journal.inodes.size() != journal.operations.size()))
        return damaged;
    return std::optional(std::move(journal));
}

std::string stagedPath(const ApplyJournal &journal, std::size_t operation, const std::string &path)
{
    return beside(journal, operation, path, ".new");
}

std::string waitingPath(const ApplyJournal &journal, std::size_t operation, const std::string &path)
{
    return beside(journal, operation, path, ".old");
}

} // namespace vouchsafe
