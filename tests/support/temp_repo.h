#pragma once
// A real git repository in a temporary folder, made with the system's git.

#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// Environment and identity are fixed, so the user's git settings have no say. Failing git ends the test.
class TempRepo {
public:
    enum class Kind { Committed, Empty, Bare };
    explicit TempRepo(Kind kind = Kind::Empty);
    ~TempRepo();
    TempRepo(const TempRepo &) = delete;
    TempRepo &operator=(const TempRepo &) = delete;

    std::filesystem::path path() const { return m_path; }
    std::filesystem::path outside() const { return m_outside; } ///< a temporary folder beside it
    void write(const std::string &name, const std::string &bytes, unsigned mode = 0644) const;
    std::string read(const std::string &name) const;
    std::string git(const std::vector<std::string> &arguments) const; ///< stdout
    void commitAll(const std::string &message = "base") const;
    /// Every file and folder below the root, .git included: path, kind, mode, content hash. For "nothing
    /// changed".
    std::string fingerprint() const;

private:
    QTemporaryDir m_temporary;
    std::filesystem::path m_path;
    std::filesystem::path m_outside;
};

} // namespace vouchsafe::test
