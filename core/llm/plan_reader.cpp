#include "core/llm/plan_reader.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace vouchsafe {
namespace {

using nlohmann::json;

constexpr std::size_t mostItems = 100;
constexpr std::size_t longestItem = 4'000;
constexpr std::size_t mostObjects = 200; ///< braces that are tried as the start of an object

/// End of the object that begins at `start`, by its braces outside of strings; npos where it is not closed.
std::size_t objectEnd(std::string_view text, std::size_t start)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = start; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

bool isPlan(const json &object)
{
    return object.is_object() &&
           (object.contains("goal") || object.contains("steps") || object.contains("files"));
}

std::optional<json> planObject(std::string_view text)
{
    std::size_t tried = 0;
    for (std::size_t at = text.find('{'); at != std::string_view::npos && tried < mostObjects;
         at = text.find('{', at + 1), ++tried) {
        const std::size_t end = objectEnd(text, at);
        if (end == std::string_view::npos)
            continue;
        json parsed = json::parse(text.substr(at, end - at), nullptr, false, true);
        if (isPlan(parsed))
            return parsed;
        if (const auto inner = parsed.is_object() ? parsed.find("plan") : parsed.end();
            parsed.is_object() && inner != parsed.end() && isPlan(*inner))
            return *inner;
    }
    return std::nullopt;
}

std::string itemText(const json &item)
{
    if (item.is_string())
        return std::string(trimmed(elided(item.get_ref<const std::string &>(), longestItem, 0)));
    if (!item.is_object())
        return {};
    std::vector<std::string> parts;
    for (const char *key :
         {"path", "file", "title", "step", "action", "description", "text", "detail", "risk"})
        if (const auto it = item.find(key); it != item.end() && it->is_string())
            parts.emplace_back(trimmed(it->get_ref<const std::string &>()));
    return elided(join(parts, ": "), longestItem, 0);
}

std::vector<std::string> items(const json &plan, const char *key)
{
    std::vector<std::string> result;
    const auto list = plan.find(key);
    if (list == plan.end())
        return result;
    const json wrapped = list->is_array() ? *list : json::array({*list});
    for (const json &item : wrapped)
        if (std::string text = itemText(item); !text.empty() && result.size() < mostItems)
            result.push_back(std::move(text));
    return result;
}

/// `./src/m.py`, "`src/m.py`" and `src/m.py (function f)` are src/m.py.
std::string pathOf(const json &item)
{
    std::string path;
    if (item.is_string())
        path = item;
    else if (item.is_object())
        for (const char *key : {"file", "path"})
            if (const auto it = item.find(key); it != item.end() && it->is_string())
                path = *it;
    path = std::string(trimmed(replaceAll(path, "`", "")));
    if (const std::size_t remark = path.find(" ("); remark != std::string::npos)
        path.resize(remark);
    while (path.starts_with("./"))
        path.erase(0, 2);
    return path.size() > 1'024 || path.find('\n') != std::string::npos ? std::string() : path;
}

std::vector<std::string> paths(const json &plan)
{
    std::vector<std::string> result;
    const auto list = plan.find("files");
    if (list == plan.end())
        return result;
    const json wrapped = list->is_array() ? *list : json::array({*list});
    for (const json &item : wrapped) {
        std::string path = pathOf(item);
        if (!path.empty() && result.size() < mostItems &&
            std::find(result.begin(), result.end(), path) == result.end())
            result.push_back(std::move(path));
    }
    return result;
}

std::string goalFromText(std::string_view text)
{
    for (const std::string_view raw : splitLines(text)) {
        std::string_view line = trimmed(raw);
        while (!line.empty() &&
               std::string_view("#*->{}[]\",` ").find(line.front()) != std::string_view::npos)
            line.remove_prefix(1);
        if (line.size() > 2 && !raw.starts_with("```"))
            return shown(trimmed(elided(line, 600, 0)));
    }
    return {};
}

} // namespace

Plan readPlan(std::string_view answer)
{
    const std::string text = toUtf8Lossy(answer);
    Plan plan;
    const auto object = planObject(text);
    if (!object) {
        plan.goal = goalFromText(text);
        return plan;
    }
    const auto goals = items(*object, "goal");
    plan.steps = items(*object, "steps");
    plan.files = paths(*object);
    plan.risks = items(*object, "risks");
    if (!goals.empty())
        plan.goal = goals.front();
    else if (!plan.steps.empty())
        plan.goal = plan.steps.front();
    else
        plan.goal = "Change " + join(plan.files, ", ");
    if (goals.empty() && plan.steps.empty() && plan.files.empty())
        plan.goal = goalFromText(text);
    return plan;
}

} // namespace vouchsafe
