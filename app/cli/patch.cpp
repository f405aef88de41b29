// vouchsafe patch: the patch doctor. Reads a patch on a tree, prints the canonical diff, writes nothing.
#include "app/cli/command.h"
#include "app/opened_tree.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/patch/patch_doctor.h"
#include "core/patch/patch_json.h"

#include <ostream>

namespace vouchsafe::cli {
namespace {

int tell(const Context &context, const Patch &patch, const PatchDoctor &doctor)
{
    for (const FileChange &file : patch.files)
        for (const std::string &line : repairLines(file))
            remark(context, line);
    for (const std::string &notice : patch.notices)
        remark(context, notice);
    context.out << doctor.render(patch);
    return 0;
}

int refuse(const Context &context, const PatchRefusal &refusal)
{
    const int status = report(context, refusal.error);
    for (const PatchPlace &place : refusal.places)
        remark(context,
               "  " + shown(place.path) + ":" + std::to_string(place.line) + ": " + shown(place.text));
    return status;
}

int patch(const Context &context, const std::string &repository, const std::string &file)
{
    const Result<std::string> text = readFile(file);
    if (!text)
        return report(context,
                      Error{ErrorCode::PathMissing, "the patch cannot be read", text.error().context, {}});
    const Result<OpenedTree> tree = openTree(repository, userDirectories(), {});
    if (!tree)
        return report(context, tree.error());
    const PatchDoctor doctor;
    const PatchContext place{tree->repository.subfolder, tree->repository.root.string()};
    const tl::expected<Patch, PatchRefusal> answer = doctor.read(*text, *tree->snapshot.tree, place);
    if (context.json)
        context.out << patchJson(answer, doctor) << '\n';
    if (!answer)
        return context.json ? errorEntry(answer.error().error.code).exitStatus
                            : refuse(context, answer.error());
    return context.json ? 0 : tell(context, *answer, doctor);
}

} // namespace

Command addPatch(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand(
        "patch", "Read and repair a patch, print it as a canonical diff; writes nothing");
    const auto repository = std::make_shared<std::string>();
    const auto file = std::make_shared<std::string>();
    parser->add_option("REPO", *repository, "A folder of a git repository")->required();
    parser->add_option("PATCH", *file, "A file with the patch, or a model's whole answer")->required();
    return {parser,
            [repository, file](const Context &context) { return patch(context, *repository, *file); }};
}

} // namespace vouchsafe::cli
