#include "core/base/resources.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <algorithm>

inline void initVouchsafeResources()
{
    // Must stand outside of any namespace; the linker would drop the data of a static library otherwise.
    Q_INIT_RESOURCE(vouchsafe);
}

namespace vouchsafe {
namespace {

QString place(std::string_view path)
{
    static const bool ready = [] {
        initVouchsafeResources();
        return true;
    }();
    Q_UNUSED(ready)
    return QStringLiteral(":/vouchsafe/") +
           QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
}

} // namespace

Result<std::string> resource(std::string_view path)
{
    QFile file(place(path));
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Internal, "a file that should be compiled in is missing", std::string(path));
    return file.readAll().toStdString();
}

std::vector<std::string> resourceNames(std::string_view folder)
{
    std::vector<std::string> names;
    for (const QString &name : QDir(place(folder)).entryList(QDir::Files, QDir::Name))
        names.push_back(name.toStdString());
    return names;
}

std::vector<std::string> resourcesBelow(std::string_view folder)
{
    const QDir root(place(folder));
    std::vector<std::string> paths;
    for (QDirIterator it(root.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         it.hasNext();)
        paths.push_back(root.relativeFilePath(it.next()).toStdString());
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace vouchsafe
