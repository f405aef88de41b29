"""When rooms can be booked, and for how long."""

from dataclasses import dataclass
from datetime import timedelta

from .errors import BookingError, OutsideHours

SHORTEST = timedelta(minutes=15)
LONGEST = timedelta(hours=4)


@dataclass(frozen=True)
class OpeningHours:
    """Full hours of one day; `closes` is the hour at which the last meeting must be over."""

    opens: int = 8
    closes: int = 18

    def allows(self, slot):
        if slot.start.date() != slot.end.date():
            return False
        over = slot.end.hour + (1 if slot.end.minute or slot.end.second else 0)
        return self.opens <= slot.start.hour and over <= self.closes


def check(slot, hours):
    """Raises what the policy forbids about the slot."""
    if slot.length < SHORTEST:
        raise BookingError("A booking takes 15 minutes at least.")
    if slot.length > LONGEST:
        raise BookingError("A booking takes 4 hours at most.")
    if not hours.allows(slot):
        raise OutsideHours(hours)
