from shop.stock import average, clamp, may_order, missing, page, page_count, share, shipping, stock_share


def test_first_page():
    assert page([1, 2, 3, 4, 5], 0, 2) == [1, 2]


def test_last_page_is_short():
    assert page([1, 2, 3, 4, 5], 2, 2) == [5]


def test_page_beyond_the_end():
    assert page([1, 2], 3, 2) == []


def test_full_pages():
    assert page_count(10, 5) == 2


def test_started_page_counts():
    assert page_count(11, 5) == 3


def test_no_items_no_page():
    assert page_count(0, 5) == 0


def test_small_orders_pay():
    assert shipping(49, 1) == 5


def test_heavy_orders_pay_more():
    assert shipping(10, 4) == 11


def test_free_exactly_at_the_limit():
    assert shipping(50, 4) == 0


def test_large_orders_are_free():
    assert shipping(90, 1) == 0


def test_guests_order_up_to_the_limit():
    assert may_order(12, False)
    assert not may_order(13, False)


def test_members_order_more():
    assert may_order(40, True)


def test_nothing_is_no_order():
    assert not may_order(0, True)
    assert not may_order(0, False)


def test_average():
    assert average([2, 4]) == 3


def test_average_of_nothing():
    assert average([]) == 0


def test_clamp():
    assert clamp(5, 1, 9) == 5
    assert clamp(0, 1, 9) == 1
    assert clamp(12, 1, 9) == 9


def test_share():
    assert share(1, 4) == 25


def test_share_of_nothing():
    assert share(0, 0) == 0


def test_missing():
    assert missing({"pen": 3, "ink": 1}, {"pen": 1, "ink": 1}) == {"pen": 2}


def test_missing_what_was_never_there():
    assert missing({"cap": 2}, {}) == {"cap": 2}


def test_stock_share():
    assert stock_share({"pen": 1, "ink": 3}, "pen") == 25
