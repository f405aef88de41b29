#pragma once
// Cuts a stream that comes in chunks into lines.

#include <stdbool.h>
#include <stddef.h>

/// Called once per line, without its line feed. Returning false ends the reading.
typedef bool (*line_sink)(void *context, const char *line, size_t length);

typedef struct {
    char *pending; ///< the start of a line whose end has not come yet
    size_t length;
    size_t room;
    line_sink sink;
    void *context;
} line_reader;

void lines_begin(line_reader *reader, line_sink sink, void *context);
/// False where the sink ended the reading or there is no memory.
bool lines_feed(line_reader *reader, const char *chunk, size_t length);
/// Hands over a last line without a line feed and frees what the reader holds.
bool lines_end(line_reader *reader);
