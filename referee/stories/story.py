"""The whole story of a game, its deals included: everything that is computed from its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.stories.figures import GameMoment, StoryFigures, figures, standing_moments
from referee.stories.track import Landings, Luck, dice, landings, luck
from referee.stories.turning import TurningPoint, turning_points
from rulesets import Answer, Game
from rulesets.kernel.mechanics import Mechanics
from rulesets.languages import FALLBACK


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


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a game.  ``game``: before its first report; ``cash``: by seat, at every moment; ``track``: the keys
    of the spaces in board order; ``landings``: for each space of the track; ``dice``: by seat, how often each sum was
    thrown.
    """

    game: Game
    moments: tuple[GameMoment, ...]
    figures: StoryFigures
    cash: Mapping[str, tuple[int, ...]]
    track: tuple[str, ...]
    dice: Mapping[str, Mapping[int, int]]
    landings: tuple[Landings, ...]
    luck: Mapping[str, Luck]
    deals: tuple[ToldDeal, ...]
    turning_points: tuple[TurningPoint, ...]

    def rents(self) -> dict[tuple[str, str], tuple[int, int]]:
        """The sum and number of rents, by payer and owner; pairs without any are left out."""
        amounts: Counter[tuple[str, str]] = Counter()
        counts = Counter((each.payer, each.to) for each in self.figures.rents)
        for each in self.figures.rents:
            amounts[each.payer, each.to] += each.amount
        return {pair: (amounts[pair], counts[pair]) for pair in sorted(counts)}


def story_of(opening: Game, answers: Iterable[Answer]) -> Story:
    """The story of a game from its start and the answers to all its reports."""
    answers = list(answers)
    mechanics, table = opening.ruleset.mechanics, opening.state.table
    printed = mechanics.printed(table, FALLBACK)
    track = tuple(space["key"] for space in printed["spaces"])
    moments, found = standing_moments(opening, answers), figures(opening, answers)
    players = [mechanics.position(each.state)["players"] for each in moments]
    groups = {group["key"]: group["deeds"] for group in printed["groups"]}
    return Story(
        game=opening,
        moments=moments,
        figures=found,
        cash={seat: tuple(each[seat]["cash"] for each in players) for seat in table.seats},
        track=track,
        dice=dice(moments, table.seats),
        landings=landings(moments, track),
        luck=luck(mechanics, moments, track, table.seats),
        deals=deals(mechanics, moments, {deed["key"]: deed.get("price") or 0 for deed in printed["deeds"]}),
        turning_points=turning_points(mechanics, moments, found, groups),
    )
