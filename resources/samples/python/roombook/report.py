"""Sums over a calendar."""

from collections import Counter

from .slots import gaps


def hours_by_room(calendar):
    return _hours(calendar, lambda booking: booking.room)


def hours_by_person(calendar):
    return _hours(calendar, lambda booking: booking.person)


def free_slots(calendar, room, day):
    """What is still free of `room` within the slot `day`."""
    return gaps([booking.slot for booking in calendar.bookings(room)], day)


def _hours(calendar, key):
    sums = Counter()
    for booking in calendar.bookings():
        sums[key(booking)] += booking.slot.length.total_seconds() / 3600
    return dict(sums)
