#include "app/ecosystems.h"

#include "core/base/hash.h"
#include "core/base/resources.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

std::vector<FileSign> signsOf(const Json &json, const char *key)
{
    std::vector<FileSign> signs;
    for (const Json &one : json.value(key, Json::array()))
        signs.push_back({one.at("file").get<std::string>(), one.value("contains", std::string())});
    return signs;
}

Ecosystem ecosystemOf(const Json &json)
{
    Ecosystem found;
    found.name = json.at("name").get<std::string>();
    found.language = json.at("language").get<std::string>();
    found.order = json.at("order").get<int>();
    found.recognise = signsOf(json, "recognise");
    found.unless = signsOf(json, "unless");
    found.inputs = json.at("inputs").get<Words>();
    found.locks = json.value("locks", Words());
    found.pinned = json.value("pinned", Words());
    found.pinnedBy = json.value("pinnedBy", std::string());
    found.hosts = json.at("hosts").get<Words>();
    found.programs = json.at("programs").get<Words>();
    found.environment = json.value("environment", std::map<std::string, std::string>());
    found.keeps = json.value("keeps", Words());
    found.keepsBeside = json.value("keepsBeside", Words());
    found.runsCode = json.at("runsCode").get<bool>();
    found.wholeTree = signsOf(json, "wholeTree");
    found.floating = signsOf(json, "floating");
    found.path = json.value("path", Words());
    found.cache = json.value("cache", std::string());
    found.offline = json.value("offline", std::map<std::string, std::string>());
    for (const Json &step : json.at("steps"))
        found.steps.push_back({step.at("argv").get<Words>(), step.value("shown", std::string()),
                               step.value("each", std::string()), signsOf(step, "when"),
                               signsOf(step, "unless")});
    return found;
}

} // namespace

Result<Ecosystem> parseEcosystem(std::string_view json)
{
    try {
        Ecosystem found = ecosystemOf(Json::parse(json));
        found.digest = sha256(json);
        return found;
    } catch (const Json::exception &error) {
        return fail(ErrorCode::Internal, "the data of an ecosystem cannot be read", error.what());
    }
}

const std::vector<Ecosystem> &ecosystems()
{
    static const std::vector<Ecosystem> all = [] {
        std::vector<Ecosystem> read;
        for (const std::string &name : resourceNames("prepare"))
            if (const auto text = resource("prepare/" + name))
                if (auto one = parseEcosystem(*text))
                    read.push_back(std::move(*one));
        std::sort(read.begin(), read.end(),
                  [](const Ecosystem &a, const Ecosystem &b) { return a.order < b.order; });
        return read;
    }();
    return all;
}

bool isRootMatch(std::string_view glob, std::string_view path)
{
    const bool anyDepth = glob.starts_with("**/");
    return (anyDepth ||
            std::count(glob.begin(), glob.end(), '/') == std::count(path.begin(), path.end(), '/')) &&
           globMatches(glob, path);
}

std::vector<std::string> filesOf(const BaseTree &tree, const std::vector<std::string> &globs)
{
    std::set<std::string> found;
    for (const TreeEntry &entry : tree.entries())
        if ((entry.mode & 0170000) == 0100000 &&
            std::any_of(globs.begin(), globs.end(),
                        [&](const std::string &glob) { return isRootMatch(glob, entry.path); }))
            found.insert(entry.path);
    return {found.begin(), found.end()};
}

bool hasSign(const BaseTree &tree, const std::vector<FileSign> &signs)
{
    return std::any_of(signs.begin(), signs.end(), [&](const FileSign &sign) {
        const std::vector<std::string> files = filesOf(tree, {sign.file});
        return std::any_of(files.begin(), files.end(), [&](const std::string &file) {
            if (sign.contains.empty())
                return true;
            const auto text = tree.read(file);
            return text && text->find(sign.contains) != std::string::npos;
        });
    });
}

} // namespace vouchsafe
