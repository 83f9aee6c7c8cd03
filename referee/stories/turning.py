"""The turning points of a game: completed groups, rents that hurt, money in the middle of the board that helped,
bankruptcies, rulings, the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.stories.figures import GameMoment, StoryFigures
from rulesets.kernel.mechanics import Mechanics
from rulesets.kernel.ruleset import Event

GROUP, RENT, POT, BANKRUPT, RULING, END = "group", "rent", "pot", "bankrupt", "ruling", "end"
HURTING_SHARE = 4
"""A rent, or money taken from the middle of the board, is a turning point if it is at least this fraction (one in so
many) of what its payer, or its taker, was worth.
"""
ENDS = frozenset({"won_by_monopoly", "over_by_time", "over_by_bankruptcy", "last_survivor", "counted"})
KIND_OF_EVENT = {"bankrupt": BANKRUPT, "ruling": RULING, **dict.fromkeys(ENDS, END)}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point.  ``moment``: the index of the moment that it led to; ``player``: whom it is about; ``group``:
    the key of the group that was completed; ``event``: what happened, None for a completed group.
    """

    moment: int
    kind: str
    player: str | None = None
    group: str | None = None
    event: Event | None = None


def turning_points(
    mechanics: Mechanics, moments: Sequence[GameMoment], figures: StoryFigures, groups: Mapping[str, Sequence[str]]
) -> tuple[TurningPoint, ...]:
    """The turning points of a game in order.  ``figures``: of the moments; ``groups``: by key, the deeds of a group."""
    points: list[TurningPoint] = []
    complete = _complete_groups(mechanics.position(moments[0].state)["deeds"], groups)
    for number, each in enumerate(moments):
        points += (TurningPoint(number, kind, event.get("player"), None, event) for kind, event in _by_kind(each))
        points += (
            TurningPoint(number, kind, event["player"], None, event) for kind, event in _large(number, each, figures)
        )
        now = _complete_groups(mechanics.position(each.state)["deeds"], groups)
        points += (TurningPoint(number, GROUP, now[key], key) for key in now if complete.get(key) != now[key])
        complete = now
    return tuple(points)


def _by_kind(moment: GameMoment) -> Iterator[tuple[str, Event]]:
    for event in moment.events:
        if event["kind"] in KIND_OF_EVENT:
            yield KIND_OF_EVENT[event["kind"]], event


def _large(number: int, moment: GameMoment, figures: StoryFigures) -> Iterator[tuple[str, Event]]:
    for event in moment.events:
        rent = event["kind"] == "paid" and event.get("cause") == "rent"
        if rent or event["kind"] == "pot_taken":
            worth = figures.worths[event["player"]][number - 1]
            if event["amount"] * HURTING_SHARE >= worth:
                yield RENT if rent else POT, event


def _complete_groups(deeds: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The owners of complete groups of two or more deeds, by the group's key."""
    found = {}
    for key, members in groups.items():
        owners = {deeds.get(deed, {}).get("owner") for deed in members}
        if len(members) > 1 and len(owners) == 1 and None not in owners:
            found[key] = owners.pop()
    return found
