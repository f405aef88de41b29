#include "core/git/apply_operation.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/git/record_text.h"

namespace vouchsafe {
namespace {

constexpr std::string_view version = "vouchsafe apply 1\n";
constexpr std::string_view sumPrefix = "sha256 ";
constexpr std::string_view kinds = "rcd"; // in the order of ApplyOperation::Kind

Failure damaged(const std::filesystem::path &file)
{
    return fail(ErrorCode::Evidence, "the record of what was applied is damaged", shown(file.string()),
                "Undo by hand with the run's patch.");
}

} // namespace

ApplyOperation reversed(const ApplyOperation &operation)
{
    using Kind = ApplyOperation::Kind;
    ApplyOperation back{
        operation.kind,       operation.path, operation.after, operation.before, operation.modeAfter,
        operation.modeBefore, false};
    if (operation.kind == Kind::Create)
        back.kind = Kind::Remove;
    else if (operation.kind == Kind::Remove)
        back.kind = Kind::Create;
    return back;
}

std::string recordText(const std::vector<ApplyOperation> &operations)
{
    std::string text(version);
    for (const ApplyOperation &operation : operations) {
        text += kinds[static_cast<std::size_t>(operation.kind)];
        for (const std::size_t number :
             {std::size_t{operation.umaskDecides}, std::size_t{operation.modeBefore},
              std::size_t{operation.modeAfter}, operation.path.size(), operation.before.size(),
              operation.after.size()})
            text += ' ' + std::to_string(number);
        text += '\n' + operation.path + operation.before + operation.after;
    }
    text += std::string(sumPrefix) + sha256(text) + "\n";
    return text;
}

Result<std::vector<ApplyOperation>> readRecord(const std::filesystem::path &runFolder)
{
    const std::filesystem::path file = runFolder / recordName;
    const auto text = readFile(file);
    if (!text)
        return Failure(text.error());
    const std::size_t tail = sumPrefix.size() + 64 + 1;
    if (!text->starts_with(version) || text->size() < version.size() + tail)
        return damaged(file);
    const std::string_view body = std::string_view(*text).substr(0, text->size() - tail);
    if (text->substr(body.size()) != std::string(sumPrefix) + sha256(body) + "\n")
        return damaged(file);
    std::vector<ApplyOperation> operations;
    RecordReader reader(body.substr(version.size()));
    while (reader.ok() && !reader.atEnd()) {
        ApplyOperation operation;
        const std::size_t kind = kinds.find(reader.upTo(' '));
        operation.umaskDecides = reader.number<int>(' ') != 0;
        operation.modeBefore = reader.number<unsigned>(' ');
        operation.modeAfter = reader.number<unsigned>(' ');
        const auto pathSize = reader.number<std::size_t>(' ');
        const auto beforeSize = reader.number<std::size_t>(' ');
        const auto afterSize = reader.number<std::size_t>('\n');
        operation.path = reader.bytes(pathSize);
        operation.before = reader.bytes(beforeSize);
        operation.after = reader.bytes(afterSize);
        if (kind >= kinds.size())
            return damaged(file);
        operation.kind = static_cast<ApplyOperation::Kind>(kind);
        operations.push_back(std::move(operation));
    }
    if (!reader.ok())
        return damaged(file);
    return operations;
}

} // namespace vouchsafe
