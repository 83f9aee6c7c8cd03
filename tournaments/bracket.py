"""Semi-finals and finals from an ordered list of qualifiers: who sits where, who goes on, and the final order.

The n-th of the list has seed n, and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.decision import Decision, Wanted, decided
from tournaments.fault import Fault, Faulty
from tournaments.lots import in_order
from tournaments.qualification.rule import Stage
from tournaments.standings.contest import GameLine
from tournaments.standings.tally import Value


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a stage.

    ``players``: in the order of their seeds.  ``order``: how they ended, best first, and ``places``: with what place,
    ties broken only where somebody goes on; both empty while the game is open or a tie has to be decided.
    """

    number: int
    players: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageDrawn:
    """A stage; its tables are empty until its players are known.

    ``advance``: who goes on, in the order of seeds; empty until all tables are in.  ``wanted``: ties to be decided.
    """

    name: str
    tables: tuple[Table, ...]
    advance: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """``seeds``: every player's, from 1.

    ``final_order``: from the champion on, equals together; empty until the last stage is over.
    """

    seeds: Mapping[str, int]
    stages: tuple[StageDrawn, ...]
    final_order: tuple[tuple[str, ...], ...]


def bracket(
    stages: Sequence[Stage],
    qualifiers: Sequence[str],
    lines: Mapping[str, Sequence[GameLine]],
    decisions: Sequence[Decision] = (),
    seed: str = "",
) -> Bracket:
    """The bracket as far as it has been played.

    ``lines``: the games of each stage, by its name; ``seed``: the event's, for lots.  Without stages all sit at one
    final table.  Raises Faulty if a stage lists other seeds than there are players.
    """
    seeds = {player: number for number, player in enumerate(qualifiers, 1)}
    drawn: list[StageDrawn] = []
    final_order: list[tuple[str, ...]] = []
    players = tuple(qualifiers)
    over = False
    for stage in stages or (Stage("final", 1),):
        if not players:
            drawn.append(StageDrawn(stage.name, tuple(Table(number) for number in range(1, stage.tables + 1))))
            continue
        own = {line.player: line for line in lines.get(stage.name, ())}
        seated = seat(stage, players, seed)
        held = [_held(stage, number, each, own, decisions, seed) for number, each in enumerate(seated, 1)]
        tables = tuple(table for table, _ in held)
        wanted = tuple(asked for _, asked in held if asked)
        over = all(len(table.order) == len(table.players) for table in tables)
        ranked = _ranked(stage, tables, own, seeds) if over else []
        players = _advance(stage, tables, ranked, seeds) if over else ()
        out = [tuple(player for player in group if player not in players) for group in ranked]
        final_order = [group for group in out if group] + final_order
        drawn.append(StageDrawn(stage.name, tables, players, wanted))
    return Bracket(seeds, tuple(drawn), tuple(final_order) if over and not players else ())


def seat(stage: Stage, players: Sequence[str], seed: str = "") -> tuple[tuple[str, ...], ...]:
    """Who sits at each table, in the order of seeds.  ``players``: in that order.

    Raises Faulty if the stage lists other seeds than there are players.
    """
    if stage.seeding == "listed":
        listed = sum(len(table) for table in stage.seats)
        if listed != len(players):
            facts = {"given": listed, "players": len(players)}
            raise Faulty([Fault(f"{stage.name}.seats", "seats_for_others", facts)])
        return tuple(tuple(players[number - 1] for number in sorted(table)) for table in stage.seats)
    order = in_order(seed, stage.name, players) if stage.seeding == "lots" else players
    at: list[list[str]] = [[] for _ in range(stage.tables)]
    for number, player in enumerate(order):
        at[_table(stage, number, len(order))].append(player)
    seeds = {player: number for number, player in enumerate(players)}
    return tuple(tuple(sorted(table, key=seeds.__getitem__)) for table in at)


def _table(stage: Stage, number: int, count: int) -> int:
    """The table of the player with this number; both from 0."""
    lap, position = divmod(number, stage.tables)
    if stage.seeding == "blocks":
        return number * stage.tables // count
    return stage.tables - 1 - position if stage.seeding == "snake" and lap % 2 else position


def _held(
    stage: Stage,
    number: int,
    players: tuple[str, ...],
    lines: Mapping[str, GameLine],
    decisions: Sequence[Decision],
    seed: str,
) -> tuple[Table, Wanted | None]:
    """A table with its result, or with the question that has to be answered first."""
    if any(player not in lines for player in players):
        return Table(number, players), None
    by_place = sorted(players, key=lambda player: lines[player].place)
    groups = [list(group) for _, group in groupby(by_place, key=lambda player: lines[player].place)]
    order: list[str] = []
    places: list[int] = []
    goes_on = stage.advance or 1
    for group in groups:
        first = len(order) + 1
        if len(order) < goes_on < len(order) + len(group):
            wanted = Wanted(f"{stage.name}/{number}", stage.tied, tuple(group), goes_on - len(order))
            parted = _parted(wanted, decisions, seed)
            if parted is None:
                return Table(number, players), wanted
            ahead, behind = parted[: wanted.places], parted[wanted.places :]
            places += [*range(first, first + len(ahead)), *[first + len(ahead)] * len(behind)]
            order += parted
        else:
            places += [first] * len(group)
            order += group
    return Table(number, players, tuple(order), tuple(places)), None


def _parted(wanted: Wanted, decisions: Sequence[Decision], seed: str) -> tuple[str, ...] | None:
    """All players of a tie, those first who go on; None while it is open."""
    if wanted.by == "seed":
        return wanted.players
    if wanted.by == "lots":
        return in_order(seed, wanted.about, wanted.players)
    named = decided(decisions, wanted)
    return None if named is None else (*named, *(player for player in wanted.players if player not in named))


def _ranked(
    stage: Stage, tables: Sequence[Table], lines: Mapping[str, GameLine], seeds: Mapping[str, int]
) -> list[tuple[str, ...]]:
    """The players of all tables by place, then by what compares different tables; equals together, by seed."""

    def compared(player: str) -> Value:
        if stage.tables == 1:
            return 0
        if stage.across == "seed":
            return seeds[player]
        return -lines[player].assets if stage.across == "assets" else -lines[player].points

    worth = {
        player: (place, compared(player))
        for table in tables
        for place, player in zip(table.places, table.order, strict=True)
    }
    ranked = sorted(worth, key=lambda player: (worth[player], seeds[player]))
    return [tuple(group) for _, group in groupby(ranked, key=worth.__getitem__)]


def _advance(
    stage: Stage, tables: Sequence[Table], ranked: Sequence[tuple[str, ...]], seeds: Mapping[str, int]
) -> tuple[str, ...]:
    """Who goes on, in the order of seeds: the first of each table, and the best of the others."""
    if stage.advance is None:
        return ()
    best = [player for table in tables for player in table.order[: stage.advance]]
    others = [player for group in ranked for player in group if player not in best]
    return tuple(sorted((*best, *others[: stage.extra]), key=seeds.__getitem__))
