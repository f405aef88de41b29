#include "core/patch/patch_json.h"

#include "core/base/errors.h"

#include <cstdio>
#include <string_view>

namespace vouchsafe {
namespace {

/// Escapes only what JSON demands, so that the bytes survive.
std::string text(std::string_view bytes)
{
    std::string out = "\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            out += escape;
        } else {
            out += c;
        }
    }
    return out + '"';
}

template <typename Values, typename Write>
std::string list(const Values &values, Write write)
{
    std::string out = "[";
    for (const auto &value : values) {
        if (out.size() > 1)
            out += ',';
        out += write(value);
    }
    return out + ']';
}

std::string_view nameOf(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Modify:
        return "modify";
    case ChangeKind::Create:
        return "create";
    case ChangeKind::Delete:
        return "delete";
    case ChangeKind::Rename:
        return "rename";
    }
    return "modify";
}

std::string hunkJson(const HunkPlacement &hunk)
{
    return "{\"number\":" + std::to_string(hunk.number) + ",\"line\":" + std::to_string(hunk.line) +
           ",\"relocated_by\":" + std::to_string(hunk.relocatedBy) +
           ",\"repairs\":" + list(hunk.repairs, text) + "}";
}

std::string fileJson(const FileChange &file)
{
    std::string out = "{\"path\":" + text(file.path) + ",\"change\":" + text(nameOf(file.kind));
    if (!file.from.empty())
        out += ",\"from\":" + text(file.from);
    return out + ",\"repairs\":" + list(repairLines(file), text) +
           ",\"hunks\":" + list(file.hunks, hunkJson) + "}";
}

std::string placeJson(const PatchPlace &place)
{
    return "{\"path\":" + text(place.path) + ",\"line\":" + std::to_string(place.line) +
           ",\"text\":" + text(place.text) + "}";
}

} // namespace

std::vector<std::string> repairLines(const FileChange &file)
{
    std::vector<std::string> lines = file.repairs;
    for (const HunkPlacement &hunk : file.hunks) {
        const std::string name = "hunk " + std::to_string(hunk.number) + ": ";
        if (hunk.relocatedBy != 0)
            lines.push_back(name + "moved by " + (hunk.relocatedBy > 0 ? "+" : "") +
                            std::to_string(hunk.relocatedBy) + " to line " + std::to_string(hunk.line));
        for (const std::string &repair : hunk.repairs)
            lines.push_back(name + repair);
    }
    return lines;
}

std::string patchJson(const tl::expected<Patch, PatchRefusal> &answer, const PatchReader &reader)
{
    if (answer)
        return "{\"ok\":true,\"files\":" + list(answer->files, fileJson) +
               ",\"notices\":" + list(answer->notices, text) + ",\"diff\":" + text(reader.render(*answer)) +
               "}";
    const Error &error = answer.error().error;
    const ErrorEntry &entry = errorEntry(error.code);
    return "{\"ok\":false,\"code\":" + text(entry.name) + ",\"message\":" + text(error.what) +
           ",\"context\":" + text(error.context) +
           ",\"remedy\":" + text(error.remedy.empty() ? entry.remedy : error.remedy) +
           ",\"places\":" + list(answer.error().places, placeJson) + "}";
}

} // namespace vouchsafe
