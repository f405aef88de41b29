// Every test is a function; the program prints one line for each (TAP) and fails if any failed.

#include "lines.h"
#include "ring.h"

#include <stdio.h>
#include <string.h>

static bool failed;

static void expect(bool condition, const char *text, int line)
{
    if (condition)
        return;
    printf("# line %d: %s\n", line, text);
    failed = true;
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

static bool is(const char *text, const char *wanted)
{
    return text != NULL && strcmp(text, wanted) == 0;
}

static ring *filled(size_t capacity, const char *letters)
{
    ring *r = ring_new(capacity);
    for (; *letters != '\0'; ++letters)
        ring_push(r, letters, 1);
    return r;
}

static void ring_without_room_is_refused(void)
{
    EXPECT(ring_new(0) == NULL);
}

static void ring_counts_its_lines(void)
{
    ring *r = filled(4, "ab");
    EXPECT(ring_count(r) == 2);
    EXPECT(is(ring_get(r, 0), "a"));
    EXPECT(is(ring_get(r, 1), "b"));
    ring_free(r);
}

static void full_ring_drops_its_oldest(void)
{
    ring *r = filled(3, "abcde");
    EXPECT(ring_count(r) == 3);
    EXPECT(is(ring_get(r, 0), "c"));
    EXPECT(is(ring_get(r, 2), "e"));
    EXPECT(ring_dropped(r) == 2);
    ring_free(r);
}

static void past_the_newest_there_is_nothing(void)
{
    ring *r = filled(3, "abc");
    EXPECT(is(ring_get(r, 2), "c"));
    EXPECT(ring_get(r, 3) == NULL);
    EXPECT(ring_get(r, 4) == NULL);
    ring_free(r);
}

static void empty_ring_has_no_line(void)
{
    ring *r = ring_new(3);
    EXPECT(ring_count(r) == 0);
    EXPECT(ring_get(r, 0) == NULL);
    ring_free(r);
}

static bool joined(void *context, const char *line, size_t length)
{
    char *text = context;
    strncat(text, line, length);
    strcat(text, "|");
    return true;
}

static void lines_are_cut_across_chunks(void)
{
    char text[64] = "";
    line_reader reader;
    lines_begin(&reader, joined, text);
    EXPECT(lines_feed(&reader, "one\ntw", 6));
    EXPECT(lines_feed(&reader, "o\n\nthr", 6));
    EXPECT(lines_feed(&reader, "ee\n", 3));
    EXPECT(lines_end(&reader));
    EXPECT(is(text, "one|two||three|"));
}

static void last_line_needs_no_line_feed(void)
{
    char text[64] = "";
    line_reader reader;
    lines_begin(&reader, joined, text);
    EXPECT(lines_feed(&reader, "one\ntwo", 7));
    EXPECT(lines_end(&reader));
    EXPECT(is(text, "one|two|"));
}

static bool refused(void *context, const char *line, size_t length)
{
    (void)line;
    (void)length;
    ++*(int *)context;
    return false;
}

static void sink_can_end_the_reading(void)
{
    int calls = 0;
    line_reader reader;
    lines_begin(&reader, refused, &calls);
    EXPECT(!lines_feed(&reader, "one\ntwo\n", 8));
    EXPECT(calls == 1);
    lines_end(&reader);
}

int main(void)
{
    const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        {"ring without room is refused", ring_without_room_is_refused},
        {"ring counts its lines", ring_counts_its_lines},
        {"full ring drops its oldest", full_ring_drops_its_oldest},
        {"past the newest there is nothing", past_the_newest_there_is_nothing},
        {"empty ring has no line", empty_ring_has_no_line},
        {"lines are cut across chunks", lines_are_cut_across_chunks},
        {"last line needs no line feed", last_line_needs_no_line_feed},
        {"sink can end the reading", sink_can_end_the_reading},
    };
    const int count = sizeof tests / sizeof tests[0];
    int failures = 0;
    printf("1..%d\n", count);
    for (int i = 0; i < count; ++i) {
        failed = false;
        tests[i].run();
        printf("%sok %d - %s\n", failed ? "not " : "", i + 1, tests[i].name);
        failures += failed;
    }
    return failures == 0 ? 0 : 1;
}
