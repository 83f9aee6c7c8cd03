"""What has been played so far, as input for standings and qualification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.decision import Decision
from tournaments.result import GameResult, places


@dataclass(frozen=True, slots=True)
class ContestPlayer:
    """A player of the event.

    ``dropped_after``: the last round before the player left, 0 if none was played; None if they stay.  ``reserve``:
    came in as a reserve.  ``groups``: the class and flags, as named by a regulation; ``class_name``: the class alone.
    """

    id: str
    dropped_after: int | None = None
    reserve: bool = False
    groups: frozenset[str] = frozenset()
    class_name: str = ""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A player's result in a game.  ``assets``: in dollars; ``opponents``: the ids of all others at the table."""

    round: int
    table: int
    player: str
    points: Fraction
    place: int
    monopoly_win: bool
    assets: int
    start_order: int
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivenPoints:
    """Points given or taken (below 0) by hand ``after`` a round: a penalty, a bonus thrown with dice."""

    player: str
    points: Fraction
    reason: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Contest:
    """The players, their counted games, the decisions made by hand, and the event's seed for lots."""

    players: tuple[ContestPlayer, ...]
    lines: tuple[GameLine, ...] = ()
    adjustments: tuple[GivenPoints, ...] = ()
    decisions: tuple[Decision, ...] = ()
    seed: str = ""

    def up_to(self, last: int) -> Contest:
        """The contest as it was after a round."""
        return replace(
            self,
            lines=tuple(line for line in self.lines if line.round <= last),
            adjustments=tuple(each for each in self.adjustments if each.after <= last),
        )

    def with_games(self, lines: Iterable[GameLine]) -> Contest:
        """The contest with additional games; a game replaces an existing one of the same round and table."""
        added = tuple(lines)
        tables = {(line.round, line.table) for line in added}
        kept = tuple(line for line in self.lines if (line.round, line.table) not in tables)
        return replace(self, lines=kept + added)


def game_lines(result: GameResult, points: Mapping[str, Fraction]) -> tuple[GameLine, ...]:
    """The lines of a game.  ``points``: of the game, by player."""
    placed, winner = places(result), result.monopoly_winner
    ids = tuple(each.player for each in result.players)
    return tuple(
        GameLine(
            round=result.round,
            table=result.table,
            player=each.player,
            points=points[each.player],
            # If places were entered for some players only, the others come after them.
            place=placed.get(each.player, result.size),
            monopoly_win=each.player == winner,
            assets=0 if each.lost else each.assets,
            start_order=each.start_order,
            opponents=tuple(other for other in ids if other != each.player),
        )
        for each in result.players
    )


def played_rounds(lines: Sequence[GameLine]) -> tuple[int, ...]:
    return tuple(sorted({line.round for line in lines}))
