"""What is decided by hand (a playoff, a vote, a wildcard, dice): asked for, entered, and found again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty

PLAYED = ("playoff", "dice_race", "roll_off")
"""Ways to decide in which everybody who is in question takes part."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided.  ``about``: what for, as the question named it; ``by``: how; ``order``: ids, best first;
    ``among``: who was in question then, nobody where that was not kept.
    """

    about: str
    by: str
    order: tuple[str, ...]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question that waits for a decision: which ``places`` of these ``players``, in order, and ``by`` what."""

    about: str
    by: str
    players: tuple[str, ...]
    places: int


def decide(wanted: Wanted, order: Sequence[str]) -> Decision:
    """The answer to a question.

    Raises Faulty if somebody is named who is not in question, somebody twice, or too few.
    """
    faults = [
        Fault("", "decision_of_others", {"given": player, "players": ", ".join(wanted.players)})
        for player in dict.fromkeys(order)
        if player not in wanted.players
    ]
    faults += [
        Fault("", "decision_twice", {"given": player}) for player in dict.fromkeys(order) if order.count(player) > 1
    ]
    named = len(set(order) & set(wanted.players))
    if named < wanted.places:
        faults.append(Fault("", "decision_short", {"given": named, "places": wanted.places}))
    if faults:
        raise Faulty(faults)
    return Decision(wanted.about, wanted.by, tuple(order), wanted.players)


def decided(decisions: Sequence[Decision], wanted: Wanted) -> tuple[str, ...] | None:
    """The players of a question in the order that was decided, the latest decision first; None while it is open.

    Whoever is no longer in question (a corrected result, a drop-out) is left out, so that the next moves up.  Where
    somebody has come into question who did not throw with the others, it is open again.
    """
    for decision in reversed(decisions):
        strange = decision.among and wanted.by in PLAYED and not set(wanted.players) <= set(decision.among)
        if (decision.about, decision.by) == (wanted.about, wanted.by) and not strange:
            order = tuple(player for player in dict.fromkeys(decision.order) if player in wanted.players)
            if len(order) >= wanted.places:
                return order
    return None
