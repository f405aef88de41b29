"""Every control that is showing has a name that a screen reader can say."""

import pyatspi

from driver import children, is_showing, states, walk

# Roles that a person acts on or moves the focus into.
NAMED_ROLES = {
    "push button",
    "toggle button",
    "check box",
    "radio button",
    "combo box",
    "entry",
    "text",
    "spin button",
    "slider",
    "menu",
    "menu item",
    "check menu item",
    "radio menu item",
    "page tab",
    "page tab list",
    "tree",
    "tree table",
    "table",
    "list",
    "dialog",
}


def path_of(node):
    """Where a node stands, for people who have to find it."""
    names = []
    while node is not None and len(names) < 12:
        names.append(f"{node.getRoleName()}[{node.name}]")
        node = node.parent
    return " < ".join(names)


def unnamed(application):
    """Showing controls without a name, as paths."""
    faults = []
    for node in walk(application):
        if node.getRoleName() not in NAMED_ROLES or pyatspi.STATE_SHOWING not in states(node):
            continue
        # Qt names the tabs of docks by the one in front; where none shows there is nothing that a person meets.
        if node.getRoleName() == "page tab list" and not any(is_showing(tab) for tab in children(node)):
            continue
        if not (node.name or "").strip():
            faults.append(path_of(node))
    return faults


def controls(application):
    """How many controls there are, so that a crawl over nothing is noticed."""
    return sum(
        1
        for node in walk(application)
        if node.getRoleName() in NAMED_ROLES and pyatspi.STATE_SHOWING in states(node)
    )
