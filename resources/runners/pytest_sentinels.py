"""Puts tests of a known result around the suite: what they report shows whether reports can be believed.

The first and the last two items are ours, in pairs of one that must pass and one that must fail. A hook that
turns failures into passes, an assertion that was switched off, or an early exit shows in at least one.
"""
import os

import pytest

_NAME = "vouchsafe_sentinel_" + os.environ.get("VOUCHSAFE_SENTINEL", "")


class SentinelFailed(Exception):
    pass


class Sentinel(pytest.Item):
    def __init__(self, *, fails, plain, **kwargs):
        super().__init__(**kwargs)
        self.fails = fails
        self.plain = plain

    def runtest(self):
        if not self.fails:
            return
        if self.plain:
            raise SentinelFailed("this sentinel has to fail")
        assert not self.fails, "this sentinel has to fail"

    def reportinfo(self):
        return _NAME, 0, self.name


def _pair(session, place, plain):
    return [
        Sentinel.from_parent(session, name=f"{place}_must_pass", nodeid=f"{_NAME}::{place}_must_pass", fails=False, plain=plain),
        Sentinel.from_parent(session, name=f"{place}_must_fail", nodeid=f"{_NAME}::{place}_must_fail", fails=True, plain=plain),
    ]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, items):
    if items:
        items[:] = _pair(session, "first", True) + items + _pair(session, "last", False)
