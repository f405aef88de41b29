#!/usr/bin/env python3
"""Bad input in the real window: it is shown, or an error says so in place; the window answers all the while;
clipboard and title stay as they were.
Usage: session.sh /usr/bin/python3 bad_input_test.py VOUCHSAFE_GUI VOUCHSAFE [CASE...]"""

import json
import os
import shutil
import subprocess
import sys
import time
import unicodedata

from driver import Missing, Window, is_showing, text_of

HERE = os.path.dirname(os.path.abspath(__file__))
DATA, HOME, STATE = os.environ["XDG_DATA_HOME"], os.environ["HOME"], os.environ["XDG_STATE_HOME"]
ANSWER = 1.0  # seconds within which a window answers, whatever it shows
HUNKS = 50_000
LONG_LINE = 100_000_000
# The clipboard (OSC 52), a link (OSC 8), the title (OSC 0 and 2), a report that would be typed back (DSR).
NOISE = (
    b"\\033]52;c;c3RvbGVu\\007\\033]8;;http://example.invalid/\\033\\\\a link\\033]8;;\\033\\\\"
    b"\\033]0;stolen title\\007\\033]2;stolen title\\007\\033[6n\\033[21t"
    b"\\n10 percent\\r99 percent\\n\\377\\376\\303( not UTF-8\\n\\342\\200\\256turned\\n"
    b"\\033[31mred\\033[0m last\\n"
)
TURNED_NAME = "a\u202eyp.txt"
EVIL_NAME = "a\x1b]0;stolen title\x07\u202eyp.txt"
EVIL_TEST = "\u202eevil\x1b[31m"
EVIL_MESSAGE = "\u202eturned\x1b]0;stolen title\x07"


def step(text):
    print(f"- {text}", flush=True)


def expect(condition, what):
    if not condition:
        raise Missing(what)


class Watched(Window):
    """A window that is asked for an answer all the while, from the outside."""

    def __init__(self, program, *arguments):
        super().__init__(program, *arguments)
        self.pulse = subprocess.Popen(
            ["/usr/bin/python3", f"{HERE}/pulse.py", str(self.process.pid)], stdout=subprocess.PIPE, text=True
        )

    def end(self):
        super().end()
        if self.pulse.poll() is None:
            self.pulse.terminate()

    def frame(self):
        return self.application.getChildAtIndex(0)

    def expect_key_answer(self):
        """The start page comes and goes at its key, in time."""
        page = next(node for node in self.nodes(showing=False) if node.name == "Welcome")
        for wanted in (True, False):
            began = time.monotonic()
            subprocess.run(["xdotool", "key", "--clearmodifiers", "ctrl+9"], check=True)
            self.wait_for(lambda: is_showing(page) == wanted, "an answer to a key", 20)
            seconds = time.monotonic() - began
            expect(seconds < ANSWER, f"a key was answered after {seconds:.2f} s")

    def quit(self):
        """Ends by its key, and says how late the latest answer was."""
        time.sleep(1)  # so that it was asked often enough
        title = self.frame().name
        expect("stolen" not in title, f"the title is {title!r}")
        self.keys("ctrl+q")
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            raise Missing("Ctrl+Q did not end the window") from None
        expect(status == 0, f"the program ended with {status}")
        answers = [float(line) for line in self.pulse.communicate(timeout=20)[0].split()]
        expect(len(answers) > 5, f"the window was asked only {len(answers)} times")
        step(f"  {len(answers)} answers, the latest after {max(answers):.2f} s")
        expect(max(answers) < ANSWER, f"the window did not answer for {max(answers):.2f} s")


def is_deceptive(character):
    if character in "\n\t\ufffc":  # what stands in a text for a picture
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


def expect_marks(window):
    """Nothing that is shown has a character that cannot be seen or moves others about."""
    seen = 0
    for node in window.nodes():
        for text in (node.name or "", node.description or "", text_of(node)[:100_000]):
            seen += len(text)
            bad = sorted({f"U+{ord(each):04X}" for each in text if is_deceptive(each)})
            expect(not bad, f"{node.getRoleName()} {text[:200]!r} has {', '.join(bad)}")
    expect(seen > 500, "nothing was read")


def repository(name, files):
    folder = os.path.join(HOME, name)
    os.makedirs(folder)
    for path, content in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "wb") as file:
            file.write(content)
    git = ["git", "-C", folder, "-c", "user.name=somebody", "-c", "user.email=somebody@example.invalid"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "Begin"], check=True)
    return folder


def verify(command_line, folder, patch, check):
    """The run that judges a patch; its name."""
    file = f"{folder}.patch"
    with open(file, "w", encoding="utf-8") as out:
        out.write(patch)
    done = subprocess.run(
        [command_line, "verify", folder, file, "--check", check, "--json"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    expect('"outcome"' in last, f"no outcome for {check!r}:\n{done.stderr[-2000:]}")
    return json.loads(last)["run"]


def journal_of(run):
    return f"{DATA}/vouchsafe/runs/{run}/journal.jsonl"


def changed(run, change):
    """The run with another journal, under a name of its own."""
    copy = run[:-4] + f"{len(os.listdir(f'{DATA}/vouchsafe/runs')):04x}"
    shutil.copytree(os.path.dirname(journal_of(run)), os.path.dirname(journal_of(copy)))
    with open(journal_of(run), "rb") as file:
        content = change(file.read())
    with open(journal_of(copy), "wb") as file:
        file.write(content)
    return copy


SIMPLE_PATCH = "--- a/m.txt\n+++ b/m.txt\n@@ -1 +1 @@\n-one\n+two\n"


def journals(gui, command_line):
    """Journals that are torn, broken, empty, of a newer version, or no journal at all."""
    folder = repository("simple", {"m.txt": b"one\n"})
    run = verify(command_line, folder, SIMPLE_PATCH, "true")
    cases = {
        "torn": (lambda all: all[:-40], "was torn"),
        "broken": (lambda all: all.replace(b'"kind":"run.', b'"kind":"ran.', 1), "the journal is broken"),
        "newer": (lambda all: all.replace(b'"v":1', b'"v":7'), "version 7"),
        "empty": (lambda _: b"", "journal is empty"),
        "noise": (lambda _: bytes(range(256)) * 40, "the journal is broken"),
    }
    for name, (change, words) in cases.items():
        step(f"a journal that is {name}")
        with Watched(gui, "--run", changed(run, change), folder) as window:
            window.find_text("m.txt" if name == "torn" else "ERR_")
            if name == "torn":
                window.keys("ctrl+8")
            window.find_text(words)
            window.find_text("simple (")
            expect_marks(window)
            window.quit()


def vanished(gui, command_line):
    """A repository that is no longer there."""
    folder = repository("gone", {"m.txt": b"one\n"})
    run = verify(command_line, folder, SIMPLE_PATCH, "true")
    with Window(gui, folder) as window:
        window.find("Run", "push button")
        window.find_text("gone (")
        window.keys("ctrl+q")
        window.process.wait(20)
    os.rename(folder, folder + "-moved")
    step("a repository that vanished, in the list of recent ones")
    with Watched(gui) as window:
        window.find_text("no longer there")
        window.quit()
    step("a run of a repository that vanished")
    with Watched(gui, "--run", run) as window:
        window.find_text("m.txt")
        expect_marks(window)
        window.quit()
    step("the folder of a repository that vanished")
    with Watched(gui, folder) as window:
        window.find_text("ERR_")
        window.quit()
    step("both")
    with Watched(gui, "--run", run, folder) as window:
        window.find_text("ERR_")
        window.quit()


def many_hunks(gui, command_line):
    """A patch of 50,000 hunks."""
    lines = "".join(f"line {number}\n" for number in range(1, 4 * HUNKS + 1))
    patch = ["--- a/big.txt\n+++ b/big.txt\n"]
    for first in range(1, 4 * HUNKS, 4):
        patch.append(
            f"@@ -{first},3 +{first},3 @@\n"
            f" line {first}\n-line {first + 1}\n+Line {first + 1}\n line {first + 2}\n"
        )
    folder = repository("big", {"big.txt": lines.encode()})
    run = verify(command_line, folder, "".join(patch), "true")
    step(f"a patch of {HUNKS} hunks")
    with Watched(gui, "--run", run) as window:
        window.find_text("change 1 of 50", role="label", patience=120)
        window.keys("F7", "F7", "shift+F7", "ctrl+3", "ctrl+End", "ctrl+Home", "Next", "ctrl+8")
        window.expect_key_answer()
        window.quit()


def outputs(gui, command_line):
    """Logs that would act on a terminal, and a line of 100 MB."""
    noise = f"import sys\nsys.stdout.buffer.write(b'{NOISE.decode()}')\n"
    long = f"import sys\nsys.stdout.write('x' * {LONG_LINE} + '\\nthe end\\n')\n"
    folder = repository(
        "noisy", {"m.txt": b"one\n", "noise.py": noise.encode(), "long.py": long.encode()}
    )
    run = verify(command_line, folder, SIMPLE_PATCH, "python3 noise.py")
    step("a log with escape sequences")
    with Watched(gui, "--run", run) as window:
        window.enabled("New task")
        window.keys("ctrl+2")
        entry = window.find("Filter runs by request or outcome", role="text")
        window.focus(entry)
        window.type("mine")
        window.keys("ctrl+a", "ctrl+c", "BackSpace")
        window.keys("ctrl+7")
        output = window.find_text("99 percent")
        shown = text_of(output)
        expect("10 percent" not in shown, "a carriage return did not go back")
        expect("not UTF-8" in shown and "red last" in shown, f"the output is {shown[:500]!r}")
        expect_marks(window)
        window.expect_key_answer()
        window.keys("ctrl+2")
        entry = window.find("Filter runs by request or outcome", role="text")
        window.focus(entry)
        window.keys("ctrl+v")
        window.wait_for(lambda: text_of(entry), "the clipboard in the entry", 10)
        expect(text_of(entry) == "mine", f"the clipboard holds {text_of(entry)!r}")
        window.quit()

    run = verify(command_line, folder, SIMPLE_PATCH, "python3 long.py")
    step("a line of 100 MB")
    with Watched(gui, "--run", run) as window:
        window.enabled("New task")
        window.keys("ctrl+7")
        time.sleep(5)
        window.keys("ctrl+End", "ctrl+Home", "End", "Prior", "Next")
        window.expect_key_answer()
        end = text_of(window.find("Output", role="text"))[-200:]
        expect("the end" in end, f"the log ends with {end!r}")
        window.quit()


def look_everywhere(window):
    """Reads every pane, and the start page."""
    for pane in ("ctrl+2", "ctrl+5", "ctrl+6", "ctrl+7", "ctrl+8", "ctrl+1", "ctrl+4", "ctrl+3"):
        window.keys(pane)
    expect_marks(window)
    window.keys("ctrl+9")
    window.find("Recent repositories", role="list")
    expect_marks(window)


def names(gui, command_line):
    """Names of files and tests with control and bidirectional characters."""
    test = (
        "import pytest\n\n\n"
        f"@pytest.mark.parametrize('n', [pytest.param(1, id={EVIL_TEST!a})])\n"
        f"def test_n(n):\n    assert open('m.txt').read() == 'two\\n', {EVIL_MESSAGE!a}\n"
    )
    option = "disable_test_id_escaping_and_forfeit_all_rights_to_community_support"
    files = {
        "m.txt": b"one\n",
        TURNED_NAME: b"old\n",
        EVIL_NAME: b"old\n",
        "test_n.py": test.encode(),
        "pytest.ini": f"[pytest]\n{option} = true\n".encode(),
    }
    folder = repository("named \u202eyp", files)
    for name, words in ((TURNED_NAME, "passes all tests"), (EVIL_NAME, "refused")):
        quoted = "".join(chr(each) if 0x20 <= each < 0x7F else f"\\{each:03o}" for each in name.encode())
        patch = SIMPLE_PATCH + f'--- "a/{quoted}"\n+++ "b/{quoted}"\n@@ -1 +1 @@\n-old\n+new\n'
        run = verify(command_line, folder, patch, "python3 -m pytest -q")
        step(f"the file name {name!a}")
        with Watched(gui, "--run", run) as window:
            window.find_text(words, role="label")
            look_everywhere(window)
            window.quit()


CASES = {each.__name__: each for each in (journals, vanished, many_hunks, outputs, names)}


def main(gui, command_line, *only):
    faults = []
    for name in only or CASES:
        try:
            CASES[name](gui, command_line)
        except Missing as missing:
            print(f"FAILED: {name}: {missing}", file=sys.stderr, flush=True)
            faults.append(name)
    expect(not faults, f"bad input was not held: {', '.join(faults)}")
    print("Bad input was shown safely or refused in place.", flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Missing as missing:
        print(f"FAILED: {missing}", file=sys.stderr)
        sys.exit(1)
