"""Rooms and how one is chosen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    name: str
    seats: int

    def fits(self, people):
        return people <= self.seats


def by_size(rooms):
    """Smallest first; equal sizes by name, so that the choice is always the same."""
    return sorted(rooms, key=lambda room: (room.seats, room.name))
