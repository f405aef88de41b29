#pragma once
// What this program and its helper inside a sandbox say to each other; included by both.
//
// The helper `vouchsafe-inside` is one static executable without dependencies, shown read-only at
// insideProgramPath, so that an image without a shell, with another libc or with an entrypoint that hangs can
// be used. Its verbs:
//   run          process 1 of a container: reads frames, becomes ready, starts the command, reaps, ends with
//   its
//                status. It cannot be traced (not dumpable), so nothing inside forges that status.
//   hold         the same reading of frames, then *becomes* the command by exec (where another program is
//                process 1)
//   probe        prints what it sees and which forbidden acts were refused, `name value` a line
//   pack ROOT    writes what a workspace holds as frames to stdout
//   relay PORT   accepts on 127.0.0.1:PORT and carries the connections over stdin and stdout
//
// A frame is one byte of kind, a length of 4 bytes (little endian) and that many bytes. Numbers in bodies are
// little endian, 4 bytes; texts in bodies have their length before them in the same form.

#include <cstdint>

namespace vouchsafe::inside {

inline constexpr const char *programPath = "/vouchsafe/tools/inside"; // below core/ports' insideTools
inline constexpr std::uint32_t longestFrame = 1U << 20;               // longer content comes in several

enum class Kind : char {
    // to `run` and `hold`
    Nonce = 'N',   // text: marks the helper's own words on stderr; nothing else inside learns it
    File = 'F',    // mode, path (absolute), bytes: made or replaced; more bytes by Append; 0120000: a link
    Append = 'A',  // bytes for the file before
    Folder = 'D',  // mode, path
    Remove = 'R',  // path
    Mark = 'M',    // path: what changes below it from now on counts as written by a run
    Command = 'C', // flags, working folder, count of words, words, count of variables, variables `NAME=value`
    Quit = 'Q',    // ends with status 0 without a command (a volume was filled)
    // from `run`, `hold` and `pack`, on stdout before the command starts
    Ready = 'Y', // empty: all frames before were done
    // from `pack`: File, Append, Folder, and
    Present = 'P', // path that is there and unchanged
    Other = 'O',   // path, word: `socket`, `fifo`, `device`
    End = 'E',     // empty: nothing is missing
    // `relay`, both ways; the body begins with the number of the connection
    Open = 'o', // from the relay
    Bytes = 'b',
    Close = 'c',
};

/// Flags of Command.
inline constexpr std::uint32_t flagChannel = 1; // stdin is the command's; else it is a line to life: at its
                                                // end everything inside is killed
inline constexpr std::uint32_t flagReady = 2; // say Ready before the command is started, then wait for Go
inline constexpr char go = 'G';               // a frame without body that lets a ready command start

// The last words of `run` on stderr: "\n<nonce> exit 3 pids 0 oom 0\n" or "<nonce> signal 9 …", or
// "<nonce> failed ENOENT" where the command could not be started. `pids` counts refused forks, `oom` kills
// for memory, both -1 where the kernel does not tell inside.

} // namespace vouchsafe::inside
