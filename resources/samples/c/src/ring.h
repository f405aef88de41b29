#pragma once
// The newest lines of a stream, as many as the ring has room for.

#include <stdbool.h>
#include <stddef.h>

typedef struct ring ring;

/// NULL where there is no memory, or for a capacity of 0.
ring *ring_new(size_t capacity);
void ring_free(ring *r);

/// Copies the line. A full ring drops its oldest one. False where there is no memory; the ring stays as it
/// was.
bool ring_push(ring *r, const char *line, size_t length);

size_t ring_count(const ring *r);

/// Line number `index` counted from the oldest, which is 0; NULL where there is none. Owned by the ring.
const char *ring_get(const ring *r, size_t index);

/// How many lines were dropped so far.
size_t ring_dropped(const ring *r);
