#include "ui/support/safe_text.h"

#include <QList>
#include <QStringDecoder>
#include <QTextBoundaryFinder>

namespace vouchsafe {
namespace {

QString codePointMark(char32_t codePoint)
{
    return QStringLiteral("⟨U+%1⟩").arg(static_cast<unsigned>(codePoint), 4, 16, QLatin1Char('0')).toUpper();
}

bool isControl(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

} // namespace

bool isDeceptive(char32_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           c == 0x00ad || c == 0x034f || c == 0x061c || c == 0x180e || c == 0xfeff ||
           (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff) || c == 0x115f || c == 0x1160 ||
           c == 0x3164 || c == 0xffa0;
}

QString safeCharacter(char32_t c)
{
    if (c < 0x20)
        return QChar(static_cast<char16_t>(0x2400 + c)); // the control pictures of Unicode
    if (c == 0x7f)
        return QChar(u'\u2421');
    if (isControl(c) || isDeceptive(c))
        return codePointMark(c);
    return QString::fromUcs4(&c, 1);
}

QString safeText(std::string_view bytes, Lines lines)
{
    // QString::fromUtf8 drops a byte order mark at the start instead of showing that it is there.
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder.decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    QString safe;
    safe.reserve(text.size());
    for (const char32_t c : text.toUcs4()) {
        const bool kept = lines == Lines::Keep && (c == U'\n' || c == U'\t');
        if (kept || (!isControl(c) && !isDeceptive(c)))
            safe += QString::fromUcs4(&c, 1);
        else
            safe += safeCharacter(c);
    }
    return safe;
}

QString safeLine(std::string_view bytes, int most)
{
    // No mark is shorter than what it stands for, so more bytes than this cannot be needed.
    const QString text = safeText(bytes.substr(0, static_cast<std::size_t>(most) * 8), Lines::Mark);
    if (text.size() <= most)
        return text;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    finder.setPosition(most - 1);
    const qsizetype cut = finder.isAtBoundary() ? most - 1 : finder.toPreviousBoundary();
    return text.left(std::max<qsizetype>(cut, 0)) + QChar(u'\u2026');
}

} // namespace vouchsafe
