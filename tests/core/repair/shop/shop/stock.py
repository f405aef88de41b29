"""What a small shop keeps, sells and sends."""

FREE_FROM = 50
BASKET_LIMIT = 12


def page(items, number, size):
    """The items of one page; pages count from 0."""
    start = number * size
    return items[start:start + size]


def page_count(total, size):
    return (total + size - 1) // size


def shipping(total, weight):
    if total >= FREE_FROM:
        return 0
    return 3 + 2 * weight


def may_order(count, member):
    return count > 0 and (member or count <= BASKET_LIMIT)


def average(prices):
    if not prices:
        return 0
    return sum(prices) / len(prices)


def clamp(value, low, high):
    return max(low, min(value, high))


def share(part, whole):
    if whole == 0:
        return 0
    return round(100 * part / whole)


def missing(wanted, stock):
    """Names with what is lacking of each."""
    lacking = {}
    for name, count in wanted.items():
        have = stock.get(name, 0)
        if have < count:
            lacking[name] = count - have
    return lacking


def stock_share(stock, name):
    return share(stock.get(name, 0), sum(stock.values()))
