from roombook.report import free_slots, hours_by_person, hours_by_room


def test_hours_by_room_and_person(calendar, slot):
    calendar.book("Oak", slot(9, 10), "Ada")
    calendar.book("Oak", slot(12, 14), "Bob")
    calendar.book("Elm", slot(9, 12), "Ada")
    assert hours_by_room(calendar) == {"Oak": 3, "Elm": 3}
    assert hours_by_person(calendar) == {"Ada": 4, "Bob": 2}


def test_free_slots_of_a_day(calendar, slot):
    calendar.book("Oak", slot(9, 10), "Ada")
    assert free_slots(calendar, "Oak", slot(8, 18)) == [slot(8, 9), slot(10, 18)]
