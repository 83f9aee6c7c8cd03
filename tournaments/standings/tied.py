"""Criteria that are defined only among tied players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.lots import lot
from tournaments.standings.tally import Tally, Value, total


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The points made in the games in which all tied players were at one table.

    If there is no such game, the criterion is undefined and leaves all of them tied: other points were made against
    other opponents.
    """

    by: ClassVar[str] = "head_to_head"
    among_tied: ClassVar[bool] = True
    high: bool = True

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value | None]:
        """The sums."""
        first, *others = players
        together = [
            (line.round, line.table) for line in tally.lines[first] if all(other in line.opponents for other in others)
        ]
        if not together:
            return dict.fromkeys(players)
        return {
            player: total(
                points
                for line, points in zip(tally.lines[player], tally.points[player], strict=True)
                if (line.round, line.table) in together
            )
            for player in players
        }


@dataclass(frozen=True, slots=True)
class Lots:
    """A lot drawn from the event's seed and the player's id; the lowest lot is ahead."""

    by: ClassVar[str] = "lots"
    among_tied: ClassVar[bool] = True
    high: ClassVar[bool] = False

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value | None]:
        """The lots."""
        return {player: lot(tally.contest.seed, "standings", player) for player in players}
