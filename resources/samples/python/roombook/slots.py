"""Spans of time."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, order=True)
class Slot:
    """A half-open span: `start` belongs to it, `end` does not."""

    start: datetime
    end: datetime

    def __post_init__(self):
        if self.start >= self.end:
            raise ValueError("a slot must end after it starts")

    @property
    def length(self):
        return self.end - self.start

    def overlaps(self, other):
        """Whether the two share any moment."""
        return self.start < other.end and other.start <= self.end

    def contains(self, moment):
        return self.start <= moment < self.end

    def moved_to(self, start):
        """The same length, from another start."""
        return Slot(start, start + self.length)


def gaps(slots, within, at_least=timedelta(minutes=15)):
    """The free spans of `within` that the given slots leave, in order, none shorter than `at_least`."""
    free = []
    cursor = within.start
    for slot in sorted(slots):
        if slot.start - cursor >= at_least:
            free.append(Slot(cursor, min(slot.start, within.end)))
        cursor = max(cursor, slot.end)
    if within.end - cursor >= at_least:
        free.append(Slot(cursor, within.end))
    return free
