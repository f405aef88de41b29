#include "ui/support/background.h"

#include <QCoreApplication>

namespace vouchsafe {

QObject *Background::application()
{
    return QCoreApplication::instance();
}

} // namespace vouchsafe
