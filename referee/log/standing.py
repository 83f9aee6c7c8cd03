"""What stands of a log, and what a report takes back of it or brings back.

A retraction takes an entry back and all behind it: the table stands again as it did before that entry.  Retractions are
among what stands, for they too can be taken back: then stands again what they had taken, and falls again what they had
brought back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.core.chain import Line
from rulesets.kernel.record import read_line


class Standing(NamedTuple):
    """An accepted entry that stands, and the one that stands before it: one that came earlier."""

    seq: int
    report: Any
    before: Standing | None


Course = list[Standing | None]
"""The last entry that stood after each entry of a log, the first place being before them all."""


def course(lines: Iterable[Line]) -> Course:
    """How a whole log came to stand as it does."""
    found: Course = [None]
    for line in lines:
        found.append(followed(found, read_line(line.report)) if line.accepted else found[-1])
    return found


def followed(before: Course, report: Any) -> Standing:
    """The last entry that stands once a report is accepted: that report, upon what it leaves standing."""
    return Standing(len(before), report, _left(before, report))


def touched(before: Course, report: Any) -> list[int]:
    """The entries that a report would take back or bring back, if it were accepted, the latest first.

    ``before``: the whole log that it would follow.  For a report that is no retraction, or takes back what there is
    not, none.
    """
    found = []
    one, other = before[-1], _left(before, report)
    while one is not other:  # an entry stands upon the same ones wherever it stands
        if other is None or (one is not None and one.seq > other.seq):
            assert one is not None
            found.append(one.seq)
            one = one.before
        else:
            found.append(other.seq)
            other = other.before
    return found


def behind(lines: Sequence[Line], seq: int) -> list[Standing]:
    """The entries that stand at the end of a whole log and came behind entry ``seq``, but for retractions, the first
    one first.
    """
    found = []
    last = course(lines)[-1]
    while last is not None and last.seq > seq:
        if last.report["type"] != "retract":
            found.append(last)
        last = last.before
    return found[::-1]


def is_retraction(report: Any) -> bool:
    """Whether a report takes something back, whatever that is."""
    return isinstance(report, dict) and report.get("type") == "retract"


def _left(before: Course, report: Any) -> Standing | None:
    """What a report leaves standing: for a retraction, what stood before the entry that it takes back."""
    if is_retraction(report):
        seq = report.get("seq")
        if type(seq) is int and 1 <= seq < len(before):
            return before[seq - 1]
    return before[-1]
