#!/usr/bin/env python3
"""Asks a program over the accessibility bus, again and again, and writes each answer's seconds on a line.
What is asked for is never cached, so the thread of the window has to answer. Usage: pulse.py PID"""

import os
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
import pyatspi  # noqa: E402
from gi.repository import Atspi  # noqa: E402

PAUSE = 0.05


def frame_of(pid):
    """The main window of that process, once there is one."""
    while True:
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and application.get_process_id() == pid and application.childCount > 0:
                return application.getChildAtIndex(0)
        time.sleep(PAUSE)


def main(pid):
    Atspi.set_timeout(120_000, 120_000)  # a late answer is measured, not given up
    frame = frame_of(pid)
    while os.path.exists(f"/proc/{pid}"):
        began = time.monotonic()
        frame.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        print(f"{time.monotonic() - began:.3f}", flush=True)
        time.sleep(PAUSE)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]))
    except Exception:  # the program ended in the middle of an answer
        sys.exit(0)
