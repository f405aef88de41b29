"""Puts tests of a known result around the suite: what they report shows whether reports can be believed.

The first and the last two items are ours, in pairs of one that must pass and one that must fail. They go the
way of every test function, hooks included, so that a hook that turns failures into passes, an assertion that
was switched off or an early exit shows in at least one. Only fixtures are left out: those of the suite may
expect its own modules.
"""
import os
import sys
from pathlib import Path

import pytest

_NAME = "vouchsafe_sentinel_" + os.environ.pop("VOUCHSAFE_SENTINEL", "")


def first_must_pass():
    pass


def first_must_fail():
    raise AssertionError("this sentinel has to fail")


def last_must_pass():
    assert _NAME


def last_must_fail():
    assert not _NAME


class Sentinel(pytest.Function):
    def setup(self):
        pass

    def reportinfo(self):
        return _NAME, 0, self.name


def _pair(module, place):
    return [
        Sentinel.from_parent(module, name=function.__name__, callobj=function)
        for function in (globals()[f"{place}_must_pass"], globals()[f"{place}_must_fail"])
    ]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, items):
    if not items:
        return
    module = pytest.Module.from_parent(session, path=Path(__file__), nodeid=_NAME)
    module._obj = sys.modules[__name__]
    items[:] = _pair(module, "first") + items + _pair(module, "last")
