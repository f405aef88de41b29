from datetime import timedelta

import pytest

from roombook import Slot
from roombook.slots import gaps


def test_length(slot):
    assert slot(9, 11).length == timedelta(hours=2)


def test_must_end_after_it_starts(slot):
    with pytest.raises(ValueError):
        slot(10, 10)


def test_overlaps_when_one_begins_inside_the_other(slot):
    assert slot(9, 11).overlaps(slot(10, 12))
    assert slot(10, 12).overlaps(slot(9, 11))


def test_overlaps_when_one_lies_inside_the_other(slot):
    assert slot(9, 13).overlaps(slot(10, 11))
    assert slot(10, 11).overlaps(slot(9, 13))


def test_overlaps_itself(slot):
    assert slot(9, 10).overlaps(slot(9, 10))


def test_overlaps_by_one_minute(at):
    assert Slot(at(9), at(10)).overlaps(Slot(at(9, 59), at(11)))
    assert Slot(at(9, 59), at(11)).overlaps(Slot(at(9), at(10)))


def test_apart_slots_do_not_overlap(slot):
    assert not slot(9, 10).overlaps(slot(12, 13))
    assert not slot(12, 13).overlaps(slot(9, 10))


def test_contains_its_start_but_not_its_end(slot, at):
    assert slot(9, 10).contains(at(9))
    assert not slot(9, 10).contains(at(10))


def test_moved_keeps_its_length(slot, at):
    assert slot(9, 11).moved_to(at(14)) == slot(14, 16)


def test_gaps_between_before_and_after(slot):
    taken = [slot(12, 13), slot(9, 10)]
    assert gaps(taken, slot(8, 18)) == [slot(8, 9), slot(10, 12), slot(13, 18)]


def test_gaps_leave_out_what_is_too_short(slot, at):
    taken = [slot(8, 12), Slot(at(12, 10), at(18))]
    assert gaps(taken, slot(8, 18)) == []
