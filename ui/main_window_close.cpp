// How the window closes: what is under way or not judged yet is asked about first.
#include "ui/main_window.h"

#include "ui/dialogs/discard_question.h"
#include "ui/dialogs/stop_question.h"
#include "ui/diff/diff_panel.h"
#include "ui/window_actions.h"

#include <QCloseEvent>
#include <QStatusBar>

namespace vouchsafe {

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_controller.view().isLive()) {
        event->ignore();
        askToStop();
        return;
    }
    if (!m_leaving) {
        m_controller.edit(m_parts.diff->edits()); // what was typed last is told with some delay
        if (m_controller.view().edited) {
            event->ignore();
            askToDiscard();
            return;
        }
    }
    keepLayout();
    event->accept();
}

void MainWindow::askToStop()
{
    if (m_closing)
        return;
    if (m_controller.view().life == RunLife::Stopping) {
        m_closing = true;
        return;
    }
    if (m_question != nullptr) {
        m_question->raise();
        return;
    }
    m_question = new StopQuestion(this);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_question, &QDialog::accepted, this, [this] {
        m_closing = true;
        m_controller.stop();
    });
    m_question->open();
}

void MainWindow::askToDiscard()
{
    m_closing = false;
    if (m_discardQuestion != nullptr) {
        m_discardQuestion->raise();
        return;
    }
    m_discardQuestion = new DiscardQuestion(this);
    m_discardQuestion->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_discardQuestion, &QDialog::accepted, this, &MainWindow::leave);
    m_discardQuestion->open();
}

void MainWindow::leave()
{
    m_leaving = true;
    if (m_question != nullptr)
        m_question->reject();
    if (!m_controller.view().isLive()) {
        close();
        return;
    }
    m_closing = true;
    m_controller.stop();
}

void MainWindow::runEnded()
{
    if (m_question != nullptr)
        m_question->reject(); // there is nothing left to stop
    if (m_closing) {
        close();
        return;
    }
    const QAction *resume = m_actions.get("run.resume");
    if (resume->isEnabled())
        statusBar()->showMessage(tr("The run has ended. It can be resumed with %1.")
                                     .arg(resume->shortcut().toString(QKeySequence::NativeText)),
                                 10'000);
}

} // namespace vouchsafe
