"""What can be refused. Every message is a sentence that can be shown as it is."""


class BookingError(Exception):
    """Base of everything that this package refuses."""


class Conflict(BookingError):
    def __init__(self, room, existing):
        super().__init__(f"{room} is taken from {existing.start:%H:%M} to {existing.end:%H:%M}.")
        self.room = room
        self.existing = existing


class NotFound(BookingError):
    def __init__(self, what, name):
        super().__init__(f"There is no {what} {name}.")


class OutsideHours(BookingError):
    def __init__(self, hours):
        super().__init__(f"Rooms can be booked from {hours.opens}:00 to {hours.closes}:00.")


class TooManyPeople(BookingError):
    def __init__(self, people):
        super().__init__(f"No room has {people} seats.")
