#include "core/index/traceback.h"

#include "core/base/text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace vouchsafe {

namespace {

/// One way of printing a frame. Named groups: p path, l line, f function, t type, m message.
struct FrameFormat {
    QRegularExpression pattern;
    bool innermostFirst;
};

const std::array<FrameFormat, 8> &frameFormats()
{
    static const std::array<FrameFormat, 8> formats{{
        // Python: `  File "a.py", line 3, in f`
        {QRegularExpression(
             QStringLiteral("^\\s*File \"(?<p>[^\"]+)\", line (?<l>\\d+)(?:, in (?<f>\\S.*))?$")),
         false},
        // pytest: `a.py:3: in f`, `a.py:3: KeyError`
        {QRegularExpression(
             QStringLiteral("^(?<p>[^\\s:][^:]*\\.py):(?<l>\\d+): (?:in (?<f>\\S+)|(?<t>[A-Z]\\w*))?\\s*$")),
         false},
        // Node: `    at f (/a/b.js:3:7)`, `    at /a/b.js:3:7`
        {QRegularExpression(QStringLiteral("^\\s*at (?:async )?(?:(?<f>[^()]+?) "
                                           "\\()?(?:file://)?(?<p>[^():\\s][^():]*):(?<l>\\d+):\\d+\\)?$")),
         true},
        // Rust: `thread 'main' panicked at src/a.rs:3:7:`, before 1.73 `panicked at 'message', src/a.rs:3:7`
        {QRegularExpression(
             QStringLiteral("panicked at (?:'(?<m>.*)', )?(?<p>[^\\s:']+\\.rs):(?<l>\\d+):\\d+")),
         true},
        {QRegularExpression(QStringLiteral("^\\s+at (?<p>\\S+\\.rs):(?<l>\\d+)(?::\\d+)?$")), true},
        // Go: a tab, `/a/b.go:3 +0x1d`; of a failed test `    b_test.go:3: message`
        {QRegularExpression(QStringLiteral("^\\s+(?<p>[^\\s:]+\\.go):(?<l>\\d+)(?: \\+0x[0-9a-f]+)?$")),
         true},
        {QRegularExpression(QStringLiteral("^\\s+(?<p>[^\\s:/]+_test\\.go):(?<l>\\d+): (?<m>.*)$")), true},
        // gdb and the sanitizers: `#0 0x4f in f(int) /a/b.c:3:7`, `#1 f (x=1) at b.c:3`
        {QRegularExpression(QStringLiteral("^\\s*#\\d+\\s+(?:0x[0-9a-f]+ )?(?:in )?(?<f>[\\w:~]+).*?(?: at "
                                           "|\\s)(?<p>[^\\s:()]+\\.(?:c|cc|cpp|cxx|h|hh|hpp)):(?<l>\\d+)")),
         true},
    }};
    return formats;
}

/// `KeyError: 'x'`, `E   ValueError: bad`, `TypeError: x is not a function`
const QRegularExpression &raisedPattern()
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:E\\s+)?(?<t>[A-Za-z_][\\w.]*(?:Error|Exception|Warning|Interrupt|Exit|Panic))(?:: (?<m>.*))?$"));
    return pattern;
}

std::string group(const QRegularExpressionMatch &match, const char *name)
{
    return match.captured(QString::fromLatin1(name)).trimmed().toStdString();
}

/// A line of a trace that holds no frame: the heading, the source line below a frame, Go's function lines.
bool isTraceNoise(std::string_view line, bool afterFrame)
{
    if (line.starts_with("Traceback (most recent call last)") || line.starts_with("goroutine ") ||
        line.starts_with("stack backtrace:"))
        return true;
    const bool indented = line.starts_with("    ") || line.starts_with(">");
    return afterFrame && indented;
}

class TraceReader {
public:
    TracedText read(std::string_view text)
    {
        constexpr std::size_t mostLines = 4000;
        const std::vector<std::string_view> lines = splitLines(text);
        for (std::size_t at = 0; at < lines.size(); ++at) {
            std::string_view line = lines[at];
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            if (at + mostLines < lines.size() || !takeLine(line))
                m_found.prose.append(line).append("\n");
        }
        closeTrace();
        return std::move(m_found);
    }

private:
    bool takeLine(std::string_view line)
    {
        if (line.size() > 1000)
            return false;
        const QString words = QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
        for (const FrameFormat &format : frameFormats()) {
            const QRegularExpressionMatch match = format.pattern.match(words);
            if (!match.hasMatch())
                continue;
            addFrame(match, format.innermostFirst);
            m_afterFrame = true;
            return true;
        }
        if (const QRegularExpressionMatch match = raisedPattern().match(words); match.hasMatch()) {
            m_trace.type = group(match, "t");
            m_trace.message = group(match, "m");
            m_found.prose += m_trace.message + '\n';
            // Node prints the error before its frames, the others after them.
            if (!m_trace.frames.empty() && !m_innermostFirst)
                closeTrace();
            return true;
        }
        const bool noise = isTraceNoise(line, m_afterFrame);
        m_function = line;
        if (!noise) {
            if (m_afterFrame && m_innermostFirst && trimmed(line).empty())
                closeTrace();
            m_afterFrame = false;
        }
        return noise;
    }

    void addFrame(const QRegularExpressionMatch &match, bool innermostFirst)
    {
        if (!m_trace.frames.empty() && innermostFirst != m_innermostFirst)
            closeTrace();
        m_innermostFirst = innermostFirst;
        Frame frame{group(match, "p"), match.captured(QStringLiteral("l")).toInt(), group(match, "f")};
        // Go names the function on the line before.
        if (frame.function.empty() && frame.path.ends_with(".go"))
            frame.function = m_function.substr(0, m_function.rfind('('));
        if (const std::string type = group(match, "t"); !type.empty())
            m_trace.type = type;
        if (const std::string message = group(match, "m"); !message.empty()) {
            m_trace.message = message;
            m_found.prose += message + '\n';
        }
        m_trace.frames.push_back(std::move(frame));
    }

    void closeTrace()
    {
        if (!m_innermostFirst)
            std::reverse(m_trace.frames.begin(), m_trace.frames.end());
        if (!m_trace.frames.empty())
            m_found.traces.push_back(std::move(m_trace));
        m_trace = {};
    }

    TracedText m_found;
    Trace m_trace;
    bool m_innermostFirst = false;
    bool m_afterFrame = false;
    std::string m_function;
};

} // namespace

TracedText readTraces(std::string_view text)
{
    return TraceReader().read(text);
}

} // namespace vouchsafe
