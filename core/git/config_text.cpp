#include "core/git/config_text.h"

#include "core/base/text.h"

#include <cctype>

namespace vouchsafe {
namespace {

/// Walks over the text once; every function leaves `m_at` behind what it took.
class ConfigReader {
public:
    explicit ConfigReader(std::string_view text) : m_text(text) {}

    std::vector<ConfigSetting> read()
    {
        if (m_text.starts_with("\xef\xbb\xbf"))
            m_at = 3;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (std::isspace(static_cast<unsigned char>(c)))
                ++m_at;
            else if (c == '#' || c == ';')
                skipLine();
            else if (c == '[')
                readHeader();
            else if (std::isalpha(static_cast<unsigned char>(c)))
                readSetting();
            else
                skipLine();
        }
        return std::move(m_settings);
    }

private:
    bool more() const { return m_at < m_text.size(); }
    void skipLine()
    {
        while (more() && m_text[m_at] != '\n')
            ++m_at;
    }
    void readHeader()
    {
        m_section.clear();
        m_subsection.clear();
        for (++m_at; more() && m_text[m_at] != ']' && m_text[m_at] != '"' && m_text[m_at] != '\n'; ++m_at)
            if (!std::isspace(static_cast<unsigned char>(m_text[m_at])))
                m_section += m_text[m_at];
        m_section = lowerAscii(m_section);
        if (more() && m_text[m_at] == '"') {
            for (++m_at; more() && m_text[m_at] != '"' && m_text[m_at] != '\n'; ++m_at) {
                if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                    ++m_at;
                m_subsection += m_text[m_at];
            }
            while (more() && m_text[m_at] != ']' && m_text[m_at] != '\n')
                ++m_at;
        } else if (const std::size_t dot = m_section.find('.'); dot != std::string::npos) {
            m_subsection = m_section.substr(dot + 1);
            m_section.resize(dot);
        }
        if (more() && m_text[m_at] == ']')
            ++m_at;
    }
    void readSetting()
    {
        std::string key;
        while (more() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '-'))
            key += m_text[m_at++];
        while (more() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
        std::string value;
        if (more() && m_text[m_at] == '=') {
            ++m_at;
            value = readValue();
        } else {
            skipLine();
        }
        m_settings.push_back({m_section, m_subsection, lowerAscii(key), std::move(value)});
    }
    std::string readValue()
    {
        std::string value;
        std::size_t keep = 0; // blanks behind this length are not part of the value
        bool quoted = false;
        while (more() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
        for (; more() && m_text[m_at] != '\n'; ++m_at) {
            const char c = m_text[m_at];
            if (c == '"') {
                quoted = !quoted;
                keep = value.size();
            } else if (!quoted && (c == '#' || c == ';')) {
                skipLine();
                break;
            } else if (c == '\\' && m_at + 1 < m_text.size()) {
                takeEscape(value);
                keep = value.size();
            } else if (c != '\r' || (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n')) {
                value += c;
                if (quoted || (c != ' ' && c != '\t'))
                    keep = value.size();
            }
        }
        value.resize(keep);
        return value;
    }
    void takeEscape(std::string &value)
    {
        if (m_text.substr(m_at + 1).starts_with("\r\n"))
            ++m_at;
        const char c = m_text[++m_at];
        if (c == 'n')
            value += '\n';
        else if (c == 't')
            value += '\t';
        else if (c == 'b')
            value += '\b';
        else if (c != '\n')
            value += c;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_section;
    std::string m_subsection;
    std::vector<ConfigSetting> m_settings;
};

} // namespace

std::vector<ConfigSetting> configSettings(std::string_view text)
{
    return ConfigReader(text).read();
}

} // namespace vouchsafe
