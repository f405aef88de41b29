#include "core/index/symbol_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace vouchsafe {

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string symbolJson(const Symbol &symbol)
{
    return dumped(Json{{"id", symbol.id},
                       {"kind", symbolKindName(symbol.kind)},
                       {"path", symbol.path},
                       {"start", symbol.start},
                       {"end", symbol.end},
                       {"signature", symbol.signature},
                       {"declaration", symbol.declaration}});
}

std::string contextJson(const ContextBundle &bundle)
{
    Json slices = Json::array();
    for (const Slice &slice : bundle.slices)
        slices.push_back(Json{{"id", slice.id},
                              {"path", slice.path},
                              {"start", slice.start},
                              {"end", slice.end},
                              // Four digits are enough to rank and to read.
                              {"score", std::round(slice.score * 1e4) / 1e4},
                              {"reason", slice.reason},
                              {"tokens", slice.tokens}});
    Json leftOut = Json::array();
    for (const LeftOut &item : bundle.leftOut)
        leftOut.push_back(Json{{"id", item.id}, {"reason", item.reason}});
    return dumped(Json{{"slices", slices}, {"left_out", leftOut}, {"tokens", bundle.tokens}});
}

} // namespace vouchsafe
