#include "core/syntax/predicates.h"

#include <algorithm>

namespace vouchsafe {

namespace {

std::string_view stringOf(const TSQuery *query, const TSQueryPredicateStep &step)
{
    std::uint32_t length = 0;
    const char *text = step.type == TSQueryPredicateStepTypeCapture
                           ? ts_query_capture_name_for_id(query, step.value_id, &length)
                           : ts_query_string_value_for_id(query, step.value_id, &length);
    return {text, length};
}

} // namespace

Result<Predicate> Predicate::read(const TSQuery *query, const TSQueryPredicateStep *steps,
                                  std::uint32_t count)
{
    std::string name(stringOf(query, steps[0]));
    const auto bad = [&](std::string_view why) {
        return fail(ErrorCode::Internal, "the condition #" + name + " " + std::string(why),
                    "reading a syntax query", "correct the query file");
    };
    Predicate predicate;
    std::string positive = name;
    if (name.starts_with("not-")) {
        predicate.m_wanted = false;
        positive.erase(0, 4);
    }
    if (count < 3 || steps[1].type != TSQueryPredicateStepTypeCapture)
        return bad("needs a capture and a value");
    predicate.m_capture = stringOf(query, steps[1]);
    for (std::uint32_t at = 2; at < count; ++at)
        predicate.m_texts.emplace_back(stringOf(query, steps[at]));
    if (positive == "any-of?") {
        predicate.m_kind = Kind::AnyOf;
    } else if (positive == "eq?" && count == 3) {
        const bool capture = steps[2].type == TSQueryPredicateStepTypeCapture;
        predicate.m_kind = capture ? Kind::EqualCapture : Kind::EqualText;
        predicate.m_other = stringOf(query, steps[2]);
    } else if (positive == "match?" && count == 3) {
        predicate.m_kind = Kind::Match;
        predicate.m_pattern.setPattern(QString::fromStdString(predicate.m_texts.front()));
        if (!predicate.m_pattern.isValid())
            return bad("has a malformed pattern: " + predicate.m_pattern.errorString().toStdString());
        predicate.m_pattern.optimize();
    } else {
        return bad("is unknown or has too many values");
    }
    return predicate;
}

bool Predicate::holds(const std::vector<Capture> &captures, std::string_view source) const
{
    return std::all_of(captures.begin(), captures.end(), [&](const Capture &capture) {
        return capture.name != m_capture || holdsFor(capture.node.text(source), captures, source) == m_wanted;
    });
}

bool Predicate::holdsFor(std::string_view text, const std::vector<Capture> &captures,
                         std::string_view source) const
{
    switch (m_kind) {
    case Kind::EqualText:
        return text == m_other;
    case Kind::EqualCapture:
        return std::all_of(captures.begin(), captures.end(), [&](const Capture &other) {
            return other.name != m_other || other.node.text(source) == text;
        });
    case Kind::Match: {
        const QString words = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        return m_pattern.match(words).hasMatch();
    }
    case Kind::AnyOf:
        return std::find(m_texts.begin(), m_texts.end(), text) != m_texts.end();
    }
    return false;
}

Result<std::vector<Predicate>> predicatesOf(const TSQuery *query, std::uint32_t pattern)
{
    std::uint32_t count = 0;
    const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(query, pattern, &count);
    std::vector<Predicate> predicates;
    std::uint32_t from = 0;
    for (std::uint32_t at = 0; at < count; ++at) {
        if (steps[at].type != TSQueryPredicateStepTypeDone)
            continue;
        Result<Predicate> predicate = Predicate::read(query, steps + from, at - from);
        if (!predicate)
            return tl::unexpected(predicate.error());
        predicates.push_back(std::move(*predicate));
        from = at + 1;
    }
    return predicates;
}

} // namespace vouchsafe
