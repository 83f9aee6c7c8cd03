"""The game as a table sees it when it makes its next report: the position as JSON, and the legal reports.

Almost everything is read from the public position, so that the fuzzer does not rely on the code it tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from rulesets import Game
from rulesets.kernel.ruleset import Ruleset

Report = dict[str, Any]
Position = dict[str, Any]
HOTEL = 5


@dataclass(frozen=True)
class Seen:
    """A game as its table sees it, with cached properties."""

    game: Game

    @property
    def ruleset(self) -> Ruleset:
        return self.game.ruleset

    @cached_property
    def position(self) -> Position:
        return self.ruleset.position(self.game)

    @cached_property
    def legal(self) -> list[Report]:
        return self.ruleset.legal(self.game)

    @property
    def due(self) -> list[Report]:
        due: list[Report] = self.position["due"]
        return due

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ruleset.over(self.game)

    @property
    def edition(self) -> Any:
        return self.game.state.table.edition

    @property
    def seats(self) -> list[str]:
        """Every seat, in turn order."""
        return list(self.position["players"])

    @property
    def playing(self) -> list[str]:
        """The seats still in the game."""
        return [seat for seat, player in self.position["players"].items() if not player["out"]]

    def cash(self, seat: str) -> int:
        cash: int = self.position["players"][seat]["cash"]
        return cash

    def cards(self, seat: str) -> list[str]:
        """The release cards that a seat holds."""
        cards: list[str] = self.position["players"][seat]["cards"]
        return cards

    def deeds(self, seat: str) -> list[str]:
        """The deeds that a seat holds, in board order."""
        return [deed for deed, row in self.position["deeds"].items() if row["owner"] == seat]

    def debts(self) -> list[Report]:
        """The debts that are due."""
        return [entry for entry in self.due if entry["kind"] == "debt"]

    def groups(self, seat: str) -> list[list[str]]:
        """The lots of every colour group that a seat owns whole and could build on."""
        held = set(self.deeds(seat))
        found = []
        for group in self.edition.groups.values():
            keys = [self.edition.deeds[number].key for number in group]
            if held.issuperset(keys) and self.edition.deeds[group[0]].building_cost:
                found.append(keys)
        return found

    def level(self, deed: str) -> int:
        level: int = self.position["deeds"].get(deed, {}).get("level", 0)
        return level


def somebody(seen: Seen, random: Random) -> str:
    """A seat, mostly one still in the game."""
    return random.choice(seen.playing if random.random() < 0.97 and seen.playing else seen.seats)


def other(seen: Seen, random: Random, seat: str) -> str:
    """Another seat, mostly one still in the game."""
    rest = [each for each in seen.playing if each != seat]
    return random.choice(rest) if rest and random.random() < 0.97 else somebody(seen, random)


def some_deeds(seen: Seen, random: Random, seat: str, most: int = 3) -> list[str]:
    """Some deeds of a seat in random order; rarely those of others."""
    own = seen.deeds(seat)
    if not own or random.random() < 0.03:
        own = [deed.key for deed in seen.edition.deeds]
    return random.sample(own, min(len(own), random.choice((1, 1, 1, 2, most))))


def throw(random: Random) -> list[int]:
    """Two dice, with doubles more often than fair dice give."""
    first = random.randint(1, 6)
    return [first, first] if random.random() < 0.1 else [first, random.randint(1, 6)]
