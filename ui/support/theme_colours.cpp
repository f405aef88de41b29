#include "ui/support/theme.h"

#include <algorithm>
#include <cmath>

namespace vouchsafe {
namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

template <std::size_t Count>
std::array<QColor, Count> row(const std::array<QRgb, Count> &values)
{
    std::array<QColor, Count> colours;
    std::transform(values.begin(), values.end(), colours.begin(), rgb);
    return colours;
}

// The order of SyntaxRole: plain, keyword, string, escape, number, constant, comment, function, type,
// property, parameter, operator, preprocessor. Each is readable on every paper of a diff.
ThemeColours lightColours()
{
    return {
        .dark = false,
        .paper = rgb(0xffffff),
        .ink = rgb(0x1f2328),
        .dimmed = rgb(0x57606a),
        .margin = rgb(0xf6f7f9),
        .rule = rgb(0xd3d7dd),
        .caretLine = rgb(0xf1f5fa),
        .selection = rgb(0xcfe2fc),
        .filler = rgb(0xf1f2f5),
        .added = rgb(0xe6f6e9),
        .addedWord = rgb(0xb4e8bf),
        .removed = rgb(0xfdecec),
        .removedWord = rgb(0xfac7c7),
        .good = rgb(0x17702f),
        .bad = rgb(0xb3261e),
        .warning = rgb(0x7d5200),
        .accent = rgb(0x0b57b8),
        .syntax = row<syntaxRoles>({0x1f2328, 0x7a2a9e, 0x0a5c33, 0x8a4100, 0x0a4fa8, 0x0a4fa8, 0x505a64,
                                    0x5a3d00, 0x005a66, 0x26457a, 0x5c3030, 0x434b54, 0x80280f}),
        .terminal =
            row<16>({0x24292f, 0xb3261e, 0x17702f, 0x7d5200, 0x0b57b8, 0x8a2a86, 0x00636e, 0x57606a, //
                     0x4b535c, 0xcf222e, 0x1a7f37, 0x8a5c00, 0x0969da, 0xa5379f, 0x0b6e7a, 0x3d444d}),
    };
}

ThemeColours darkColours()
{
    return {
        .dark = true,
        .paper = rgb(0x1b1e23),
        .ink = rgb(0xdfe3e8),
        .dimmed = rgb(0xa0a9b4),
        .margin = rgb(0x20242a),
        .rule = rgb(0x3a414a),
        .caretLine = rgb(0x242a31),
        .selection = rgb(0x2c4467),
        .filler = rgb(0x23272d),
        .added = rgb(0x1c3325),
        .addedWord = rgb(0x27502f),
        .removed = rgb(0x3a2327),
        .removedWord = rgb(0x642e34),
        .good = rgb(0x6cc784),
        .bad = rgb(0xff8f85),
        .warning = rgb(0xe3b341),
        .accent = rgb(0x7ab7ff),
        .syntax = row<syntaxRoles>({0xdfe3e8, 0xd6a6f0, 0xa5d6a0, 0xf0b37e, 0x9ccbff, 0x9ccbff, 0xb0b8c1,
                                    0xf0d58c, 0x83d5dd, 0xb9cdf0, 0xecbfb6, 0xc6cdd5, 0xffb199}),
        .terminal =
            row<16>({0x8b949e, 0xff8f85, 0x6cc784, 0xe3b341, 0x7ab7ff, 0xdd9fe6, 0x6fd0da, 0xc6cdd5, //
                     0xa0a9b4, 0xffaba3, 0x8fdca2, 0xf0cf74, 0xa3ceff, 0xebbdf1, 0x97e0e8, 0xf0f3f6}),
    };
}

/// The palette's own colours, from the window's background to its shadows.
struct Surfaces {
    QRgb window, base, alternate, button, light, midlight, mid, dark, shadow, text, disabled, placeholder;
    QRgb highlight, highlightedText, tip, visited;
};

constexpr Surfaces lightSurfaces{.window = 0xf2f3f5,
                                 .base = 0xffffff,
                                 .alternate = 0xf7f8fa,
                                 .button = 0xf9fafb,
                                 .light = 0xffffff,
                                 .midlight = 0xe9ebee,
                                 .mid = 0xc4c9d0,
                                 .dark = 0xa3a9b1,
                                 .shadow = 0x6e757e,
                                 .text = 0x1f2328,
                                 .disabled = 0x7a828c,
                                 .placeholder = 0x636c76,
                                 .highlight = 0x0b57b8,
                                 .highlightedText = 0xffffff,
                                 .tip = 0xffffff,
                                 .visited = 0x7a2a9e};

constexpr Surfaces darkSurfaces{.window = 0x24282e,
                                .base = 0x1b1e23,
                                .alternate = 0x202429,
                                .button = 0x2e333a,
                                .light = 0x434a53,
                                .midlight = 0x383e46,
                                .mid = 0x1f2328,
                                .dark = 0x15181c,
                                .shadow = 0x0c0e10,
                                .text = 0xdfe3e8,
                                .disabled = 0x868e98,
                                .placeholder = 0x98a1ac,
                                .highlight = 0x2b5c9e,
                                .highlightedText = 0xffffff,
                                .tip = 0x30363e,
                                .visited = 0xd6a6f0};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

} // namespace

const ThemeColours &themeColours(bool dark)
{
    static const ThemeColours light = lightColours();
    static const ThemeColours night = darkColours();
    return dark ? night : light;
}

QPalette themePalette(bool dark)
{
    const Surfaces &surfaces = dark ? darkSurfaces : lightSurfaces;
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, QRgb value) { palette.setColor(role, rgb(value)); };
    set(QPalette::Window, surfaces.window);
    set(QPalette::Base, surfaces.base);
    set(QPalette::AlternateBase, surfaces.alternate);
    set(QPalette::Button, surfaces.button);
    set(QPalette::Light, surfaces.light);
    set(QPalette::Midlight, surfaces.midlight);
    set(QPalette::Mid, surfaces.mid);
    set(QPalette::Dark, surfaces.dark);
    set(QPalette::Shadow, surfaces.shadow);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                                           QPalette::BrightText, QPalette::ToolTipText})
        set(role, surfaces.text);
    set(QPalette::PlaceholderText, surfaces.placeholder);
    set(QPalette::Highlight, surfaces.highlight);
    set(QPalette::HighlightedText, surfaces.highlightedText);
    set(QPalette::ToolTipBase, surfaces.tip);
    palette.setColor(QPalette::Link, themeColours(dark).accent);
    set(QPalette::LinkVisited, surfaces.visited);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        palette.setColor(QPalette::Disabled, role, rgb(surfaces.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, rgb(surfaces.mid));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, rgb(surfaces.text));
    palette.setColor(QPalette::Disabled, QPalette::Base, rgb(surfaces.window));
    return palette;
}

// WCAG 2, relative luminance and contrast ratio.
double contrast(const QColor &one, const QColor &other)
{
    const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace vouchsafe
