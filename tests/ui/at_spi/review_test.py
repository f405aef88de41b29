#!/usr/bin/env python3
"""The whole path in the real window, by names and keys alone: sample, step, run, review, approve, undo,
reject, edit, verify. Usage: session.sh /usr/bin/python3 review_test.py PROGRAM"""

import glob
import os
import sys
import time

import pyatspi

from crawl import controls, unnamed
from driver import Missing, Window, states, text_of

DATA = os.environ["XDG_DATA_HOME"]


def sample_file():
    """Bytes of the file that the sample's patch changes."""
    (folder,) = glob.glob(f"{DATA}/vouchsafe/samples/python-*")
    with open(f"{folder}/roombook/slots.py", "rb") as file:
        return file.read()


def step(text):
    print(f"- {text}", flush=True)


def expect(condition, what):
    if not condition:
        raise Missing(what)


def crawl(window, least):
    faults = unnamed(window.application)
    expect(not faults, "controls without a name:\n  " + "\n  ".join(faults))
    count = controls(window.application)
    expect(count >= least, f"only {count} controls were found, so the crawl saw nothing")
    step(f"  {count} controls, all named")


def wait_for_file(window, change, what):
    window.wait_for(lambda: change(sample_file()), what)


def main(program):
    with Window(program) as window:
        step("the welcome page names its controls and says what this machine has")
        window.find_text("bubblewrap")
        crawl(window, 10)

        step("the sample opens with its task")
        window.press("Try the Python sample")
        window.find_text("starts at the very moment")
        before = sample_file()
        crawl(window, 30)

        step("F10 starts a run that is held before its first phase")
        window.keys("F10")
        window.find_text("before Verify")
        window.keys("F10")
        window.find_text("before Retrieve")
        crawl(window, 30)

        step("F5 goes on to the end")
        window.keys("F5")
        window.find_text("passes all tests", patience=120)
        crawl(window, 40)
        expect(sample_file() == before, "the working tree was written before anybody approved")

        window.enabled("Approve and Apply")
        step("A asks, and Enter alone approves nothing")
        window.keys("ctrl+3", "a")
        dialog = window.find_text("Apply", role="dialog")
        window.keys("Return", "Return")
        time.sleep(1)
        expect(sample_file() == before, "Enter approved the patch")
        crawl(window, 3)
        if not any(node.getRoleName() == "dialog" for node in window.nodes()):
            window.keys("ctrl+3", "a")
            dialog = window.find_text("Apply", role="dialog")
            time.sleep(1)
        step(f"  the dialog is called {dialog.name!r}")
        window.keys("alt+a")
        wait_for_file(window, lambda now: now != before, "the patch in the working tree")

        step("undo puts the bytes back")
        window.enabled("Undo Apply")
        window.keys("ctrl+alt+u")
        wait_for_file(window, lambda now: now == before, "the bytes from before")

        window.enabled("Approve and Apply")
        step("E edits the right side, and an edited patch is not verified")
        window.keys("ctrl+3", "e")
        window.keys("ctrl+End")
        window.type("# looked at")
        window.keys("Escape")
        window.find_text("not verified")
        window.disabled("Approve and Apply")

        step("verified, it may be approved")
        window.keys("ctrl+alt+v")
        window.enabled("Stop")
        window.enabled("Approve and Apply")
        expect(window.says("passes all tests"), "the edited patch was not proven")

        step("R wants a reason, and the rejected patch is not offered again")
        window.keys("ctrl+3", "r")
        entry = window.find("Reason for the rejection", role="text")
        window.type("this is not the place")
        expect("not the place" in text_of(entry), "the reason could not be typed")
        window.press("Reject without trying again")
        window.find_text("rejected: this is not the place")
        window.disabled("Approve and Apply")
        expect(sample_file() == before, "the working tree was written without an approval")

        step("a run is stopped by its key and can be gone on with")
        window.keys("ctrl+n")
        window.find("Run the task")
        window.keys("F10")
        window.find_text("before Verify")
        window.keys("F11")
        window.enabled("Next Event")
        window.keys("shift+F5")
        window.enabled("New task")

        step("the start page and back leave every control named")
        window.keys("ctrl+9")
        window.find("Try the Python sample")
        crawl(window, 10)
        window.keys("ctrl+9")
        crawl(window, 30)

        step("the window closes by its key, and nothing is left of it")
        window.keys("ctrl+q")
        window.process.wait(20)
        expect(window.process.returncode == 0, f"the program ended with {window.process.returncode}")
    print("The whole path went by names and keys.", flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Missing as missing:
        print(f"FAILED: {missing}", file=sys.stderr)
        sys.exit(1)
