"""The deals of a game, valued at the printed prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.stories.figures import GameMoment
from rulesets.kernel.mechanics import Mechanics


@dataclass(frozen=True, slots=True)
class GivenSide:
    """What one player gave in a deal.  ``list_value``: the cash plus the printed prices of the deeds, half of them for
    mortgaged ones.
    """

    player: str
    cash: int
    deeds: tuple[str, ...]
    cards: tuple[str, ...]
    list_value: int


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal between two players.  ``at``: the number of the report that made it."""

    at: int
    sides: tuple[GivenSide, GivenSide]


def deals(mechanics: Mechanics, moments: Sequence[GameMoment], prices: Mapping[str, int]) -> tuple[ToldDeal, ...]:
    """The deals of a game in order.  ``prices``: the printed ones, by deed."""
    found = []
    for before, each in pairwise(moments):
        for event in each.events:
            if event["kind"] == "traded":
                held = mechanics.position(before.state)["deeds"]
                given = _side(event["player"], event["give"], prices, held)
                taken = _side(event["with"], event["take"], prices, held)
                found.append(ToldDeal(each.at, (given, taken)))
    return tuple(found)


def _side(player: str, what: Mapping[str, Any], prices: Mapping[str, int], held: Mapping[str, Any]) -> GivenSide:
    deeds, cash = tuple(what.get("deeds", ())), what.get("cash", 0)
    values = [prices.get(deed, 0) // (2 if held.get(deed, {}).get("mortgaged") else 1) for deed in deeds]
    return GivenSide(player, cash, deeds, tuple(what.get("cards", ())), cash + sum(values))
