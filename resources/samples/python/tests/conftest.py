from datetime import datetime

import pytest

from roombook import Calendar, Room, Slot


@pytest.fixture
def at():
    """A moment of the one day that all tests use."""
    return lambda hour, minute=0: datetime(2026, 3, 2, hour, minute)


@pytest.fixture
def slot(at):
    """`slot(9, 10)`: from 9:00 to 10:00."""
    return lambda first, last: Slot(at(first), at(last))


@pytest.fixture
def calendar():
    return Calendar([Room("Oak", seats=6), Room("Elm", seats=12), Room("Ash", seats=6)])
