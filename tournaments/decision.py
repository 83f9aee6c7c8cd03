"""Decisions made by hand (a playoff, a vote, a wildcard, dice): the open questions, and the answers given to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty

PLAYED = ("playoff", "dice_race", "roll_off")
"""Kinds of decision in which all players in question take part."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was made.

    ``about``: the name of the question; ``by``: how it was decided; ``order``: ids, best first; ``among``: the players
    in question at the time, empty if that was not recorded.
    """

    about: str
    by: str
    order: tuple[str, ...]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """An open question: which ``players`` get the ``places``, in order; ``by``: how it is to be decided."""

    about: str
    by: str
    players: tuple[str, ...]
    places: int


def decide(wanted: Wanted, order: Sequence[str]) -> Decision:
    """Answer a question.

    Raises Faulty if a player is named who is not in question, if one is named twice, or if too few are named.
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


def decided_order(decisions: Sequence[Decision], wanted: Wanted) -> tuple[str, ...] | None:
    """The players of a question in the order decided, or None while it is open; the latest decision wins.

    Players who are no longer in question (a corrected result, a drop-out) are skipped, so that the next one moves up.
    If a player has come into question since who did not take part in the playoff or throw, the question is open again.
    """
    for decision in reversed(decisions):
        strange = decision.among and wanted.by in PLAYED and not set(wanted.players) <= set(decision.among)
        if (decision.about, decision.by) == (wanted.about, wanted.by) and not strange:
            order = tuple(player for player in dict.fromkeys(decision.order) if player in wanted.players)
            if len(order) >= wanted.places:
                return order
    return None
