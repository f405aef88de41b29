#pragma once
// What a person asked for, on which tree, under which limits.

#include "core/model/budget.h"
#include "core/model/policy.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// The tree that everything is measured against: the user's files as they are, uncommitted work included.
struct Base {
    std::string commit; ///< HEAD's commit, 40 hexadecimal digits; empty on an unborn branch
    std::string branch; ///< short branch name; empty when HEAD is detached
    std::string treeId; ///< hash of the raw tree, the name of its folder in the tree cache

    bool operator==(const Base &) const = default;
};

enum class EngineerKind { Auto, Builtin, Model, Tools, Scripted };
enum class Reproduction { Auto, Yes, No };

/// `openai:gpt-5`: provider and the provider's own name of the model.
struct ModelRef {
    std::string provider;
    std::string name;

    bool operator==(const ModelRef &) const = default;
};

struct Task {
    std::string request;    ///< the person's words, UTF-8
    std::string repository; ///< absolute path of the working tree's root, bytes as the system has them
    std::string subfolder;  ///< the opened folder relative to the root; empty: the root
    Base base;
    std::vector<std::string> checks; ///< as given; empty: found from the repository
    Limits limits;
    SandboxPolicy policy;
    std::map<std::string, std::string> images; ///< container images that a person named, by language
    EngineerKind engineer = EngineerKind::Auto;
    std::string script;                     ///< file of recorded replies for EngineerKind::Scripted
    std::map<std::string, ModelRef> models; ///< by role: `architect`, `engineer`
    Reproduction reproduction = Reproduction::Auto;
    int maxContextTokens = 6000;

    bool operator==(const Task &) const = default;
};

} // namespace vouchsafe
