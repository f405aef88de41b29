#pragma once
// The prompts of the model roles: compiled in, readable, and replaced by files of the user's.
//
// A prompt is one Markdown file. Lines of the form <!-- name --> begin its parts; architect.md has system,
// task, request, attempt and again, engineer.md has system, task, plan, request and attempt. {{placeholders}}
// are filled in: task, code, tests, plan, number, evidence, each where the file that is compiled in has it.

#include "core/ports/prompt_store.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Reads `<config>/prompts/<name>.md` where it exists, else the file that is compiled in. Safe from any
/// thread.
class ResourcePrompts final : public PromptStore {
public:
    /// `config` is the folder of the user's settings; empty: no overrides.
    explicit ResourcePrompts(std::filesystem::path config) : m_config(std::move(config)) {}

    /// An override that lacks a part or has an unknown placeholder is ErrorCode::Settings naming the file.
    Result<Prompt> prompt(std::string_view name) const override;

private:
    std::filesystem::path m_config;
};

/// The parts of a prompt's text by name, without the marker lines.
std::map<std::string, std::string> promptParts(std::string_view text);
/// One part with its placeholders filled. ErrorCode::Internal where the part is missing.
Result<std::string> promptPart(const Prompt &prompt, const std::string &part,
                               const std::map<std::string, std::string> &values);

} // namespace vouchsafe
