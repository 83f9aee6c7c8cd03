"""Minimizes a record that breaks a law: fewer reports, a start position instead of earlier reports, fewer fields.

It stops at a deadline with the smallest record found so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import monotonic
from typing import Any

from tests.fuzz.hostile import Path, at, paths
from tests.fuzz.opening import Header
from tests.fuzz.play import Fault, find_fault, open_game, steps

SECONDS = 20.0
"""The maximum time for minimizing a record."""


def minimized(fault: Fault, seconds: float = SECONDS) -> Fault:
    """Return the smallest record found within the time that breaks the same law."""
    deadline = monotonic() + seconds
    smaller = find_fault(fault.ruleset, fault.header, fault.reports, fault.law, fault.seed)
    if smaller is None:
        return fault  # not reproducible: keep the whole record
    least = smaller
    for candidate in from_positions(least):
        if monotonic() < deadline and (smaller := still_broken(least, *candidate)):
            least = smaller
            break
    least = fewer_reports(least, deadline)
    return fewer_fields(least, deadline)


def still_broken(least: Fault, header: Header, reports: list[Any]) -> Fault | None:
    """Check a smaller record: its fault if it still breaks the law."""
    return find_fault(least.ruleset, header, reports, least.law, least.seed)


def from_positions(fault: Fault) -> Iterator[tuple[Header, list[Any]]]:
    """Yield records of only the last few reports, started from the position before them."""
    game = open_game(fault.ruleset, fault.header).game
    if game is None or not fault.reports:
        return
    games = [game, *(step.answer.game for step in steps(fault.header, game, fault.reports[:-1]))]
    for count in (1, 2, 3, 4, 6, 8, 12, 20):
        if count <= len(fault.reports):
            start = game.ruleset.position(games[-count])
            yield {**fault.header, "start": start}, list(fault.reports[-count:])


def fewer_reports(least: Fault, deadline: float) -> Fault:
    """Drop reports in blocks: halves, quarters, … down to single ones."""
    size = max(1, len(least.reports) // 2)
    while size and monotonic() < deadline:
        first = 0
        while first < len(least.reports) and monotonic() < deadline:
            reports = [*least.reports[:first], *least.reports[first + size :]]
            if reports != list(least.reports) and (smaller := still_broken(least, least.header, reports)):
                least = smaller
            else:
                first += size
        size //= 2
    return least


def fewer_fields(least: Fault, deadline: float) -> Fault:
    """Drop fields of the header and the reports, outermost first, as long as the fault persists."""
    settled = False
    while not settled and monotonic() < deadline:
        settled = True
        for path in droppable([least.header, *least.reports]):
            lines = json.loads(json.dumps([least.header, *least.reports]))
            if monotonic() >= deadline:
                return least
            if not path_exists(lines, path):
                continue
            del at(lines, path[:-1])[path[-1]]
            if smaller := still_broken(least, lines[0], lines[1:]):
                least, settled = smaller, False
    return least


def droppable(lines: list[Any]) -> list[Path]:
    """The paths of the parts of a record that may be dropped, outermost first, the last of a list first."""
    fit = [path for path in paths(lines) if len(path) > 1 and path[1] not in ("record", "ruleset", "seats", "type")]
    return sorted(fit, key=lambda path: (len(path), -path[-1] if isinstance(path[-1], int) else 0))


def path_exists(value: Any, path: Path) -> bool:
    """Whether a path still exists."""
    try:
        at(value, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True
