#include "lines.h"
#include "ring.h"

#include <stdio.h>
#include <stdlib.h>

static bool into_ring(void *context, const char *line, size_t length)
{
    return ring_push(context, line, length);
}

int main(int argc, char **argv)
{
    const long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    if (argc > 2 || wanted <= 0) {
        fprintf(stderr, "usage: tailring [LINES] < FILE\n");
        return 2;
    }
    ring *r = ring_new((size_t)wanted);
    if (r == NULL) {
        fprintf(stderr, "tailring: no memory for %ld lines\n", wanted);
        return 1;
    }
    line_reader reader;
    lines_begin(&reader, into_ring, r);
    char chunk[8192];
    size_t count;
    bool fine = true;
    while (fine && (count = fread(chunk, 1, sizeof chunk, stdin)) > 0)
        fine = lines_feed(&reader, chunk, count);
    fine = lines_end(&reader) && fine;
    for (size_t i = 0; i < ring_count(r); ++i)
        puts(ring_get(r, i));
    ring_free(r);
    return fine ? 0 : 1;
}
