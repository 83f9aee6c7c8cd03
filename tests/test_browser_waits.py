"""Tests in a browser wait for states: on a busy machine nothing is true after so many seconds, or at the first look."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.referee.support.running import PATIENCE

HERE = Path(__file__).parent
BROWSER = "playwright.sync_api"
PAUSED = frozenset({"sleep", "wait_for_timeout"})
READS = frozenset(
    {"all_inner_texts", "all_text_contents", "get_attribute", "inner_text", "input_value", "text_content", "count"}
    | {"is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible"}
)
"""What looks at a page once; `expect` looks until it is so."""
NOT_READ_ONCE = {
    "referee/clocks/test_clock_steps_browser.py": 1,  # looked at again and again
    "referee/desk/test_desk_browser.py": 1,  # of a page that the service has rendered whole, like the next ones
    "referee/events/test_event_browser.py": 2,
    "referee/projector/test_screen_browser.py": 2,
    "referee/public/test_event_story_browser.py": 2,
    "referee/public/test_public_browser.py": 2,
    "referee/tables/test_tablet_amend.py": 1,  # after the page has shown what is due
    "referee/tables/test_tablet_handover.py": 1,  # of a code that was just read
    "referee/tables/test_tablet_taps.py": 1,  # after the page has heard every tap
}
"""How often a file may assert what it has read once, and why: it has waited for the whole page before."""
PAUSES = {
    "referee/clocks/test_clock_steps_browser.py": 1,  # what must stay so for a while is looked at again and again
    "referee/projector/test_screen_browser.py": 1,
    "referee/public/test_event_story_browser.py": 1,  # between looks, until it is so
    "referee/tables/test_tablet_amend.py": 1,  # one time must be surely later than another
    "referee/tables/test_tablet_hand.py": 1,  # a slow network
    "referee/tables/test_tablet_taps.py": 1,  # a finger that bounces
}
"""How often a file may pause, and why."""


def browser_tests() -> Iterator[tuple[str, ast.Module]]:
    """The tests and their helpers that drive a browser, by path."""
    for path in sorted((HERE / "referee").rglob("*.py")):
        text = path.read_text("utf-8")
        if BROWSER in text:
            yield path.relative_to(HERE).as_posix(), ast.parse(text)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a method or of a module's function, with its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, node


def test_browser_tests_do_not_pause_and_hope() -> None:
    found = Counter(path for path, tree in browser_tests() for name, _ in calls(tree) if name in PAUSED)
    assert dict(found) == PAUSES


def test_what_a_page_comes_to_show_is_not_looked_at_once() -> None:
    found = Counter(
        path
        for path, tree in browser_tests()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
        for name, call in calls(node)
        if name in READS and (name != "count" or not call.args)
    )
    assert dict(found) == NOT_READ_ONCE


def test_nothing_has_less_patience_than_a_busy_machine_needs() -> None:
    hasty = [
        f"{path}: {name}"
        for path, tree in browser_tests()
        for name, call in calls(tree)
        if name.startswith(("to_", "not_to_", "wait_for", "expect_")) or name in {"tap", "click", "fill", "goto"}
        for each in call.keywords
        if each.arg == "timeout" and isinstance(each.value, ast.Constant)
        if isinstance(each.value.value, int | float) and each.value.value < PATIENCE * 1000
    ]
    assert hasty == []
