"""The numbered past of a game, and taking reports back: ``retract``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, whole

STRETCH = 64
"""After so many reports the past is pickled as a part of its own: recursion is as deep as there are such parts."""


class Past(NamedTuple):
    """The state before report ``seq``, which still stands, and the past before that: a linked list.

    Games have thousands of reports, so nothing goes down the list by recursion.  It is pickled and copied in stretches
    that the games of one record share.
    """

    seq: int
    state: Any
    before: Past | None

    def __repr__(self) -> str:
        """One line, however long the game."""
        return f"<Past before report {self.seq}>"

    def each(self) -> Iterator[Past]:
        """Yield this report's past and every earlier one, the latest first."""
        past: Past | None = self
        while past is not None:
            yield past
            past = past.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        for mine, others in zip_longest(self.each(), other.each()):
            if mine is others:  # from here on they are one list
                return True
            if mine is None or others is None or (mine.seq, mine.state) != (others.seq, others.state):
                return False
        return True

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own, which goes down the list
        return not self == other

    def __hash__(self) -> int:
        return hash((self.seq, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        stretch = [self]
        while (before := stretch[-1].before) is not None and before.seq % STRETCH:
            stretch.append(before)
        return linked, ([(each.seq, each.state) for each in stretch], before)


def linked(stretch: list[tuple[int, Any]], before: Past | None) -> Past | None:
    """The past of some reports, each with the state before it, the latest first, and of what was ``before`` them."""
    for seq, state in reversed(stretch):
        before = Past(seq, state, before)
    return before


class Retract(NamedTuple):
    """The report ``seq`` and all after it are taken back."""

    seq: int


RETRACT = Form("retract", Retract, Field("seq", whole(1, 10**9)))


def retracted(past: Past | None, last: int, report: dict[str, Any]) -> Past | list[Refusal]:
    """Return the past to continue from when a ``retract`` is carried out, or why it cannot be.

    ``last``: the number of the game's last report.  The state to continue from is the one before the first report taken
    back.
    """
    parsed = RETRACT.parse(report, None)
    if isinstance(parsed, list):
        return parsed
    while past is not None and past.seq > parsed.seq:
        past = past.before
    if past is None or past.seq != parsed.seq:
        code = "retracted_before" if parsed.seq <= last else "retract_of_the_future"
        return [refuse(code, seq=parsed.seq, last=last)]
    return past
