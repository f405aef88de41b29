#pragma once
// What `relay` inside and the host's end of it say to each other over a channel; included by both.
//
// Lines, because a channel gives lines: a letter, a blank, the number of a connection, and for some a blank
// and a number or bytes. In bytes a line feed stands as `\n` and a backslash as `\\`.
//
//   o 7            the relay has accepted connection 7; numbers are never used again
//   b 7 BYTES      both ways: what the one side of it wrote, for the other
//   e 7            both ways: that side writes no more
//   c 7            both ways: the connection is gone, whatever was on its way
//   w 7 65536      both ways: so many bytes of it went on to whom they are for
//   1 BYTES        what the command wrote to stdout; 2: to stderr
//   x exit 3       the command has ended: `exit`, `signal`, or `failed` with an errno where it was never
//                  started. The last line of the relay
//
// Of each connection at most relayWindow bytes are on their way in each direction, beyond those that `w` told
// of: so neither end ever stops reading the channel, and one connection that stalls holds up no other. At the
// channel's end the relay kills the command. None of this is evidence: the command can forge all of it.

#include <cstddef>

namespace vouchsafe::inside {

inline constexpr std::size_t relayWindow = std::size_t{256} << 10;
inline constexpr std::size_t relayChunk = std::size_t{32} << 10; ///< bytes in one line, at the most
inline constexpr int relayConnections = 64;                      ///< at one time; more wait to be accepted

/// What stands behind a backslash in place of this byte; 0: the byte stands for itself.
constexpr char relayEscape(char byte)
{
    return byte == '\n' ? 'n' : byte == '\\' ? '\\' : '\0';
}
constexpr char relayUnescape(char escaped)
{
    return escaped == 'n' ? '\n' : escaped;
}

} // namespace vouchsafe::inside
