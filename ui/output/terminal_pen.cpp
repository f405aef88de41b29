#include "ui/output/terminal_pen.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>

namespace vouchsafe {
namespace {

// The palette of xterm: sixteen colours, a cube of six levels a side, then 24 greys.
constexpr std::array<int, 6> cubeLevels{0, 95, 135, 175, 215, 255};
constexpr std::uint32_t cubeStart = 16;
constexpr std::uint32_t greyStart = 232;
constexpr int greys = 24;

std::uint32_t nearestLevel(int value)
{
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < cubeLevels.size(); ++i)
        if (std::abs(cubeLevels[i] - value) < std::abs(cubeLevels[best] - value))
            best = i;
    return best;
}

int distance(std::uint32_t colour, int red, int green, int blue)
{
    const int r = static_cast<int>(colour >> 16U) - red;
    const int g = static_cast<int>((colour >> 8U) & 0xffU) - green;
    const int b = static_cast<int>(colour & 0xffU) - blue;
    return r * r + g * g + b * b;
}

/// Reads the colour behind 38 or 48 at `at` and moves on behind it.
std::optional<std::uint32_t> colourAt(std::span<const SequenceParameter> parameters, std::size_t &at)
{
    std::size_t end = at + 1;
    while (end < parameters.size() && parameters[end].joins)
        ++end;
    const bool joined = end > at + 1;
    const auto value = [&](std::size_t i) { return i < parameters.size() ? parameters[i].value : -1; };
    const int kind = value(at + 1);
    std::size_t first = at + 2;
    const std::size_t count = kind == 5 ? 1 : 3;
    // With colons an identifier of the colour space may stand before the three: 38:2::R:G:B.
    if (joined && kind == 2 && end - first > count)
        ++first;
    if (kind != 5 && kind != 2) {
        at = joined ? end - 1 : std::min(at + 1, parameters.size() - 1);
        return std::nullopt;
    }
    at = joined ? end - 1 : std::min(first + count, parameters.size()) - 1;
    if (joined && first + count > end)
        return std::nullopt;
    const auto level = [&](std::size_t i) { return std::clamp(value(first + i), 0, 255); };
    return kind == 5 ? static_cast<std::uint32_t>(level(0))
                     : nearestPaletteColour(level(0), level(1), level(2));
}

void applyOne(TerminalPen &pen, int number)
{
    const auto unsignedNumber = static_cast<std::uint32_t>(std::max(number, 0));
    if (unsignedNumber >= 30 && unsignedNumber <= 37)
        pen.ink = (unsignedNumber - 30) & 0xfU;
    else if (unsignedNumber >= 90 && unsignedNumber <= 97)
        pen.ink = (unsignedNumber - 90 + 8) & 0xfU;
    else if (unsignedNumber >= 40 && unsignedNumber <= 47)
        pen.paper = (unsignedNumber - 40) & 0xfU;
    else if (unsignedNumber >= 100 && unsignedNumber <= 107)
        pen.paper = (unsignedNumber - 100 + 8) & 0xfU;
    switch (unsignedNumber) {
    case 0:
        pen = {};
        break;
    case 1:
        pen.bold = 1;
        break;
    case 2:
        pen.dim = 1;
        break;
    case 3:
        pen.italic = 1;
        break;
    case 4:
    case 21:
        pen.underline = 1;
        break;
    case 7:
        pen.reverse = 1;
        break;
    case 9:
        pen.strike = 1;
        break;
    case 22:
        pen.bold = pen.dim = 0;
        break;
    case 23:
        pen.italic = 0;
        break;
    case 24:
        pen.underline = 0;
        break;
    case 27:
        pen.reverse = 0;
        break;
    case 29:
        pen.strike = 0;
        break;
    case 39:
        pen.ink = TerminalPen::plain;
        break;
    case 49:
        pen.paper = TerminalPen::plain;
        break;
    default: // concealed text (8) above all: nothing is hidden
        break;
    }
}

} // namespace

std::uint32_t paletteColour(std::uint32_t number)
{
    if (number >= greyStart) {
        const std::uint32_t grey = 8 + 10 * (std::min(number, 255U) - greyStart);
        return grey << 16U | grey << 8U | grey;
    }
    const std::uint32_t cube = number < cubeStart ? 0 : number - cubeStart;
    const auto level = [](std::uint32_t i) { return static_cast<std::uint32_t>(cubeLevels.at(i % 6)); };
    return level(cube / 36) << 16U | level(cube / 6) << 8U | level(cube);
}

std::uint32_t nearestPaletteColour(int red, int green, int blue)
{
    const std::uint32_t cube =
        cubeStart + 36 * nearestLevel(red) + 6 * nearestLevel(green) + nearestLevel(blue);
    const int mean = (red + green + blue) / 3;
    const std::uint32_t grey =
        greyStart + static_cast<std::uint32_t>(std::clamp((mean - 3) / 10, 0, greys - 1));
    return distance(paletteColour(grey), red, green, blue) < distance(paletteColour(cube), red, green, blue)
               ? grey
               : cube;
}

TerminalPen penAfter(TerminalPen pen, std::span<const SequenceParameter> parameters)
{
    if (parameters.empty())
        return {};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const int number = parameters[i].value;
        if (parameters[i].joins)
            continue; // belongs to a number that takes nothing behind a colon
        if (number == 38 || number == 48) {
            const auto colour = colourAt(parameters, i);
            if (colour && number == 38)
                pen.ink = *colour & 0x1ffU;
            else if (colour)
                pen.paper = *colour & 0x1ffU;
        } else if (number == 4 && i + 1 < parameters.size() && parameters[i + 1].joins) {
            pen.underline = parameters[i + 1].value > 0 ? 1 : 0; // 4:0 none, 4:3 curly
        } else {
            applyOne(pen, number);
        }
    }
    return pen;
}

} // namespace vouchsafe
