#include "core/verify/reports/junit.h"

#include "core/base/text.h"

#include <QByteArray>
#include <QXmlStreamReader>

#include <cmath>
#include <unordered_map>

namespace vouchsafe {
namespace {

constexpr int deepestNesting = 64;

Failure broken(std::string reason)
{
    return fail(ErrorCode::Evidence, "the test report cannot be used: " + std::move(reason),
                "reading JUnit XML");
}

std::string attribute(const QXmlStreamAttributes &attributes, QLatin1String name)
{
    return attributes.value(name).toString().toStdString();
}

std::chrono::milliseconds duration(const QXmlStreamAttributes &attributes)
{
    bool ok = false;
    const double seconds = attributes.value(QLatin1String("time")).toDouble(&ok);
    if (!ok || !std::isfinite(seconds) || seconds < 0 || seconds > 1e6)
        return std::chrono::milliseconds{0};
    return std::chrono::milliseconds{static_cast<long long>(std::llround(seconds * 1000))};
}

/// pytest: `tests/test_x.py` and `tests.test_x.TestA.TestB` make `tests/test_x.py::TestA::TestB::name`; a
/// file that could not be collected is the file alone.
std::string pytestId(const std::string &file, const std::string &classname, const std::string &name)
{
    std::string module = file.ends_with(".py") ? file.substr(0, file.size() - 3) : file;
    module = replaceAll(module, "/", ".");
    if (classname.empty() && name == module)
        return file;
    std::string classes;
    if (classname.size() > module.size() && classname.starts_with(module + "."))
        classes = replaceAll(classname.substr(module.size() + 1), ".", "::") + "::";
    else if (file.empty() && !classname.empty())
        return classname + "::" + name;
    return file + "::" + classes + name;
}

std::string idOf(const QXmlStreamAttributes &attributes, ReportIds ids)
{
    const std::string file = attribute(attributes, QLatin1String("file"));
    const std::string classname = attribute(attributes, QLatin1String("classname"));
    const std::string name = attribute(attributes, QLatin1String("name"));
    if (ids == ReportIds::Name)
        return name;
    if (ids == ReportIds::Pytest)
        return pytestId(file, classname, name);
    std::string id = file;
    for (const std::string *part : {&classname, &name})
        if (!part->empty())
            id += (id.empty() ? "" : "::") + *part;
    return id;
}

/// The worst of what one test case holds wins; an expected failure is neither.
int rank(TestStatus status)
{
    switch (status) {
    case TestStatus::Passed:
        return 0;
    case TestStatus::Skipped:
        return 1;
    case TestStatus::ExpectedFailure:
        return 2;
    case TestStatus::Failed:
        return 3;
    case TestStatus::Error:
        return 4;
    }
    return 4;
}

class Reader {
public:
    Reader(std::string_view bytes, ReportIds ids)
        : m_xml(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))), m_ids(ids)
    {
        m_xml.setEntityExpansionLimit(0);
    }

    Result<std::vector<TestCase>> read();

private:
    Status start();
    void finishCase();
    void outcome(TestStatus status, const QXmlStreamAttributes &attributes);

    QXmlStreamReader m_xml;
    ReportIds m_ids;
    std::vector<TestCase> m_tests;
    std::unordered_map<std::string, int> m_seen;
    TestCase m_case;
    bool m_inCase = false;
    bool m_takesText = false;
    std::string m_text;
    int m_depth = 0;
};

Result<std::vector<TestCase>> Reader::read()
{
    bool any = false;
    while (!m_xml.atEnd()) {
        switch (m_xml.readNext()) {
        case QXmlStreamReader::DTD:
        case QXmlStreamReader::EntityReference:
            return broken("it declares a document type");
        case QXmlStreamReader::StartElement:
            if (!any && m_xml.name() != QLatin1String("testsuites") &&
                m_xml.name() != QLatin1String("testsuite"))
                return broken("its root is not a test suite");
            any = true;
            if (const Status started = start(); !started)
                return Failure(started.error());
            break;
        case QXmlStreamReader::EndElement:
            --m_depth;
            if (m_xml.name() == QLatin1String("testcase"))
                finishCase();
            else if (m_takesText && m_xml.name() != QLatin1String("system-out")) {
                m_takesText = false;
                m_case.message += m_text;
            }
            break;
        case QXmlStreamReader::Characters:
            if (m_takesText && m_text.size() < 4 * longestMessage)
                m_text += m_xml.text().toString().toStdString();
            break;
        default:
            break;
        }
    }
    if (m_xml.hasError())
        return broken(m_xml.errorString().toStdString() + " in line " + std::to_string(m_xml.lineNumber()));
    return any ? Result<std::vector<TestCase>>(std::move(m_tests)) : broken("it is empty");
}

Status Reader::start()
{
    if (++m_depth > deepestNesting)
        return broken("its elements are nested too deep");
    const auto name = m_xml.name();
    const auto attributes = m_xml.attributes();
    if (name == QLatin1String("testcase")) {
        if (m_tests.size() >= mostReportedTests)
            return broken("it names too many tests");
        m_inCase = true;
        m_case = TestCase{idOf(attributes, m_ids),
                          TestStatus::Passed,
                          duration(attributes),
                          {},
                          attribute(attributes, QLatin1String("file")),
                          attributes.value(QLatin1String("line")).toInt()};
        const auto status = attributes.value(QLatin1String("status")); // ctest's
        if (status == QLatin1String("disabled") || status == QLatin1String("notrun"))
            m_case.status = TestStatus::Skipped;
        else if (status == QLatin1String("fail"))
            m_case.status = TestStatus::Failed;
        return {};
    }
    if (!m_inCase)
        return {};
    if (name == QLatin1String("failure"))
        outcome(TestStatus::Failed, attributes);
    else if (name == QLatin1String("error"))
        outcome(TestStatus::Error, attributes);
    else if (name == QLatin1String("skipped")) {
        const auto type = attributes.value(QLatin1String("type"));
        const bool expected = type == QLatin1String("pytest.xfail") || type == QLatin1String("todo");
        outcome(expected ? TestStatus::ExpectedFailure : TestStatus::Skipped, attributes);
    }
    return {};
}

void Reader::outcome(TestStatus status, const QXmlStreamAttributes &attributes)
{
    if (rank(status) > rank(m_case.status))
        m_case.status = status;
    // The message comes first and the traceback below it, as most runners print a failure.
    const std::string type = attribute(attributes, QLatin1String("type"));
    const std::string message = attribute(attributes, QLatin1String("message"));
    if (!m_case.message.empty())
        m_case.message += "\n";
    if (!type.empty() && !type.starts_with("pytest."))
        m_case.message += type + ": ";
    if (!message.empty())
        m_case.message += message + "\n";
    m_text.clear();
    m_takesText = true;
}

void Reader::finishCase()
{
    m_inCase = false;
    m_takesText = false;
    if (m_case.status == TestStatus::Passed)
        m_case.message.clear();
    m_case.message = elided(trimmed(m_case.message), longestMessage / 2, longestMessage / 2);
    // pytest writes a test that passed and then failed in teardown twice: once as it was, once as an error.
    if (m_ids == ReportIds::Pytest && !m_tests.empty() && m_tests.back().id == m_case.id) {
        if (rank(m_case.status) > rank(m_tests.back().status))
            m_tests.back() = std::move(m_case);
        return;
    }
    if (const int count = ++m_seen[m_case.id]; count > 1)
        m_case.id += "#" + std::to_string(count);
    m_tests.push_back(std::move(m_case));
}

} // namespace

Result<std::vector<TestCase>> readJunit(std::string_view xml, ReportIds ids)
{
    if (xml.size() > largestReport)
        return broken("it is larger than 64 MiB");
    return Reader(xml, ids).read();
}

} // namespace vouchsafe
