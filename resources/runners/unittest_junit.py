"""Runs `python -m unittest` with its own arguments and writes JUnit XML with the file of every test.

    python3 unittest_junit.py REPORT [unittest's arguments]

unittest itself says nothing by file, and before Python 3.12 a run of no test looks like success. With
VOUCHSAFE_SENTINEL set, tests of a known result stand before and after the suite: what they report shows whether
reports can be believed.
"""
import os
import random
import re
import sys
import time
import traceback
import unittest
from xml.sax.saxutils import escape, quoteattr

_REPORT = sys.argv[1]
_ROOT = os.getcwd()
# As with -m: what is imported first is the tree's.
if not getattr(sys.flags, "safe_path", False):
    sys.path[0] = _ROOT
_STEM, *_NAMES = os.environ.pop("VOUCHSAFE_SENTINEL", "").split() or [""]
_RANK = ["passed", "skipped", "todo", "failure", "error"]


def _clean(text):
    return re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def _file(module):
    path = getattr(sys.modules.get(module), "__file__", None)
    if path is None:
        return module.replace(".", "/") + ".py"
    inside = os.path.relpath(path, _ROOT)
    return path if inside.startswith("..") else inside


def _place(test):
    """File, classes and name of a test; a file that cannot be imported is the file alone."""
    kind = type(test)
    method = getattr(test, "_testMethodName", "")
    if kind.__module__ == "unittest.loader":
        path = method.replace(".", "/")
        return next((p for p in (path + ".py", path + "/__init__.py") if os.path.isfile(p)), method), "", ""
    if kind.__module__ == "unittest.suite":  # what stands for a class's or a module's own set-up
        return "", "", test.id() + "::(suite)"
    if not method or isinstance(test, unittest.FunctionTestCase) or kind.__module__ == "doctest":
        return "", kind.__name__, test.id()
    return _file(kind.__module__), kind.__qualname__.replace(".", "::"), method


class _Result(unittest.TextTestResult):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._cases = {}
        self._started = {}

    def startTest(self, test):
        self._started[id(test)] = time.monotonic()
        super().startTest(test)

    def _note(self, test, status, kind="", message="", text=""):
        now = time.monotonic()
        case = self._cases.setdefault(id(test), [test, "passed", "", "", "", 0.0])
        case[5] = now - self._started.get(id(test), now)
        if _RANK.index(status) > _RANK.index(case[1]):
            case[1:5] = status, kind, message, text

    def _failed(self, test, status, error):
        text = "".join(traceback.format_exception(*error))
        self._note(test, status, error[0].__name__, str(error[1]), text)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._note(test, "passed")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failed(test, "failure", err)

    def addError(self, test, err):
        super().addError(test, err)
        self._failed(test, "error", err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._note(getattr(test, "test_case", test), "skipped", message=str(reason))

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._note(test, "todo")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._note(test, "failure", "AssertionError", "passed, though a failure is expected")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._failed(test, "failure" if issubclass(err[0], test.failureException) else "error", err)

    def write(self, path):
        lines = ['<?xml version="1.0" encoding="utf-8"?>', '<testsuites><testsuite name="unittest">']
        for test, status, kind, message, text, seconds in self._cases.values():
            file, classname, name = getattr(test, "vouchsafe_place", None) or _place(test)
            inner = ""
            if status in ("failure", "error"):
                inner = (f"<{status} type={quoteattr(kind)} message={quoteattr(_clean(message))}>"
                         f"{escape(_clean(text))}</{status}>")
            elif status != "passed":
                inner = f"<skipped type={quoteattr(status)} message={quoteattr(_clean(message))}/>"
            lines.append(f"<testcase file={quoteattr(_clean(file))} classname={quoteattr(_clean(classname))} "
                         f'name={quoteattr(_clean(name))} time="{seconds:.6f}">{inner}</testcase>')
        lines.append("</testsuite></testsuites>\n")
        with open(path, "w", encoding="utf-8", errors="replace") as report:
            report.write("\n".join(lines))


def _sentinels():
    def method(value, other):
        return lambda self: self.assertEqual(value, other)

    values = [random.randrange(2, 90) for _ in _NAMES]
    methods = {name: method(value, value + place % 2 * random.randrange(1, 9))
               for place, (name, value) in enumerate(zip(_NAMES, values))}
    name = "".join(word.title() for word in _STEM.split("_"))
    kind = type(name, (unittest.TestCase,), {"__module__": _STEM, **methods})
    tests = [kind(name) for name in _NAMES]
    for test in tests:
        test.vouchsafe_place = _STEM + ".py", "", test._testMethodName
    return tests


class _Runner(unittest.TextTestRunner):
    resultclass = _Result

    def run(self, test):
        if len(_NAMES) == 4 and test.countTestCases() > 0:
            self.failfast = False
            ours = _sentinels()
            test = unittest.TestSuite([*ours[:2], test, *ours[2:]])
        result = super().run(test)
        result.write(_REPORT)
        return result


unittest.main(module=None, testRunner=_Runner, argv=["python3 -m unittest", *sys.argv[2:]])
