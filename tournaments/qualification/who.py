"""The candidates of qualification steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.standings.contest import GameLine
from tournaments.standings.tally import Tally


@dataclass(frozen=True, slots=True)
class Everybody:
    """All who have played; before the first round, all."""

    who: ClassVar[str] = "all"

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates."""
        return [player for player, lines in tally.lines.items() if lines or not after]


@dataclass(frozen=True, slots=True)
class MonopolyWinners:
    """Players with at least ``wins`` wins by monopoly in ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "monopoly_winners"
    rounds: tuple[int, ...] = ()
    wins: int = 1

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates."""
        return [player for player, lines in tally.lines.items() if len(_won(lines, self.rounds)) >= self.wins]


@dataclass(frozen=True, slots=True)
class StraightWinners:
    """Players with ``straight`` monopoly wins in consecutive rounds within ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "straight_winners"
    straight: int
    rounds: tuple[int, ...] = ()

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates."""
        return [player for player, lines in tally.lines.items() if _longest(_won(lines, self.rounds)) >= self.straight]


@dataclass(frozen=True, slots=True)
class TableWinners:
    """Players who were first at their table in one of ``rounds`` (empty: all rounds)."""

    who: ClassVar[str] = "table_winners"
    rounds: tuple[int, ...] = ()

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates."""
        return [
            player
            for player, lines in tally.lines.items()
            if any(line.place == 1 and (not self.rounds or line.round in self.rounds) for line in lines)
        ]


@dataclass(frozen=True, slots=True)
class Group:
    """Players of a class or with a flag, whether or not they have played."""

    who: ClassVar[str] = "group"
    group: str

    def among(self, tally: Tally, after: int) -> Sequence[str]:
        """The ids of the candidates."""
        return [player.id for player in tally.contest.players if self.group in player.groups]


def _won(lines: Sequence[GameLine], rounds: tuple[int, ...]) -> list[int]:
    return [line.round for line in lines if line.monopoly_win and (not rounds or line.round in rounds)]


def _longest(rounds: list[int]) -> int:
    """The length of the longest run of consecutive numbers in an ascending list."""
    longest = row = 0
    for number, each in enumerate(rounds):
        row = row + 1 if number and rounds[number - 1] == each - 1 else 1
        longest = max(longest, row)
    return longest
