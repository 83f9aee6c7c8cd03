"""What has been played so far, as standings and qualification need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.decision import Decision
from tournaments.result import GameResult, places


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays.

    ``dropped_after``: the last round before the player left, 0 if none was played; None of who stays.  ``reserve``:
    came in as one.  ``groups``: the player's class and flags, as a regulation names them.
    """

    id: str
    dropped_after: int | None = None
    reserve: bool = False
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GameLine:
    """What a game brought a player.  ``assets`` in dollars; ``opponents``: the ids of all others at the table."""

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
class Adjustment:
    """Points given or taken (below 0) by hand ``after`` a round: a penalty, a bonus thrown with dice."""

    player: str
    points: Fraction
    reason: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays, what the counted games brought, what was decided by hand, and the event's seed for lots."""

    players: tuple[Player, ...]
    lines: tuple[GameLine, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    decisions: tuple[Decision, ...] = ()
    seed: str = ""

    def up_to(self, last: int) -> Contest:
        """The contest as it stood after a round."""
        return replace(
            self,
            lines=tuple(line for line in self.lines if line.round <= last),
            adjustments=tuple(each for each in self.adjustments if each.after <= last),
        )

    def with_games(self, lines: Iterable[GameLine]) -> Contest:
        """The contest with further games; a game at a table that has one already takes its place."""
        added = tuple(lines)
        tables = {(line.round, line.table) for line in added}
        kept = tuple(line for line in self.lines if (line.round, line.table) not in tables)
        return replace(self, lines=kept + added)


def game_lines(result: GameResult, points: Mapping[str, Fraction]) -> tuple[GameLine, ...]:
    """The lines of a game.  ``points``: what the game brought each of its players."""
    placed, winner = places(result), result.monopoly_winner
    ids = tuple(each.player for each in result.players)
    return tuple(
        GameLine(
            round=result.round,
            table=result.table,
            player=each.player,
            points=points[each.player],
            # Where places were written down for some only, the others come after them.
            place=placed.get(each.player, result.size),
            monopoly_win=each.player == winner,
            assets=0 if each.lost else each.assets,
            start_order=each.start_order,
            opponents=tuple(other for other in ids if other != each.player),
        )
        for each in result.players
    )


def played_rounds(lines: Sequence[GameLine]) -> tuple[int, ...]:
    """The rounds that have games, in order."""
    return tuple(sorted({line.round for line in lines}))
