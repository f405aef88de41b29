import pytest

from roombook import BookingError, OpeningHours, OutsideHours, Slot


def test_the_last_meeting_may_end_at_closing_time(slot):
    assert OpeningHours(8, 18).allows(slot(17, 18))


def test_a_meeting_past_closing_time_is_refused(at):
    assert not OpeningHours(8, 18).allows(Slot(at(17), at(18, 15)))


def test_not_before_opening(calendar, slot):
    with pytest.raises(OutsideHours, match="from 8:00 to 18:00"):
        calendar.book("Oak", slot(7, 9), "Ada")


@pytest.mark.parametrize("first, last, fits", [((9, 0), (9, 14), False), ((9, 0), (9, 15), True),
                                               ((9, 0), (13, 0), True), ((9, 0), (13, 1), False)])
def test_length_limits(calendar, at, first, last, fits):
    slot = Slot(at(*first), at(*last))
    if fits:
        calendar.book("Oak", slot, "Ada")
        return
    with pytest.raises(BookingError):
        calendar.book("Oak", slot, "Ada")
