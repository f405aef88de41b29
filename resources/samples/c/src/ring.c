#include "ring.h"

#include <stdlib.h>
#include <string.h>

struct ring {
    char **lines;
    size_t capacity;
    size_t count;
    size_t oldest;
    size_t dropped;
};

ring *ring_new(size_t capacity)
{
    if (capacity == 0)
        return NULL;
    ring *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->lines = calloc(capacity, sizeof *r->lines);
    if (r->lines == NULL) {
        free(r);
        return NULL;
    }
    r->capacity = capacity;
    return r;
}

void ring_free(ring *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->capacity; ++i)
        free(r->lines[i]);
    free(r->lines);
    free(r);
}

bool ring_push(ring *r, const char *line, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    const size_t slot = (r->oldest + r->count) % r->capacity;
    free(r->lines[slot]);
    r->lines[slot] = copy;
    if (r->count < r->capacity) {
        ++r->count;
    } else {
        r->oldest = (r->oldest + 1) % r->capacity;
        ++r->dropped;
    }
    return true;
}

size_t ring_count(const ring *r)
{
    return r->count;
}

const char *ring_get(const ring *r, size_t index)
{
    if (index > r->count)
        return NULL;
    return r->lines[(r->oldest + index) % r->capacity];
}

size_t ring_dropped(const ring *r)
{
    return r->dropped;
}
