"""Which lines of the repository each test runs, as a pytest plugin.

One JSON object a line goes to the file that VOUCHSAFE_COVERAGE names, as soon as a test has ended, so that a
crash or a time limit loses no more than the test that was under way:
  {"collected": {path: ranges}}                            lines run by importing and collecting
  {"test": node id, "passed": bool, "lines": {path: ranges}}
Ranges are flat: first and last line in turn. Paths are relative to VOUCHSAFE_ROOT. Test files, conftest files
and everything outside the root are left out. It is a guide for a search, never evidence.
"""
import json
import os
import signal
import sys
import threading

import pytest

_OUTPUT = os.environ.get("VOUCHSAFE_COVERAGE", "")
_ROOT = os.path.join(os.path.realpath(os.environ.get("VOUCHSAFE_ROOT") or os.getcwd()), "")
_LARGEST = 48 << 20  # bytes of the whole output
_SKIPPED_FOLDERS = {"site-packages", "dist-packages", ".tox", ".nox", ".venv", "venv"}


class _Files:
    """Line sets by file name as code objects have it. None for what is not traced."""

    def __init__(self):
        self.lines = {}
        self.paths = {}
        self.left_out = set()

    def of(self, name):
        try:
            return self.lines[name]
        except KeyError:
            path = self._inside(name)
            lines = None if path is None or path in self.left_out else set()
            self.lines[name] = lines
            if lines is not None:
                self.paths[name] = path
            return lines

    @staticmethod
    def _inside(name):
        if name.startswith("<"):
            return None
        full = os.path.realpath(name)
        if not full.startswith(_ROOT):
            return None
        path = full[len(_ROOT):]
        return None if _SKIPPED_FOLDERS.intersection(path.split(os.sep)) else path

    def leave_out(self, path):
        self.left_out.add(path)
        for name in [name for name, own in self.paths.items() if own == path]:
            del self.paths[name]
            self.lines[name] = None

    def take(self):
        """What was run since the last call, as ranges. The sets stay the same objects: tracers hold them."""
        taken = {}
        for name, path in list(self.paths.items()):
            lines = self.lines[name]
            if lines:
                taken.setdefault(path, set()).update(lines)
                lines.clear()
        return {path: _ranges(lines) for path, lines in taken.items()}


def _ranges(lines):
    flat = []
    for line in sorted(lines):
        if flat and flat[-1] == line - 1:
            flat[-1] = line
        else:
            flat += [line, line]
    return flat


class _TraceFunction:
    """sys.settrace, for Python before 3.12. Foreign frames are not followed line by line."""

    def __init__(self, files):
        self.files = files
        self.locals = {}

    def start(self):
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def _call(self, frame, event, argument):
        name = frame.f_code.co_filename
        try:
            return self.locals[name]
        except KeyError:
            tracer = self._tracer(name)
            self.locals[name] = tracer
            return tracer

    def _tracer(self, name):
        lines = self.files.of(name)
        if lines is None:
            return None
        add = lines.add

        def trace(frame, event, argument):
            if event == "line":
                add(frame.f_lineno)
            return trace

        return trace


class _Monitoring:
    """sys.monitoring, from 3.12 on: each line of a test reports once, all threads included."""

    def __init__(self, files):
        self.files = files
        self.running = False
        self.monitoring = sys.monitoring
        self.tool = self.monitoring.PROFILER_ID

    def start(self):
        if self.running:
            self.monitoring.restart_events()
            return
        events = self.monitoring.events
        self.monitoring.use_tool_id(self.tool, "vouchsafe")
        self.monitoring.register_callback(self.tool, events.PY_START, self._begin)
        self.monitoring.register_callback(self.tool, events.PY_RESUME, self._begin)
        self.monitoring.register_callback(self.tool, events.LINE, self._line)
        self.monitoring.set_events(self.tool, events.PY_START | events.PY_RESUME)
        self.running = True

    def stop(self):
        if self.running:
            self.monitoring.set_events(self.tool, 0)
            self.monitoring.free_tool_id(self.tool)
            self.running = False

    def _begin(self, code, offset):
        if self.files.of(code.co_filename) is not None:
            self.monitoring.set_local_events(self.tool, code, self.monitoring.events.LINE)
        return self.monitoring.DISABLE

    def _line(self, code, line):
        lines = self.files.of(code.co_filename)
        if lines is not None:
            lines.add(line)
        return self.monitoring.DISABLE


class _Recorder:
    def __init__(self):
        self.files = _Files()
        self.tracer = (_Monitoring if hasattr(sys, "monitoring") else _TraceFunction)(self.files)
        # Appending keeps the lines of several worker processes whole.
        self.output = os.open(_OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self.written = 0
        self.test = None
        self.failed = False

    def write(self, record):
        line = json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"
        self.written += len(line)
        if self.written <= _LARGEST:
            os.write(self.output, line)

    def finish(self, interrupted=False):
        if self.test is not None:
            self.write({"test": self.test, "passed": not (self.failed or interrupted), "lines": self.files.take()})
            self.test = None

    def interrupted(self, number, frame):
        self.finish(interrupted=True)
        os._exit(128 + number)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        for item in session.items:
            if type(item).__name__ == "DoctestItem":
                continue  # its file is the code that it tests
            self.files.leave_out(os.path.relpath(os.path.realpath(str(item.path)), _ROOT))
        for path in list(self.files.paths.values()):
            if os.path.basename(path) == "conftest.py":
                self.files.leave_out(path)
        self.write({"collected": self.files.take()})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.files.take()
        self.test = item.nodeid
        self.failed = False
        self.tracer.start()
        yield
        self.finish()

    def pytest_runtest_logreport(self, report):
        if not report.passed:
            self.failed = True

    def pytest_unconfigure(self):
        self.tracer.stop()
        os.close(self.output)


if _OUTPUT:
    _recorder = _Recorder()
    # A hanging test ends with the time limit's TERM; what it ran until then is what the search wants to know.
    signal.signal(signal.SIGTERM, _recorder.interrupted)
    _recorder.tracer.start()

    def pytest_configure(config):
        config.pluginmanager.register(_recorder, "vouchsafe_coverage")
