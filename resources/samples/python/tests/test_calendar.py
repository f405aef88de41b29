import pytest

from roombook import Conflict, NotFound, TooManyPeople


def test_books_a_free_room(calendar, slot):
    booking = calendar.book("Oak", slot(9, 10), "Ada", people=4)
    assert calendar.bookings("Oak") == [booking]


def test_refuses_an_overlap(calendar, slot):
    calendar.book("Oak", slot(9, 11), "Ada")
    with pytest.raises(Conflict, match="Oak is taken from 09:00 to 11:00"):
        calendar.book("Oak", slot(10, 12), "Bob")
    with pytest.raises(Conflict):
        calendar.book("Oak", slot(8, 10), "Bob")


def test_other_rooms_are_not_in_the_way(calendar, slot):
    calendar.book("Oak", slot(9, 11), "Ada")
    assert calendar.book("Elm", slot(9, 11), "Bob").room == "Elm"


def test_may_start_when_another_ends(calendar, slot):
    calendar.book("Oak", slot(9, 10), "Ada")
    calendar.book("Oak", slot(10, 11), "Bob")
    assert [b.person for b in calendar.bookings("Oak")] == ["Ada", "Bob"]


def test_may_end_when_another_starts(calendar, slot):
    calendar.book("Oak", slot(10, 11), "Bob")
    calendar.book("Oak", slot(9, 10), "Ada")
    assert [b.person for b in calendar.bookings("Oak")] == ["Ada", "Bob"]


def test_unknown_room(calendar, slot):
    with pytest.raises(NotFound, match="There is no room Fir"):
        calendar.book("Fir", slot(9, 10), "Ada")


def test_room_too_small(calendar, slot):
    calendar.book("Oak", slot(9, 10), "Ada", people=6)
    with pytest.raises(TooManyPeople):
        calendar.book("Oak", slot(13, 14), "Ada", people=7)


def test_any_takes_the_smallest_that_fits(calendar, slot):
    rooms = [calendar.book_any(slot(9, 10), "Ada", people=5).room for _ in range(3)]
    assert rooms == ["Ash", "Oak", "Elm"]
    with pytest.raises(Conflict):
        calendar.book_any(slot(9, 10), "Ada", people=5)


def test_any_refuses_more_people_than_seats(calendar, slot):
    with pytest.raises(TooManyPeople, match="No room has 40 seats"):
        calendar.book_any(slot(9, 10), "Ada", people=40)


def test_move_may_overlap_with_itself(calendar, slot, at):
    booking = calendar.book("Oak", slot(9, 11), "Ada")
    assert calendar.move(booking.number, at(10)).slot == slot(10, 12)


def test_move_refuses_a_conflict_and_changes_nothing(calendar, slot, at):
    first = calendar.book("Oak", slot(9, 10), "Ada")
    calendar.book("Oak", slot(13, 15), "Bob")
    with pytest.raises(Conflict):
        calendar.move(first.number, at(14))
    assert calendar.bookings("Oak")[0] == first


def test_cancel_frees_the_room(calendar, slot):
    booking = calendar.book("Oak", slot(9, 10), "Ada")
    assert not calendar.is_free("Oak", slot(9, 10))
    calendar.cancel(booking.number)
    assert calendar.is_free("Oak", slot(9, 10))
    with pytest.raises(NotFound):
        calendar.cancel(booking.number)
