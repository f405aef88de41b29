"""The window through the interface that a screen reader uses: find by role and name, press, type, read."""

import os
import signal
import subprocess
import time

import pyatspi

PATIENCE = float(os.environ.get("VOUCHSAFE_PATIENCE", "60"))


class Missing(AssertionError):
    """What was waited for did not come; says what there was instead."""


def children(node):
    """Children that are there: the tree changes while it is read."""
    try:
        count = node.childCount
    except Exception:  # the object went away
        return
    for index in range(count):
        try:
            child = node.getChildAtIndex(index)
        except Exception:
            continue
        if child is not None:
            yield child


def walk(node, depth=0):
    """The node and everything below it, depth first."""
    if depth > 60:
        return
    yield node
    for child in children(node):
        yield from walk(child, depth + 1)


def states(node):
    try:
        return set(node.getState().getStates())
    except Exception:
        return set()


def is_showing(node):
    return pyatspi.STATE_SHOWING in states(node)


def text_of(node):
    """All text of an edit, else its name."""
    try:
        text = node.queryText()
    except NotImplementedError:
        return node.name
    # Past the end the answer would be empty, so the length comes first.
    return text.getText(0, text.characterCount)


class Window:
    """One started program. Use as a context; leaving it ends the program."""

    def __init__(self, program, *arguments, environment=None):
        self.process = subprocess.Popen([program, *arguments], env={**os.environ, **(environment or {})})
        self.application = None

    def __enter__(self):
        try:
            self.application = self.wait_for(self._find_application, "the program on the accessibility bus")
        except Missing:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def _find_application(self):
        for application in children(pyatspi.Registry.getDesktop(0)):
            try:
                if application.get_process_id() == self.process.pid:
                    return application
            except Exception:
                continue
        return None

    def wait_for(self, look, what, patience=PATIENCE):
        """The first answer of `look` that counts as true."""
        deadline = time.monotonic() + patience
        while True:
            found = look()
            if found:
                return found
            if self.process.poll() is not None:
                raise Missing(f"the program ended with {self.process.returncode} while waiting for {what}")
            if time.monotonic() > deadline:
                raise Missing(f"waited {patience:.0f} s for {what}; there is:\n{self.outline()}")
            time.sleep(0.1)

    def nodes(self, role=None, showing=True):
        for node in walk(self.application):
            if (role is None or node.getRoleName() == role) and (not showing or is_showing(node)):
                yield node

    def find(self, name, role=None, patience=PATIENCE):
        """The showing object with that accessible name; a mnemonic's mark does not count."""

        def look():
            for node in self.nodes(role):
                if (node.name or "").replace("&", "") == name:
                    return node
            return None

        return self.wait_for(look, f"{role or 'something'} named {name!r}", patience)

    def find_text(self, part, role=None, patience=PATIENCE):
        """The showing object whose name, description or text has that part."""

        def look():
            for node in self.nodes(role):
                if part in (node.name or "") or part in (node.description or "") or part in text_of(node):
                    return node
            return None

        return self.wait_for(look, f"{role or 'something'} that says {part!r}", patience)

    def says(self, part):
        return any(part in (node.name or "") or part in text_of(node) for node in self.nodes())

    def enabled(self, name, role="push button"):
        """The button, once it can be pressed."""
        node = self.find(name, role)
        self.wait_for(lambda: pyatspi.STATE_ENABLED in states(node), f"{name!r} to be enabled")
        return node

    def disabled(self, name, role="push button"):
        node = self.find(name, role)
        self.wait_for(lambda: pyatspi.STATE_ENABLED not in states(node), f"{name!r} to be disabled")

    def press(self, name, role="push button"):
        self.enabled(name, role).queryAction().doAction(0)

    def focus(self, node):
        node.queryComponent().grabFocus()
        self.wait_for(lambda: pyatspi.STATE_FOCUSED in states(node), f"the focus on {node.name!r}", 10)

    def keys(self, *combinations):
        """Key combinations as xdotool names them: `F5`, `ctrl+Return`."""
        for combination in combinations:
            subprocess.run(["xdotool", "key", "--clearmodifiers", combination], check=True)
            time.sleep(0.15)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--clearmodifiers", "--delay", "5", text], check=True)

    def outline(self, most=200):
        lines = []
        for node in self.nodes():
            try:
                lines.append(f"  {node.getRoleName()}: {node.name!r} {text_of(node)[:60]!r}")
            except Exception:
                continue
        return "\n".join(lines[:most])
