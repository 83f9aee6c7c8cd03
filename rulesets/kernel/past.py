"""The numbered past of a game, and taking reports back: ``retract``."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, whole


class Past(NamedTuple):
    """The state before report ``seq``, which still stands, and the past before that: a linked list."""

    seq: int
    state: Any
    before: Past | None

    def __repr__(self) -> str:
        """One line, however long the game."""
        return f"<Past before report {self.seq}>"


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
