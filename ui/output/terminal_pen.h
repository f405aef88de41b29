#pragma once
// How a character of an output is written: the colours and marks that SGR sequences choose.

#include <cstdint>
#include <span>

namespace vouchsafe {

/// Colours are numbers of the palette of 256; RGB is rounded to the nearest of them.
struct TerminalPen {
    static constexpr std::uint32_t plain = 256; ///< the colour of text, or of paper, that nothing chose

    std::uint32_t ink : 9 = plain;
    std::uint32_t paper : 9 = plain;
    std::uint32_t bold : 1 = 0;
    std::uint32_t dim : 1 = 0;
    std::uint32_t italic : 1 = 0;
    std::uint32_t underline : 1 = 0;
    std::uint32_t strike : 1 = 0;
    std::uint32_t reverse : 1 = 0;

    bool operator==(const TerminalPen &) const = default;
};

/// One parameter of a control sequence. `38:5:9` is one group of three, `38;5;9` are three groups.
struct SequenceParameter {
    int value = -1;     ///< -1: left out
    bool joins = false; ///< a colon stands between the one before and this one

    bool operator==(const SequenceParameter &) const = default;
};

/// The pen after `CSI … m`. Unknown numbers change nothing.
TerminalPen penAfter(TerminalPen pen, std::span<const SequenceParameter> parameters);

/// Red, green and blue as 0xRRGGBB of a colour from 16 to 255; those below are the theme's.
std::uint32_t paletteColour(std::uint32_t number);
std::uint32_t nearestPaletteColour(int red, int green, int blue);

} // namespace vouchsafe
