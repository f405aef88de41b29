#pragma once
// What this program and its helper inside a sandbox say to each other; included by both.
//
// The helper `vouchsafe-inside` is one static executable without dependencies, shown read-only at
// programPath, so that an image without a shell, with another libc or with an entrypoint that hangs can be
// used. Its verbs:
//   run [FOLDER…]   process 1 of a container: reads frames from stdin, becomes ready, starts the command,
//                   reaps, ends with its status. It cannot be traced (not dumpable), so nothing inside forges
//                   that status. Files may be laid below these folders only; without any, anywhere.
//   hold [FD]       the same reading of frames (from FD, answers on FD; without: stdin and stdout), then
//                   *becomes* the command by exec (where another program is process 1)
//   probe           prints what it sees and which forbidden acts were refused, `name value` a line
//   pack ROOT [MARK [BYTES [FILES]]]  writes what a workspace holds as frames to stdout: what changed since
//                   MARK (a text that a Mark frame was answered with; without or `-`: everything) whole, the
//                   rest as Present. At most so many bytes and files; status 0 only with End.
//   relay PORT -- CMD…  starts the command, and carries what connects to 127.0.0.1:PORT over stdin and
//   stdout;
//                   speaks lines of its own, see relay_lines.h
//
// A frame is one byte of kind, a length of 4 bytes (little endian) and that many bytes. Numbers in bodies are
// little endian, 4 bytes; texts in bodies have their length before them in the same form. `bytes` are the
// rest of the body, without a length. Paths are absolute, also in what `pack` writes. No path is ever
// followed through a link below the folder that it must stay in, and `..` is refused.

#include <cstdint>

namespace vouchsafe::inside {

inline constexpr const char *programPath = "/vouchsafe/tools/inside"; // below core/ports' insideTools
inline constexpr const char *programName = "inside";                  // in a workspace's tools folder
inline constexpr std::uint32_t longestFrame = 1U << 20;               // longer content comes in several

enum class Kind : char {
    // to `run` and `hold`
    Nonce = 'N',   // bytes: marks the helper's own words on stderr; nothing else inside learns it
    File = 'F',    // mode, path, bytes: made or replaced, with the folders above; more bytes by Append;
                   // 0120000: a link, bytes are its target
    Append = 'A',  // bytes for the file before
    Folder = 'D',  // mode, path
    Remove = 'R',  // path: a file, with the folders that it leaves empty, or a folder with all in it
    Mark = 'M',    // path of a folder: what changes below it from now on counts as written by a run; answered
                   // by a Mark frame of path and text, which `pack` is given
    Command = 'C', // flags, working folder, count of words, words, count of variables, variables `NAME=value`
    Go = 'G',      // empty: lets a ready command start
    Quit = 'Q',    // ends with status 0 without a command (a volume was filled)
    // from `run`, `hold` and `pack`, on stdout before the command starts
    Ready = 'Y',  // empty: all frames before were done
    Failed = 'X', // from `hold FD` alone, in place of last words: errno as a name, step
    // from `pack`: File, Append, Folder, and
    Present = 'P', // path that is there and unchanged. What the host does not know stands in a folder that
                   // was renamed: `pack` of that folder without a mark gives it
    Other = 'O',   // path, word: `socket`, `fifo`, `device`, `limit`, `unreadable`, `deep`
    End = 'E',     // empty: nothing is missing
};

/// Flags of Command.
inline constexpr std::uint32_t flagChannel = 1; // stdin is the command's; else it is a line to life: at its
                                                // end everything inside is killed
inline constexpr std::uint32_t flagReady = 2;   // say Ready before the command is started, then wait for Go
inline constexpr std::uint32_t flagInherit = 4; // the variables are put over the helper's own (those of an
                                                // image); else they are all that there are

// The last words of `run` on stderr: "\n<nonce> exit 3 pids 0 oom 0\n" or "<nonce> signal 9 …", or
// "<nonce> failed ENOENT start" where the command was not started: status 127, and the step is `frame`,
// `file`, `append`, `folder`, `remove`, `mark`, `chdir` or `start`. `pids` counts refused forks, `oom` kills
// for memory, both -1 where the kernel does not tell inside.

} // namespace vouchsafe::inside
