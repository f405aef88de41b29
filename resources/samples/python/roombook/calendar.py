"""All bookings of all rooms."""

from dataclasses import dataclass

from .errors import Conflict, NotFound, TooManyPeople
from .policy import OpeningHours, check
from .rooms import by_size
from .slots import Slot


@dataclass(frozen=True)
class Booking:
    number: int
    room: str
    slot: Slot
    person: str
    people: int


class Calendar:
    def __init__(self, rooms, hours=None):
        self._rooms = {room.name: room for room in rooms}
        self._hours = hours if hours is not None else OpeningHours()
        self._bookings = {}
        self._next_number = 1

    def bookings(self, room=None):
        """In order of their start; of one room, or of all."""
        chosen = [b for b in self._bookings.values() if room is None or b.room == room]
        return sorted(chosen, key=lambda b: (b.slot, b.room))

    def book(self, room, slot, person, people=1):
        self._require_room(room, people)
        check(slot, self._hours)
        self._require_free(room, slot)
        booking = Booking(self._next_number, room, slot, person, people)
        self._next_number += 1
        self._bookings[booking.number] = booking
        return booking

    def book_any(self, slot, person, people=1):
        """The smallest room that fits and is free."""
        fitting = [room for room in by_size(self._rooms.values()) if room.fits(people)]
        if not fitting:
            raise TooManyPeople(people)
        for room in fitting:
            if self.is_free(room.name, slot):
                return self.book(room.name, slot, person, people)
        raise Conflict(fitting[-1].name, self._first_conflict(fitting[-1].name, slot).slot)

    def move(self, number, start):
        """Moves a booking to another start; it may overlap with where it was."""
        booking = self._require_booking(number)
        slot = booking.slot.moved_to(start)
        check(slot, self._hours)
        self._require_free(booking.room, slot, ignore=number)
        moved = Booking(number, booking.room, slot, booking.person, booking.people)
        self._bookings[number] = moved
        return moved

    def cancel(self, number):
        return self._bookings.pop(self._require_booking(number).number)

    def is_free(self, room, slot):
        return self._first_conflict(room, slot) is None

    def _first_conflict(self, room, slot, ignore=None):
        for booking in self.bookings(room):
            if booking.number != ignore and booking.slot.overlaps(slot):
                return booking
        return None

    def _require_free(self, room, slot, ignore=None):
        conflict = self._first_conflict(room, slot, ignore)
        if conflict is not None:
            raise Conflict(room, conflict.slot)

    def _require_room(self, name, people):
        if name not in self._rooms:
            raise NotFound("room", name)
        if not self._rooms[name].fits(people):
            raise TooManyPeople(people)

    def _require_booking(self, number):
        if number not in self._bookings:
            raise NotFound("booking", number)
        return self._bookings[number]
