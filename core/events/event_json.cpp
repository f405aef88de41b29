#include "core/events/event_json.h"

#include "core/events/event_fields.h"
#include "core/events/fields.h"

#include <algorithm>

namespace vouchsafe {
namespace {

using nlohmann::json;

constexpr int formatVersion = 1;

/// An empty body of the kind with that index.
template <std::size_t I = 0>
EventBody emptyBody(std::size_t index)
{
    if constexpr (I < std::variant_size_v<EventBody>)
        return index == I ? EventBody(std::in_place_index<I>) : emptyBody<I + 1>(index);
    else
        return {};
}

Failure broken(const std::string &why)
{
    return fail(ErrorCode::Journal, "a line of the journal cannot be read", why);
}

} // namespace

std::string dumped(const json &value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string_view eventKind(const EventBody &body)
{
    return eventKinds.at(body.index());
}

std::string toLine(const Event &event)
{
    // An ordered object keeps the head of each line readable; `data` keeps its keys sorted.
    nlohmann::ordered_json line;
    line["v"] = formatVersion;
    line["seq"] = event.seq;
    line["at"] = event.at;
    line["run"] = event.run;
    line["prev"] = event.prev;
    line["kind"] = eventKind(event.body);
    line["data"] = std::visit([](const auto &body) { return fieldwise::write(body); }, event.body);
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<Event> eventFromLine(std::string_view text)
{
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object())
        return broken("not a JSON object");
    const auto version = line.find("v");
    if (version != line.end() && version->is_number_integer() && version->get<std::int64_t>() > formatVersion)
        return fail(ErrorCode::Journal, "the journal was written by a newer version of this program",
                    "it is in version " + std::to_string(version->get<std::int64_t>()) +
                        " of the format; this program reads " + std::to_string(formatVersion),
                    "Use the version that wrote it; nothing was changed.");
    Event event;
    int read = 0;
    std::string kind;
    fieldwise::Reader head(line);
    head("v", read);
    head("seq", event.seq);
    head("at", event.at);
    head("run", event.run);
    head("prev", event.prev);
    head("kind", kind);
    if (!head.good())
        return broken("the field `" + head.fault() + "` is not as it should be");
    if (read != formatVersion)
        return broken("there is no version " + std::to_string(read) + " of the format");
    const auto known = std::find(eventKinds.begin(), eventKinds.end(), kind);
    if (known == eventKinds.end())
        return broken("unknown kind `" + kind + "`");
    event.body = emptyBody(static_cast<std::size_t>(known - eventKinds.begin()));
    const auto data = line.find("data");
    const bool good = data != line.end() &&
                      std::visit([&](auto &body) { return fieldwise::read(*data, body); }, event.body);
    if (!good)
        return broken("the data of `" + kind + "` is not as it should be");
    return event;
}

json toJson(const Task &task)
{
    return fieldwise::write(task);
}
std::optional<Task> taskFromJson(const json &from)
{
    Task task;
    if (!fieldwise::read(from, task))
        return std::nullopt;
    return task;
}
json toJson(const Verdict &verdict)
{
    return fieldwise::write(verdict);
}
json toJson(const Attestation &attestation)
{
    return fieldwise::write(attestation);
}
json toJson(const ContextBundle &context)
{
    return fieldwise::write(context);
}
json toJson(const Cost &cost)
{
    return fieldwise::write(cost);
}
json toJson(const LedgerCounts &counts)
{
    return fieldwise::write(counts);
}
json bytesJson(std::string_view bytes)
{
    return fieldwise::write(std::string(bytes));
}

} // namespace vouchsafe
