#pragma once
// Splits the bytes of an output into text, controls and escape sequences, wherever they are cut.

#include "ui/output/terminal_pen.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace vouchsafe {

/// What an output asks of a terminal. Strings (OSC, DCS, APC, PM, SOS) are not among it: nobody wants them.
class TerminalActs {
public:
    virtual ~TerminalActs() = default;
    virtual void write(std::string_view ascii) = 0; ///< printable, without controls
    virtual void write(char32_t character) = 0;     ///< beyond ASCII; U+FFFD for what is not UTF-8
    virtual void control(char c) = 0;               ///< below U+0020
    virtual void escape(char last) = 0;             ///< `ESC last`
    virtual void sequence(std::span<const SequenceParameter> parameters, char last) = 0; ///< `CSI … last`
};

/// After ECMA-48 and the state diagram that VT500 terminals follow, with three differences so that nothing in
/// an output can hide what comes behind it: a line feed ends every sequence, so does a length that no honest
/// one has, and 8-bit controls are no controls, since bytes from 0x80 belong to UTF-8.
/// Written here because libvterm 0.1.4 writes past its array at the 17th parameter of a control sequence.
class EscapeReader {
public:
    explicit EscapeReader(TerminalActs &acts) : m_acts(acts) {}

    void read(std::string_view bytes);
    void finish(); ///< a character that was cut becomes U+FFFD, a sequence that was cut is dropped

private:
    enum class Place { Ground, Escape, EscapeMore, Sequence, String, StringEscape };

    std::size_t readGround(std::string_view bytes);
    void readSpecial(char c);
    void readUtf8(unsigned char byte);
    void dropPartial();
    void readEscape(char c);
    void readSequence(char c);
    void readString(char c);
    void endSequence(char last);
    void to(Place place);

    TerminalActs &m_acts;
    Place m_place = Place::Ground;
    std::size_t m_length = 0; ///< of the sequence that is being read
    std::array<SequenceParameter, 32> m_parameters{};
    std::size_t m_count = 0;
    bool m_ours = true; ///< a sequence without private marks and intermediate bytes

    char32_t m_partial = 0; ///< a character of UTF-8 whose end is not there yet
    int m_missing = 0;
    unsigned char m_lowest = 0x80; ///< that the next of its bytes may be
    unsigned char m_highest = 0xbf;
};

} // namespace vouchsafe
