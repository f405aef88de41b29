"""Puts tests of a known result around the suite: what they report shows whether reports can be believed.

The first and the last two items are ours, in pairs of one that passes and one that fails. They go the way of
every test function, hooks included, so that a hook that turns failures into passes, an assertion that was
switched off or an early exit shows in at least one. They look like tests of a file beside the suite's first
one, under names that come from outside, so that nothing tells them from the suite's own by name. Only fixtures
are left out: those of the suite may expect its own modules.
"""
import os
import random
import types

import pytest

_STEM, *_NAMES = os.environ.pop("VOUCHSAFE_SENTINEL", "").split()


def _nothing(self):
    pass


def _place(self):
    return self.path, self.obj.__code__.co_firstlineno - 1, self.name


# Of the same name as what pytest makes of a function, as hooks see the type.
_Function = type(
    "Function",
    (pytest.Function,),
    {"__module__": pytest.Function.__module__, "setup": _nothing, "reportinfo": _place},
)


def _source():
    lines = []
    for place, name in enumerate(_NAMES):
        value = random.randrange(2, 90)
        other = value if place % 2 == 0 else value + random.randrange(1, 9)
        lines += [f"def {name}():", f"    value = {value}", f"    assert value == {other}", "", ""]
    return "\n".join(lines)


def _items(session, beside):
    path = beside.path.parent / (_STEM + ".py")
    folder = beside.nodeid.split("::")[0].rpartition("/")[0]
    nodeid = (folder + "/" if folder else "") + path.name
    code = types.ModuleType(_STEM)
    code.__file__ = str(path)
    # As pytest does for test files, assertions are kept under `python -O` too.
    exec(compile(_source(), str(path), "exec", optimize=0), code.__dict__)
    module = pytest.Module.from_parent(session, path=path, nodeid=nodeid)
    module._obj = code
    return [_Function.from_parent(module, name=name, callobj=getattr(code, name)) for name in _NAMES]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, items):
    if items and len(_NAMES) == 4:
        ours = _items(session, items[0])
        items[:] = ours[:2] + items + ours[2:]
