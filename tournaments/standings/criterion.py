"""The criteria of standings: sums of a player's own games, and what is defined only among tied players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from tournaments.lots import lot
from tournaments.standings.contest import GameLine
from tournaments.standings.tally import Tally, Value, exact, total

Source_contra = TypeVar("Source_contra", contravariant=True)


class Criterion(Protocol[Source_contra]):
    """A criterion over a source: a tally of players, or of teams."""

    @property
    def by(self) -> str:
        """Its keyword in a regulation."""

    @property
    def high(self) -> bool:
        """Whether higher values are ahead."""

    @property
    def among_tied(self) -> bool:
        """Whether values are defined only among tied players; otherwise each player has a value independent of the
        others.
        """

    def values(self, source: Source_contra, players: Sequence[str], /) -> Mapping[str, Value | None]:
        """The values of these players; None, which is behind every value, if there is nothing to compare."""


@dataclass(frozen=True, slots=True)
class ThrownOrder:
    """Tied players throw dice, and the resulting order is entered by hand.  ``by``: ``roll_off`` or ``dice_race``."""

    by: str
    high: ClassVar[bool] = False
    among_tied: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class PointSum:
    """The sum of the points, including those given or taken by hand.

    ``rounds``: only these, all if empty.  ``best``: only this many of the best games; ``best_share``: this fraction of
    the rounds held so far, rounded down, at least one (Kobe GP: two thirds).  ``absent``: the points of a missed round;
    ``average``: instead of these, the average of the player's own games in these rounds (`averaged`).
    """

    by: ClassVar[str] = "points"
    among_tied: ClassVar[bool] = False
    high: bool = True
    rounds: tuple[int, ...] = ()
    best: int | None = None
    best_share: Fraction | None = None
    absent: Fraction = Fraction(0)
    average: bool = False

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value]:
        held = counted_rounds(tally, self.rounds)
        counts = self.best if self.best_share is None else max(1, floor(self.best_share * held))
        return {player: self._sum(tally, player, held, counts) for player in players}

    def _sum(self, tally: Tally, player: str, held: int, counts: int | None) -> Value:
        numbers = [points for _, points in games(tally, player, self.rounds)]
        if self.average:
            missed, each = averaged(self, tally, player)
            numbers += [each] * len(missed)
        elif self.absent:
            numbers += [self.absent] * (held - len(numbers))
        if counts is not None and counts < len(numbers):
            numbers = sorted(numbers, reverse=self.high)[:counts]
        return total((*numbers, tally.adjusted.get(player, 0)))


@dataclass(frozen=True, slots=True)
class MonopolyWins:
    """Games won by monopoly.  ``equal_from``: players with at least this many are equal (area events 2008)."""

    by: ClassVar[str] = "monopoly_wins"
    among_tied: ClassVar[bool] = False
    high: bool = True
    rounds: tuple[int, ...] = ()
    equal_from: int | None = None

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value]:
        return {player: sum(line.monopoly_win for line, _ in games(tally, player, self.rounds)) for player in players}

    def settles(self, value: Value | None) -> bool:
        """Whether later criteria may not separate players with this value."""
        return self.equal_from is not None and value is not None and value >= self.equal_from


@dataclass(frozen=True, slots=True)
class Places:
    """How often a player had this ``place``."""

    by: ClassVar[str] = "places"
    among_tied: ClassVar[bool] = False
    place: int
    high: bool = True
    rounds: tuple[int, ...] = ()

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value]:
        """The number of times of each player."""
        return {
            player: sum(line.place == self.place for line, _ in games(tally, player, self.rounds)) for player in players
        }


@dataclass(frozen=True, slots=True)
class RankSum:
    """The sum of the places at the tables.  ``absent``: the place that counts for a missed round."""

    by: ClassVar[str] = "rank_sum"
    among_tied: ClassVar[bool] = False
    absent: int
    high: bool = False
    rounds: tuple[int, ...] = ()

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value]:
        held = counted_rounds(tally, self.rounds)
        sums: dict[str, Value] = {}
        for player in players:
            places = [line.place for line, _ in games(tally, player, self.rounds)]
            sums[player] = sum(places) + self.absent * (held - len(places))
        return sums


@dataclass(frozen=True, slots=True)
class AssetSum:
    """The sum of the dollars at the end of the games.  ``monopoly_win``: the dollars that count for a game won by
    monopoly.
    """

    by: ClassVar[str] = "assets"
    among_tied: ClassVar[bool] = False
    high: bool = True
    rounds: tuple[int, ...] = ()
    monopoly_win: int | None = None

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value]:
        return {player: sum(self._worth(line) for line, _ in games(tally, player, self.rounds)) for player in players}

    def _worth(self, line: GameLine) -> int:
        return self.monopoly_win if line.monopoly_win and self.monopoly_win is not None else line.assets


@dataclass(frozen=True, slots=True)
class BestGame:
    """The points of the player's best game."""

    by: ClassVar[str] = "best_game"
    among_tied: ClassVar[bool] = False
    high: bool = True
    rounds: tuple[int, ...] = ()

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value | None]:
        """The points; None for players who have not played."""
        pick = max if self.high else min
        return {
            player: pick((points for _, points in games(tally, player, self.rounds)), default=None)
            for player in players
        }


@dataclass(frozen=True, slots=True)
class LastRound:
    """Points, place or table number in the last round.  ``by``: ``last_points``, ``last_place`` or ``last_table``."""

    among_tied: ClassVar[bool] = False
    by: str
    high: bool

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value | None]:
        """The values; None for players who did not play in that round."""
        return {player: self._value(tally, player) for player in players}

    def _value(self, tally: Tally, player: str) -> Value | None:
        line = next(iter(tally.lines[player][-1:]), None)
        if line is None or line.round != tally.rounds[-1]:
            return None
        return {"last_points": exact(line.points), "last_place": line.place, "last_table": line.table}[self.by]


@dataclass(frozen=True, slots=True)
class Opponents:
    """The points of all opponents, each counted as often as met (Buchholz).

    ``cut``: how many of the lowest and of the highest are left out (Mind Sports Olympiad: 2).
    """

    by: ClassVar[str] = "opponents"
    among_tied: ClassVar[bool] = False
    high: bool = True
    cut: int = 0

    def values(self, tally: Tally, players: Sequence[str]) -> Mapping[str, Value | None]:
        """The sums; None for players with no opponents, or none left after the cut."""
        points = {player: total(numbers) for player, numbers in tally.points.items()}
        values: dict[str, Value | None] = {}
        for player in players:
            met = [points[other] for line in tally.lines[player] for other in line.opponents]
            if self.cut:
                met = sorted(met)[self.cut : len(met) - self.cut]
            values[player] = total(met) if met else None
        return values


class Averaged(NamedTuple):
    """The ``rounds`` that a player missed and that count as an average, and the ``points`` of each."""

    rounds: tuple[int, ...]
    points: Value


NOTHING_AVERAGED = Averaged((), 0)


def averaged(criterion: PointSum, tally: Tally, player: str) -> Averaged:
    """The rounds that a player missed, and the average of the player's own games, which each of them counts.

    So do the Laws of Duplicate Bridge for boards that could not be played (12C2(c): the percentage of the other boards
    of the session).  Whoever has left misses nothing more, and who has no game has no average.
    """
    own = list(games(tally, player, criterion.rounds))
    left = next((each.dropped_after for each in tally.contest.players if each.id == player), None)
    played = {line.round for line, _ in own}
    missed = tuple(
        each
        for each in tally.rounds
        if (not criterion.rounds or each in criterion.rounds) and each not in played and (left is None or each <= left)
    )
    if not criterion.average or not own or not missed:
        return NOTHING_AVERAGED
    return Averaged(missed, exact(Fraction(total(points for _, points in own)) / len(own)))


def games(tally: Tally, player: str, rounds: tuple[int, ...]) -> Iterator[tuple[GameLine, Value]]:
    """A player's lines in these rounds (empty: all), each with its points."""
    for line, points in zip(tally.lines[player], tally.points[player], strict=True):
        if not rounds or line.round in rounds:
            yield line, points


def counted_rounds(tally: Tally, rounds: tuple[int, ...]) -> int:
    """How many of these rounds (empty: all) have been held."""
    return sum(not rounds or each in rounds for each in tally.rounds)


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
        return {player: lot(tally.contest.seed, "standings", player) for player in players}
