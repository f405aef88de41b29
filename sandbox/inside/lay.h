#pragma once
// Puts files where frames say, below the allowed folders and never through a link.

#include "sandbox/inside/bytes.h"

namespace vouchsafe::inside {

/// Each step returns 0 or errno.
class Layer {
public:
    /// The folders themselves may be reached through links: they are mounts. None: `/`.
    Layer(char *const *folders, int count) : m_folders(folders), m_count(count) {}
    ~Layer();
    Layer(const Layer &) = delete;
    Layer &operator=(const Layer &) = delete;

    int file(std::string_view body);
    int append(std::string_view body);
    int folder(std::string_view body);
    int remove(std::string_view body);
    /// Answers on `answerTo`.
    int mark(std::string_view body, int answerTo);

private:
    /// An open folder and a name in it.
    struct Place {
        int folder = -1;
        char name[256] = {};
    };
    int find(std::string_view path, bool make, Place &place);
    int open(std::string_view folder, bool make);
    int base(std::string_view path, std::string_view &below) const;
    void forget();

    char *const *m_folders;
    int m_count;
    int m_file = -1;   ///< open for Append
    int m_folder = -1; ///< the last one, since files come folder by folder
    Bytes m_folderPath;
};

/// Removes a file, or a folder with all in it, never through a link. 0 or errno.
int removeAll(int folder, const char *name, int depth);

} // namespace vouchsafe::inside
