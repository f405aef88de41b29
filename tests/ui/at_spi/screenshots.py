#!/usr/bin/env python3
"""Pictures of the window's main states, in one theme and scale.
Usage: session.sh /usr/bin/python3 screenshots.py FOLDER LOOK VOUCHSAFE_GUI VOUCHSAFE [STATE...]"""

import glob
import json
import os
import subprocess
import sys
import time

import pyatspi

from driver import Missing, Window, states

DATA = os.environ["XDG_DATA_HOME"]

TASK = "A meeting that starts at the very moment another one ends in the same room is refused."
# It lets a meeting begin where another ends, and forbids the other way round.
WRONG_PATCH = """\
--- a/roombook/slots.py
+++ b/roombook/slots.py
@@ -22,5 +22,5 @@
     def overlaps(self, other):
         \"\"\"Whether the two share any moment.\"\"\"
-        return self.start < other.end and other.start <= self.end
+        return self.start <= other.end and other.start < self.end
 
     def contains(self, moment):
"""
PLAN = {
    "goal": "Treat a slot as half open when two of them are compared",
    "steps": ["Compare the end of a slot strictly in Slot.overlaps"],
    "files": ["roombook/slots.py"],
    "risks": ["gaps() reads the same ends"],
}


class Pictures:
    """Takes pictures of the whole screen below one folder."""

    def __init__(self, folder, look):
        self.folder, self.look = folder, look

    def take(self, state, settle=1.0):
        """`settle` seconds let what was asked for come to rest; 0 catches what is under way."""
        time.sleep(settle)
        path = os.path.join(self.folder, f"{state}-{self.look}.png")
        subprocess.run(["import", "-silent", "-window", "root", path], check=True)
        print(f"- {path}", flush=True)


def sample():
    """The copy of the sample that was opened last."""
    return max(glob.glob(f"{DATA}/vouchsafe/samples/python-*"), key=os.path.getmtime)


def open_sample(window):
    window.find_text("bubblewrap")
    window.press("Try the Python sample")
    window.find_text("starts at the very moment")


def welcome(pictures, gui, _):
    """What is seen first, with something in the list of recent repositories."""
    with Window(gui) as window:
        open_sample(window)
        window.keys("ctrl+9")
        window.find_text("bubblewrap")
        pictures.take("welcome")


def options(pictures, gui, _):
    """The task with all that a run can be told beside it."""
    with Window(gui) as window:
        open_sample(window)
        window.press("Options of the run", "check box")
        window.find("Runtime")
        pictures.take("options")


def run_and_review(pictures, gui, _):
    """One run of the sample, from held to an edited patch."""
    with Window(gui) as window:
        open_sample(window)
        pictures.take("task")
        window.keys("F10")
        window.find_text("before Verify")
        window.keys("F10")
        window.find_text("before Retrieve")
        window.keys("F10")
        window.find_text("before Plan")
        pictures.take("held")
        window.keys("F10")
        window.find_text("before Patch")
        window.keys("F5")
        pictures.take("running", settle=1.5)
        approve = window.find("Approve and Apply", "push button")
        window.wait_for(lambda: pyatspi.STATE_ENABLED in states(approve), "a proven patch", 300)
        pictures.take("review")

        window.keys("ctrl+7")
        pictures.take("output")
        window.keys("ctrl+3", "r")
        window.find("Reason for the rejection", role="text")
        pictures.take("rejecting")
        window.keys("Escape", "ctrl+3", "a")
        window.find_text("Apply", role="dialog")
        pictures.take("approving", settle=2)
        window.keys("Escape")

        window.keys("ctrl+3", "e")
        window.keys("ctrl+End")
        window.type("# looked at")
        window.keys("Return")
        pictures.take("editing")
        window.keys("Escape")
        window.find_text("not verified")
        pictures.take("edited")
        window.keys("ctrl+q")
        window.process.wait(20)


def failed(pictures, gui, command_line):
    """A run that recorded replies led to a wrong patch, opened as it was left."""
    with Window(gui) as window:
        open_sample(window)
    repository = sample()
    replies = os.path.join(os.path.dirname(DATA), "replies")
    with open(replies, "w", encoding="utf-8") as file:
        for role, text in (("architect", json.dumps(PLAN)), ("engineer", f"```diff\n{WRONG_PATCH}```\n")):
            file.write(json.dumps({"role": role, "text": text}) + "\n")
    finished = subprocess.run(
        [command_line, "run", repository, "--task", TASK, "--attempts", "1"]
        + ["--engineer", f"scripted:{replies}", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode != 1:
        raise Missing(f"the wrong patch ended with {finished.returncode}:\n{finished.stderr}")
    run = json.loads(finished.stdout.splitlines()[-1])["run"]
    with Window(gui, "--run", run, repository) as window:
        window.enabled("New task")
        window.find_text("breaks tests that passed")
        pictures.take("failed")


def error(pictures, gui, _):
    """A folder that is no repository."""
    folder = os.path.join(os.environ["HOME"], "holiday-photos")
    os.makedirs(folder, exist_ok=True)
    with Window(gui, folder) as window:
        window.find_text("holiday-photos")
        pictures.take("error")


def machine(pictures, gui, _):
    """The page of this machine, reached and used by keys alone: examined, its end, and the question to clean."""
    with Window(gui) as window:
        window.find_text("bubblewrap")
        window.keys("alt+h", "m")
        window.find("This Machine", role="dialog")
        pictures.take("machine-examining", settle=0.3)
        window.enabled("Clean what nobody uses")
        window.enabled("Examine this machine again")
        pictures.take("machine")
        window.keys("ctrl+End", "Tab", "Tab")
        pictures.take("machine-disk")
        window.focus(window.find("Clean what nobody uses"))
        window.keys("space")
        window.find("Clean This Machine", role="dialog")
        pictures.take("machine-cleaning")
        window.keys("Escape", "Escape")


STATES = {each.__name__: each for each in (welcome, options, run_and_review, failed, error, machine)}


def main(folder, look, gui, command_line, *names):
    for name in names or STATES:
        STATES[name](Pictures(folder, look), gui, command_line)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Missing as missing:
        print(f"FAILED: {missing}", file=sys.stderr)
        sys.exit(1)
