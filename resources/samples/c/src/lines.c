#include "lines.h"

#include <stdlib.h>
#include <string.h>

void lines_begin(line_reader *reader, line_sink sink, void *context)
{
    *reader = (line_reader){.sink = sink, .context = context};
}

static bool keep(line_reader *reader, const char *bytes, size_t length)
{
    if (reader->length + length > reader->room) {
        const size_t room = 2 * (reader->length + length);
        char *grown = realloc(reader->pending, room);
        if (grown == NULL)
            return false;
        reader->pending = grown;
        reader->room = room;
    }
    if (length > 0)
        memcpy(reader->pending + reader->length, bytes, length);
    reader->length += length;
    return true;
}

static bool hand_over(line_reader *reader)
{
    const char *line = reader->length > 0 ? reader->pending : "";
    const bool more = reader->sink(reader->context, line, reader->length);
    reader->length = 0;
    return more;
}

bool lines_feed(line_reader *reader, const char *chunk, size_t length)
{
    while (length > 0) {
        const char *end = memchr(chunk, '\n', length);
        const size_t part = end != NULL ? (size_t)(end - chunk) : length;
        if (!keep(reader, chunk, part))
            return false;
        if (end == NULL)
            return true;
        if (!hand_over(reader))
            return false;
        chunk += part + 1;
        length -= part + 1;
    }
    return true;
}

bool lines_end(line_reader *reader)
{
    const bool fine = reader->length == 0 || hand_over(reader);
    free(reader->pending);
    reader->pending = NULL;
    reader->room = 0;
    reader->length = 0;
    return fine;
}
