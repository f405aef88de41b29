#include "core/verify/toolchains.h"

#include "core/base/resources.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

std::string text(const Json &object, const char *key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

bool flag(const Json &object, const char *key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() && it->get<bool>();
}

Words wordsOf(const Json &array)
{
    Words result;
    if (!array.is_array())
        return result;
    for (const Json &word : array)
        if (word.is_string())
            result.push_back(word.get<std::string>());
    return result;
}

Words words(const Json &object, const char *key)
{
    const auto it = object.find(key);
    return it == object.end() ? Words() : wordsOf(*it);
}

int number(const Json &object, const char *key, int otherwise)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<int>() : otherwise;
}

std::map<std::string, std::string> variables(const Json &object)
{
    std::map<std::string, std::string> result;
    const auto it = object.find("environment");
    if (it == object.end() || !it->is_object())
        return result;
    for (const auto &[name, value] : it->items())
        if (value.is_string())
            result[name] = value.get<std::string>();
    return result;
}

std::optional<ExitMeaning> meaning(const std::string &name)
{
    static const std::map<std::string, ExitMeaning> names{{"passed", ExitMeaning::Passed},
                                                          {"failed", ExitMeaning::Failed},
                                                          {"no-tests", ExitMeaning::NoTests},
                                                          {"usage", ExitMeaning::Usage},
                                                          {"broken", ExitMeaning::Broken}};
    const auto it = names.find(name);
    return it == names.end() ? std::nullopt : std::optional(it->second);
}

ReportRequest reportRequest(const Json &json)
{
    ReportRequest request;
    request.arguments = words(json, "arguments");
    request.files = words(json, "files");
    request.replaced = words(json, "drop");
    request.instead = words(json, "instead");
    request.atStart = text(json, "place") == "start";
    const std::string ids = text(json, "ids");
    request.ids = ids == "pytest" ? ReportIds::Pytest : ids == "file" ? ReportIds::File : ReportIds::Name;
    return request;
}

Status readExits(const Json &json, Toolchain &toolchain)
{
    for (const auto &[code, value] : json.items()) {
        const auto means = meaning(value.is_string() ? value.get<std::string>() : std::string());
        if (!means)
            return fail(ErrorCode::Internal, "a toolchain gives an exit code no known meaning",
                        toolchain.name);
        if (code == "other")
            toolchain.otherExit = *means;
        else
            toolchain.exits[std::atoi(code.c_str())] = *means;
    }
    return {};
}

std::vector<Toolchain> readAll()
{
    std::vector<Toolchain> all;
    for (const std::string &name : resourceNames("toolchains")) {
        const auto json = resource("toolchains/" + name);
        if (!json || !name.ends_with(".json") || name == "host.json")
            continue;
        if (auto toolchain = parseToolchain(*json))
            all.push_back(std::move(*toolchain));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Toolchain &a, const Toolchain &b) { return a.order < b.order; });
    return all;
}

} // namespace

Result<Toolchain> parseToolchain(std::string_view json)
{
    const Json root = Json::parse(json, nullptr, false);
    if (!root.is_object())
        return fail(ErrorCode::Internal, "a toolchain is not a JSON object");
    Toolchain toolchain;
    toolchain.name = text(root, "name");
    toolchain.language = text(root, "language");
    toolchain.image = text(root, "image");
    toolchain.otherwise = text(root, "otherwise");
    toolchain.order = number(root, "order", 1000);
    toolchain.build = flag(root, "build");
    toolchain.warm = flag(root, "warm");
    toolchain.interpreter = text(root, "interpreter");
    toolchain.probe = words(root, "probe");
    toolchain.tests = words(root, "tests");
    toolchain.configuration = words(root, "configuration");
    toolchain.environment = variables(root);
    toolchain.remedy = text(root, "remedy");
    for (const Json &way : root.value("recognise", Json::array()))
        toolchain.recognise.push_back(
            {text(way, "file"), text(way, "glob"), text(way, "contains"), text(way, "target")});
    for (const Json &check : root.value("check", Json::array()))
        toolchain.check.push_back({words(check, "argv"), text(check, "when"), text(check, "unless")});
    for (const Json &start : root.value("start", Json::array()))
        toolchain.start.push_back(wordsOf(start));
    if (root.contains("report"))
        toolchain.report.push_back(reportRequest(root["report"]));
    if (root.contains("sentinels"))
        toolchain.sentinels.push_back({words(root["sentinels"], "arguments"),
                                       words(root["sentinels"], "files"), variables(root["sentinels"]),
                                       flag(root["sentinels"], "tests"),
                                       number(root["sentinels"], "alarm", 0)});
    if (root.contains("select"))
        toolchain.selectArguments = words(root["select"], "arguments");
    if (toolchain.name.empty() || toolchain.start.empty() || !root.contains("exits") ||
        !root["exits"].is_object())
        return fail(ErrorCode::Internal, "a toolchain needs name, start and exits", toolchain.name);
    if (const Status exits = readExits(root["exits"], toolchain); !exits)
        return Failure(exits.error());
    return toolchain;
}

const std::vector<Toolchain> &toolchains()
{
    static const std::vector<Toolchain> all = readAll();
    return all;
}

const Toolchain *toolchainNamed(std::string_view name)
{
    const auto &all = toolchains();
    const auto it = std::find_if(all.begin(), all.end(), [&](const Toolchain &t) { return t.name == name; });
    return it == all.end() ? nullptr : &*it;
}

ExitMeaning exitMeaning(const Toolchain &toolchain, int exitCode)
{
    const auto it = toolchain.exits.find(exitCode);
    return it == toolchain.exits.end() ? toolchain.otherExit : it->second;
}

} // namespace vouchsafe
