#pragma once
// Whether the desktop prefers dark windows, as the settings portal tells it.

#include <QObject>

class QDBusVariant;
class QString;

namespace vouchsafe {

/// Qt 6.4 does not know the preference, so the portal `org.freedesktop.portal.Settings` is asked, which
/// desktops and sandboxes have in common. Nothing waits for it; without a bus or a portal nothing is ever
/// said. GUI thread.
class SystemLook : public QObject {
    Q_OBJECT
public:
    /// The values of `color-scheme`.
    enum class Preference { None = 0, Dark = 1, Light = 2 };

    using QObject::QObject;
    void ask(); ///< once; changes are followed from then on

Q_SIGNALS:
    void told(vouchsafe::SystemLook::Preference preference);

private Q_SLOTS:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void take(const QDBusVariant &value);
};

} // namespace vouchsafe
