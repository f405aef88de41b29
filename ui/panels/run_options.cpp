#include "ui/panels/run_options.h"

#include "ui/support/safe_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace vouchsafe {
namespace {

const char *const engineers[] = {"auto", "builtin", "model"}; // in the order of the box
const char *const sandboxes[] = {"", "auto", "bubblewrap", "podman", "docker"};
constexpr int bubblewrapRow = 2;
constexpr const char *gvisor = "runsc"; // its name among OCI runtimes, in every language

QSpinBox *spinBox(int most, const QString &name, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setRange(0, most);
    box->setSpecialValueText(RunOptions::tr("as in the settings"));
    box->setAccessibleName(name);
    return box;
}

/// A box with proposals whose text is free.
QComboBox *freeBox(const QString &name, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setAccessibleName(name);
    box->lineEdit()->setAccessibleName(name);
    box->lineEdit()->setPlaceholderText(RunOptions::tr("as in the settings"));
    return box;
}

QString placeholder(const OpenedRepository &repository)
{
    if (repository.checks.empty())
        return repository.noChecks ? safeLine(repository.noChecks->what) : QString();
    QStringList lines;
    for (const std::string &check : repository.checks)
        lines << safeLine(check, 200);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RunOptions::RunOptions(QWidget *parent) : QWidget(parent)
{
    m_engineer = new QComboBox(this);
    m_engineer->addItems({tr("Automatic"), tr("Built-in, without a model"), tr("Model")});
    m_engineer->setAccessibleName(tr("Engineer"));
    m_engineer->setToolTip(
        tr("Automatic tries the built-in engineer first, then the model that is configured."));
    connect(m_engineer, &QComboBox::currentIndexChanged, this, &RunOptions::settleModel);
    m_model = freeBox(tr("Model"), this);
    m_sandbox = new QComboBox(this);
    m_sandbox->addItems(
        {tr("As in the settings"), tr("Automatic"), tr("Bubblewrap"), tr("Podman"), tr("Docker")});
    m_sandbox->setAccessibleName(tr("Sandbox"));
    m_sandbox->setToolTip(tr("What the checks run in. Nothing ever runs outside of a sandbox."));
    connect(m_sandbox, &QComboBox::currentIndexChanged, this, &RunOptions::settleSandbox);
    m_runtime = freeBox(tr("Runtime"), this);
    m_runtime->addItem(QLatin1String(gvisor));
    m_runtime->setCurrentIndex(-1);
    m_image = new QLineEdit(this);
    m_image->setPlaceholderText(tr("by language"));
    m_image->setAccessibleName(tr("Image"));
    m_pull = new QCheckBox(tr("Fetch an image that is missing"), this);
    m_prepare = new QCheckBox(tr("Install the dependencies first"), this);
    m_prepare->setToolTip(tr("Inside the sandbox, with a network that reaches the package indexes alone. "
                             "The checks themselves have no network."));
    m_attempts = spinBox(99, tr("Attempts at most"), this);
    m_timeout = spinBox(24 * 3600, tr("Seconds for each check"), this);
    m_timeout->setSingleStep(30);
    m_checks = new QPlainTextEdit(this);
    m_checks->setTabChangesFocus(true);
    m_checks->setAccessibleName(tr("Checks, one on a line"));
    m_checks->setAccessibleDescription(
        tr("Commands that judge the tree, in order. Empty: those of the repository."));
    m_checks->setFixedHeight(m_checks->fontMetrics().lineSpacing() * 4);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(fontMetrics().height());
    row->addLayout(parts(), 4);
    row->addLayout(checksPart(), 3);
    settleModel();
    settleSandbox();
}

QLayout *RunOptions::parts()
{
    auto *left = new QFormLayout;
    left->addRow(tr("Engineer:"), m_engineer);
    left->addRow(tr("Model:"), m_model);
    left->addRow(tr("Attempts at most:"), m_attempts);
    left->addRow(tr("Seconds for each check:"), m_timeout);
    auto *right = new QFormLayout;
    right->addRow(tr("Sandbox:"), m_sandbox);
    right->addRow(tr("Runtime:"), m_runtime);
    right->addRow(tr("Image:"), m_image);
    right->addRow(QString(), m_pull);
    auto *row = new QHBoxLayout;
    row->setSpacing(fontMetrics().height());
    row->addLayout(left, 1);
    row->addLayout(right, 1);
    return row;
}

QLayout *RunOptions::checksPart()
{
    auto *title = new QLabel(tr("Checks, one on a line:"), this);
    title->setBuddy(m_checks);
    auto *column = new QVBoxLayout;
    column->addWidget(title);
    column->addWidget(m_checks);
    column->addWidget(m_prepare);
    column->addStretch();
    return column;
}

void RunOptions::setRepository(const OpenedRepository &repository)
{
    m_checks->setPlaceholderText(placeholder(repository));
    if (m_models == repository.models)
        return; // a person may be writing there
    m_models = repository.models;
    const QString written = m_model->currentText();
    m_model->clear();
    for (const std::string &model : m_models)
        m_model->addItem(safeLine(model, 200));
    m_model->setCurrentIndex(-1);
    m_model->setEditText(written);
}

OptionsChoice RunOptions::choice() const
{
    return {m_engineer->currentIndex(), m_model->currentText(),  m_attempts->value(),
            m_timeout->value(),         m_checks->toPlainText(), m_sandbox->currentIndex(),
            m_runtime->currentText(),   m_image->text(),         m_pull->isChecked(),
            m_prepare->isChecked()};
}

void RunOptions::choose(const OptionsChoice &choice)
{
    m_engineer->setCurrentIndex(choice.engineer);
    m_model->setCurrentIndex(-1);
    m_model->setEditText(choice.model);
    m_attempts->setValue(choice.attempts);
    m_timeout->setValue(choice.timeout);
    m_checks->setPlainText(choice.checks);
    m_sandbox->setCurrentIndex(choice.sandbox);
    m_runtime->setCurrentIndex(-1);
    m_runtime->setEditText(choice.runtime);
    m_image->setText(choice.image);
    m_pull->setChecked(choice.pull);
    m_prepare->setChecked(choice.prepare);
}

std::map<std::string, std::vector<std::string>> RunOptions::flags() const
{
    std::map<std::string, std::vector<std::string>> flags;
    const int engineer = m_engineer->currentIndex();
    if (engineer > 0)
        flags["engineer"] = {engineers[engineer]};
    if (const QString model = m_model->currentText().trimmed(); m_model->isEnabled() && !model.isEmpty())
        flags["model"] = {model.toStdString()};
    if (const int sandbox = m_sandbox->currentIndex(); sandbox > 0)
        flags["sandbox"] = {sandboxes[sandbox]};
    const std::pair<const char *, QString> words[] = {{"runtime", m_runtime->currentText().trimmed()},
                                                      {"image", m_image->text().trimmed()}};
    for (const auto &[name, word] : words)
        if (m_runtime->isEnabled() && !word.isEmpty())
            flags[name] = {word.toStdString()};
    if (m_pull->isEnabled() && m_pull->isChecked())
        flags["pull"] = {"yes"};
    if (m_prepare->isChecked())
        flags["prepare"] = {"yes"};
    if (m_attempts->value() > 0)
        flags["attempts"] = {std::to_string(m_attempts->value())};
    if (m_timeout->value() > 0)
        flags["timeout"] = {std::to_string(m_timeout->value())};
    for (const QString &line : m_checks->toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            flags["check"].push_back(line.trimmed().toStdString());
    return flags;
}

void RunOptions::settleModel()
{
    const bool builtin = m_engineer->currentIndex() == 1;
    m_model->setEnabled(!builtin);
    m_model->setToolTip(builtin ? tr("The built-in engineer needs no model.")
                                : tr("Provider and name, such as openai:gpt-5."));
}

/// Bubblewrap has neither runtimes nor images.
void RunOptions::settleSandbox()
{
    const bool containers = m_sandbox->currentIndex() != bubblewrapRow;
    m_runtime->setEnabled(containers);
    m_image->setEnabled(containers);
    m_pull->setEnabled(containers);
    m_runtime->setToolTip(containers ? tr("An OCI runtime that the engine knows; runsc is gVisor.")
                                     : tr("Bubblewrap has no runtimes to choose from."));
    m_image->setToolTip(containers ? tr("The container image that the checks run in.")
                                   : tr("Bubblewrap shows the programs of this machine."));
}

} // namespace vouchsafe
