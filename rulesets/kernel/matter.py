"""What stands open in a game - an offer, a win, a declaration, a talk - is looked at again after every report.

This is the only place where a report is carried out.  A chapter that keeps something open says once what still holds
(`Matter`); nothing else has to remember it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulesets.kernel.refusal import Refusal
from rulesets.kernel.rule import Rule


class Matter(NamedTuple):
    """What one chapter keeps open.

    ``is_open(state)``: whether anything stands.  ``lapse(draft)``: lets lapse, each with a warning or an event, what no
    longer holds in a position just reached.  ``breaks(state, report, after)``: the refusals of a report that would
    break what binds in ``state``, or None; ``after``: the draft of the position it leads to, lapses included.
    """

    is_open: Callable[[Any], bool]
    lapse: Callable[[Any], None]
    breaks: Callable[[Any, Any, Any], list[Refusal] | None] | None = None


def matters(mechanics: Any) -> tuple[Matter, ...]:
    """What a game keeps open, in the order in which it is looked at; a game that keeps nothing open says nothing."""
    found: tuple[Matter, ...] = getattr(mechanics, "matters", ())
    return found


def review(mechanics: Any, draft: Any) -> None:
    """Let lapse what no longer holds in a position just reached."""
    for each in matters(mechanics):
        if each.is_open(draft):
            each.lapse(draft)


def carry_out(mechanics: Any, state: Any, rule: Rule, report: Any) -> Any:
    """Return the draft of the next state: what follows from a report, what lapses by it, and what follows from that."""
    draft = mechanics.draft(state)
    rule.carry_out(draft, report)
    review(mechanics, draft)
    return draft


def broken(mechanics: Any, state: Any, report: Any, after: Any) -> list[Refusal]:
    """Return the refusals of a report that would break what binds; ``after``: the draft of `carry_out`."""
    found: list[Refusal] = []
    for each in matters(mechanics):
        if each.breaks and each.is_open(state):
            found += each.breaks(state, report, after) or ()
    return found
