#pragma once
// Leaves out what a model writes to itself between <think> and </think>, and nothing else.

#include <string>
#include <string_view>

namespace vouchsafe {

/// Tags are <think>, <thinking>, <thought>, <reasoning> and <reflection>, split over deltas or not. A block
/// opens only where a line begins (or right behind another block) and before the answer's patch or first
/// fence, since source code has such words too: those in a hunk stay. Templates that put the opening tag into
/// the prompt leave a lone closing tag; where it opens a line, all before it was reasoning.
class ReasoningFilter {
public:
    /// The visible part of the delta; some may be held back until the next one.
    std::string feed(std::string_view delta);
    /// What was held back, at the end of the answer.
    std::string finish();

    const std::string &answer() const { return m_answer; } ///< without reasoning
    bool sawReasoning() const { return m_sawReasoning; }

private:
    void take(char c, std::string &visible);
    void show(std::string_view text, std::string &visible);
    bool atTagPlace() const;

    std::string m_answer;
    std::string m_line;    ///< start of the line being shown, enough to know a patch by
    std::string m_held;    ///< may become a tag
    std::string m_closing; ///< tag that ends the block; empty outside of one
    std::string m_tail;    ///< newest bytes inside a block
    bool m_justClosed = false;
    bool m_patchStarted = false;
    bool m_sawReasoning = false;
};

} // namespace vouchsafe
