#pragma once
// What flags, environment and files say of each setting, before it is read and weighed.

#include "core/base/result.h"
#include "core/settings/devcontainer.h"
#include "core/settings/settings.h"
#include "core/settings/user_file.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// What a repository's file may do to a setting.
enum class RepositoryRule { Adds, Lowers, AfterTrust, Never };

/// One source's word on one setting.
struct Given {
    std::vector<std::string> values;
    Origin origin = Origin::Default;
    std::string place; ///< as Setting::place
};

class GivenValues {
public:
    /// Reads both files. Names that are unknown, and what a repository may not set, go into the notices.
    /// `sources` must outlive the result.
    static Result<GivenValues> read(const SettingsSources &sources);

    std::vector<Given> byPerson(const std::string &name) const; ///< weakest first: file, environment, flag
    /// Null where the repository's file is silent or does not count.
    const Given *byRepository(const std::string &name, RepositoryRule rule) const;

    const DevContainerFile &devContainer() const { return m_devContainer; }
    bool devContainerTrusted() const { return m_devContainerTrusted; }
    bool repositoryTrusted() const { return m_trusted; }
    const std::vector<Noticed> &notices() const { return m_notices; }

private:
    explicit GivenValues(const SettingsSources &sources) : m_sources(&sources) {}

    Status readUser();
    Status readRepository();
    Status readDevContainer();
    void notice(Noticed::Level level, const std::string &text) { m_notices.push_back({level, text}); }

    const SettingsSources *m_sources;
    std::string m_userFile;
    std::map<std::string, UserValue> m_user;
    std::map<std::string, Given> m_repository;
    std::vector<Noticed> m_notices;
    DevContainerFile m_devContainer;
    bool m_trusted = false;
    bool m_devContainerTrusted = false;
};

} // namespace vouchsafe
