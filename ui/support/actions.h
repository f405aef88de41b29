#pragma once
// Every act of the window, once: menus, tool bar, palette of commands, list of shortcuts and tests read it.

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <string_view>

namespace vouchsafe {

/// Where its keys count. Single letters are for a diff that has the focus and is not being edited.
enum class ActionScope { Window, Diff };

struct ActionSpec {
    const char *id = ""; ///< `run.start`, also the object name
    QString text;        ///< with a mnemonic
    QList<QKeySequence> keys;
    QString tip;           ///< one sentence; shown with the keys behind it
    const char *icon = ""; ///< of resources/icons, without `.svg`; empty: none
    ActionScope scope = ActionScope::Window;
    bool checkable = false;
};

/// Owned by the window. `add` refuses an id twice and keys twice in one scope, by an assert.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QWidget *window);

    QAction *add(const ActionSpec &spec);
    QAction *get(std::string_view id) const; ///< must exist
    const QList<QAction *> &all() const { return m_actions; }
    ActionScope scope(const QAction *action) const;
    /// Actions of ActionScope::Diff become shortcuts of this widget and those inside it.
    void attachDiff(QWidget *diff);
    /// Enabled, or disabled with the reason that the tip then gives.
    void enable(std::string_view id, bool enabled, const QString &reason = {});

private:
    QWidget *m_window;
    QList<QAction *> m_actions;
};

} // namespace vouchsafe
