"""Which entries of a log stand, and which ones a report takes back or restores.

A retraction takes back an entry and all after it: the table is again as it was before that entry.  Retractions stand,
too, since they can be taken back themselves: then what they had taken back stands again, and what they had restored no
longer does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.core.chain import ChainLine
from rulesets.kernel.record import read_line


class Standing(NamedTuple):
    """An accepted entry that stands, and the earlier one that stands before it: a linked list."""

    seq: int
    report: Any
    before: Standing | None


History = list[Standing | None]
"""The last standing entry after each entry of a log, by its number; at 0, before the first one."""


def standing_history(lines: Iterable[ChainLine]) -> History:
    """The last standing entry after each entry of a whole log."""
    found: History = [None]
    for line in lines:
        found.append(next_standing(found, read_line(line.report)) if line.accepted else found[-1])
    return found


def next_standing(before: History, report: Any) -> Standing:
    """The last standing entry once a report is accepted: that report, on top of what it leaves standing."""
    return Standing(len(before), report, _left_standing(before, report))


def affected_entries(before: History, report: Any) -> list[int]:
    """The entries that a report would take back or restore if it were accepted, the latest first.

    ``before``: of the whole log that it would follow.  Empty for a report that is not a retraction, or takes back an
    entry that does not exist.
    """
    found = []
    one, other = before[-1], _left_standing(before, report)
    while one is not other:  # what is below a standing entry never changes, so the two lists meet
        if other is None or (one is not None and one.seq > other.seq):
            assert one is not None
            found.append(one.seq)
            one = one.before
        else:
            found.append(other.seq)
            other = other.before
    return found


def standing_after(lines: Sequence[ChainLine], seq: int) -> list[Standing]:
    """The entries after ``seq`` that stand at the end of a whole log, in order, without retractions."""
    found = []
    last = standing_history(lines)[-1]
    while last is not None and last.seq > seq:
        if last.report["type"] != "retract":
            found.append(last)
        last = last.before
    return found[::-1]


def is_retraction(report: Any) -> bool:
    """Whether a report is a retraction, of whatever entry."""
    return isinstance(report, dict) and report.get("type") == "retract"


def _left_standing(before: History, report: Any) -> Standing | None:
    """What a report leaves standing: for a retraction, what stood before the entry that it takes back."""
    if is_retraction(report):
        seq = report.get("seq")
        if type(seq) is int and 1 <= seq < len(before):
            return before[seq - 1]
    return before[-1]
