"""Decisions made by hand (a playoff, a vote, a wildcard, dice): the open questions, and the answers given to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tournaments.fault import Fault, Faulty

SEEDING = "seeding"
"""The kind of decision that puts level players in the order of their seeds."""
OF_ALL = ("playoff", "dice_race", "roll_off", SEEDING)
"""Kinds of decision that say nothing once somebody is in question who was not: who plays and throws is compared with
those alone who did, and who was seeded with those who were."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was made.

    ``about``: the name of the question; ``by``: how it was decided; ``order``: ids, best first; ``among``: the players
    in question at the time, empty if that was not recorded; ``behind``: groups of the others, best first, the players
    of a group level with each other, as a game leaves them; empty if all others are level.
    """

    about: str
    by: str
    order: tuple[str, ...]
    among: tuple[str, ...] = ()
    behind: tuple[tuple[str, ...], ...] = ()


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
    """The players of a question in the order decided, none of those who get a place level; None while it is open."""
    order = tuple(group[0] for group in takewhile(lambda group: len(group) == 1, parted(decisions, wanted)))
    return order if len(order) >= wanted.places else None


def settled(decisions: Sequence[Decision], wanted: Wanted) -> tuple[tuple[str, ...], Wanted | None]:
    """What is decided of a question: its players in order, and the question that is left about those still level.

    With a question left, the order ends with the last player ahead of them.  Who shares a place that all of them get is
    not asked about again, nor who was beaten.
    """
    order: list[str] = []
    for group in parted(decisions, wanted):
        left = wanted.places - len(order)
        if 0 < left < len(group):
            return tuple(order), Wanted(wanted.about, wanted.by, group, left)
        order += group
    return tuple(order), None


def parted(decisions: Sequence[Decision], wanted: Wanted) -> tuple[tuple[str, ...], ...]:
    """The players of a question in groups, best first; those of a group are still level.

    The latest decision about all of them counts, and later ones about some of them part those further who were left
    level: a second playoff of two does not bring back the three who were beaten in the first.  Players who are no
    longer in question (a corrected result, a drop-out) are skipped, so that the next one moves up.  If a player has
    come into question since who did not take part in the playoff or throw, it says nothing.
    """
    counting: list[Decision] = []
    for decision in reversed(decisions):
        if (decision.about, decision.by) == (wanted.about, wanted.by):
            counting.append(decision)
            if _took_part(wanted, decision, wanted.players):
                break
    else:
        return (wanted.players,)
    groups: tuple[tuple[str, ...], ...] = (wanted.players,)
    for decision in reversed(counting):
        groups = tuple(part for group in groups for part in _parts(wanted, decision, group))
    return groups


def _took_part(wanted: Wanted, decision: Decision, players: Sequence[str]) -> bool:
    """Whether all these players were in question in a decision, as they must be for some kinds."""
    return wanted.by not in OF_ALL or not decision.among or set(players) <= set(decision.among)


def _parts(wanted: Wanted, decision: Decision, group: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a group of level players in the parts into which a decision divides it."""
    if not _took_part(wanted, decision, group):
        yield group
        return
    left = list(group)
    for named in (*((player,) for player in decision.order), *decision.behind):
        if part := tuple(player for player in named if player in left):
            yield part
            left = [player for player in left if player not in part]
    if left:
        yield tuple(left)
