#include "core/base/resources.h"

#include <QDir>
#include <QFile>

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

} // namespace vouchsafe
