"""Bookings of meeting rooms."""

from .calendar import Booking, Calendar
from .errors import BookingError, Conflict, NotFound, OutsideHours, TooManyPeople
from .policy import OpeningHours
from .rooms import Room
from .slots import Slot

__all__ = [
    "Booking",
    "BookingError",
    "Calendar",
    "Conflict",
    "NotFound",
    "OpeningHours",
    "OutsideHours",
    "Room",
    "Slot",
    "TooManyPeople",
]
