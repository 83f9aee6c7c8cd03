"""Semi-finals and finals from an ordered list of qualifiers: who sits where, who advances, and the final order.

The n-th qualifier has seed n throughout.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.decision import Decision, Wanted, settled
from tournaments.fault import Fault, Faulty
from tournaments.lots import in_order
from tournaments.qualification.rule import Stage
from tournaments.standings.contest import GameLine
from tournaments.standings.tally import Value

FINAL = (Stage("final", 1),)
"""The stages of a rule that names none: everybody sits at one table."""


@dataclass(frozen=True, slots=True)
class TableOfStage:
    """A table of a stage.

    ``players``: by seed.  ``order``: the players in finishing order, best first, and ``places``: their places, with
    ties broken only where that decides who advances; both are empty while the game is open or a tie has to be decided.
    """

    number: int
    players: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageDrawn:
    """A stage; its tables are empty until its players are known.

    ``advance``: the players who advance, by seed; empty until all tables have finished.  ``wanted``: ties to be
    decided.
    """

    name: str
    tables: tuple[TableOfStage, ...]
    advance: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole bracket.

    ``seeds``: the seed of every player, from 1.  ``final_order``: from the champion down, players of equal rank grouped
    together; empty until the last stage is over.
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
    left: Mapping[str, Collection[str]] | None = None,
    about: str = "",
) -> Bracket:
    """Return the bracket as far as it has been played.

    ``lines``: the games of each stage, by its name; ``seed``: the event's seed, for lots; ``left``: by stage, the
    players who left before it; the next player of their table advances instead.  A table whose game was played is shown
    as played.  ``about``: what the names of questions begin with.  Without stages everybody sits at one final table.
    Raises Faulty if a stage lists fewer seeds than there are players.
    """
    plan = stages or FINAL
    following = [each.name for each in plan[1:]]
    seeds = {player: number for number, player in enumerate(qualifiers, 1)}
    drawn: list[StageDrawn] = []
    final_order: list[tuple[str, ...]] = []
    players = tuple(qualifiers)
    over = False
    for number, stage in enumerate(plan):
        if not players:
            drawn.append(StageDrawn(stage.name, tuple(TableOfStage(each) for each in range(1, stage.tables + 1))))
            continue
        own = {line.player: line for line in lines.get(stage.name, ())}
        seated = _as_played(seat(stage, players, seed), own, seeds)
        results = [
            _table_result(stage, place, each, own, decisions, seed, about) for place, each in enumerate(seated, 1)
        ]
        tables = tuple(table for table, _ in results)
        wanted = tuple(question for _, question in results if question)
        over = all(len(table.order) == len(table.players) for table in tables)
        ranked = _ranked(stage, tables, own, seeds) if over else []
        gone = (left or {}).get(following[number], ()) if number < len(following) else ()
        players = _advance(stage, tables, ranked, seeds, gone) if over else ()
        out = [tuple(player for player in group if player not in players) for group in ranked]
        final_order = [group for group in out if group] + final_order
        drawn.append(StageDrawn(stage.name, tables, players, wanted))
    return Bracket(seeds, tuple(drawn), tuple(final_order) if over and not players else ())


def seat(stage: Stage, players: Sequence[str], seed: str = "") -> tuple[tuple[str, ...], ...]:
    """Return who sits at each table, by seed.  ``players``: in the order of their seeds.

    A listed seed without a player leaves its seat empty.  Raises Faulty if the stage lists fewer seeds than there are
    players.
    """
    if stage.seeding == "listed":
        listed = sum(len(table) for table in stage.seats)
        if listed < len(players):
            facts = {"given": listed, "players": len(players)}
            raise Faulty([Fault(f"{stage.name}.seats", "seats_for_others", facts)])
        there = [[number for number in sorted(table) if number <= len(players)] for table in stage.seats]
        return tuple(tuple(players[number - 1] for number in table) for table in there)
    order = in_order(seed, stage.name, players) if stage.seeding == "lots" else players
    at: list[list[str]] = [[] for _ in range(stage.tables)]
    for number, player in enumerate(order):
        at[_table(stage, number, len(order))].append(player)
    seeds = {player: number for number, player in enumerate(players)}
    return tuple(tuple(sorted(table, key=seeds.__getitem__)) for table in at)


def _as_played(
    drawn: Sequence[tuple[str, ...]], lines: Mapping[str, GameLine], seeds: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """The tables as drawn, except that those with a game are as played: players may have been moved by hand."""
    games: dict[int, list[str]] = {}
    for player in (each for table in drawn for each in table if each in lines):
        games.setdefault(lines[player].table, []).append(player)
    tables: list[list[str] | None] = [None] * len(drawn)
    for _, players in sorted(games.items()):
        free = [place for place, table in enumerate(tables) if table is None]
        if not free:  # more games than tables: they cannot be matched to these tables
            return tuple(drawn)
        tables[max(free, key=lambda place: (len({*drawn[place]} & {*players}), -place))] = players
    waiting = [place for place, table in enumerate(tables) if table is None]
    open_tables: dict[int, list[str]] = {place: [] for place in waiting}
    for place, table in enumerate(drawn):
        for player in (each for each in table if each not in lines):
            if not open_tables:
                return tuple(drawn)
            at = place if place in open_tables else min(open_tables, key=lambda each: (len(open_tables[each]), each))
            open_tables[at].append(player)
    found = [open_tables[place] if table is None else table for place, table in enumerate(tables)]
    return tuple(tuple(sorted(table, key=seeds.__getitem__)) for table in found)


def _table(stage: Stage, number: int, count: int) -> int:
    """The table of the player at this position; both count from 0."""
    lap, position = divmod(number, stage.tables)
    if stage.seeding == "blocks":
        return number * stage.tables // count
    return stage.tables - 1 - position if stage.seeding == "snake" and lap % 2 else position


def _table_result(
    stage: Stage,
    number: int,
    players: tuple[str, ...],
    lines: Mapping[str, GameLine],
    decisions: Sequence[Decision],
    seed: str,
    about: str,
) -> tuple[TableOfStage, Wanted | None]:
    if any(player not in lines for player in players):
        return TableOfStage(number, players), None
    by_place = sorted(players, key=lambda player: lines[player].place)
    groups = [list(group) for _, group in groupby(by_place, key=lambda player: lines[player].place)]
    order: list[str] = []
    places: list[int] = []
    goes_on = stage.advance or 1
    for group in groups:
        first = len(order) + 1
        if len(order) < goes_on < len(order) + len(group):
            wanted = Wanted(f"{about}{stage.name}/{number}", stage.tied, tuple(group), goes_on - len(order))
            split, left = _split_tie(wanted, decisions, seed)
            if left is not None:
                return TableOfStage(number, players), left
            ahead, behind = split[: wanted.places], split[wanted.places :]
            places += [*range(first, first + len(ahead)), *[first + len(ahead)] * len(behind)]
            order += split
        else:
            places += [first] * len(group)
            order += group
    return TableOfStage(number, players, tuple(order), tuple(places)), None


def _split_tie(wanted: Wanted, decisions: Sequence[Decision], seed: str) -> tuple[tuple[str, ...], Wanted | None]:
    """The players of a tie, those who advance first, and the question that is left about those still level."""
    if wanted.by == "seed":
        return wanted.players, None
    if wanted.by == "lots":
        return in_order(seed, wanted.about, wanted.players), None
    return settled(decisions, wanted)


def _ranked(
    stage: Stage, tables: Sequence[TableOfStage], lines: Mapping[str, GameLine], seeds: Mapping[str, int]
) -> list[tuple[str, ...]]:
    """The players of all tables by place, then by the stage's criterion for comparing tables; equals in one group, by
    seed.
    """

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
    stage: Stage,
    tables: Sequence[TableOfStage],
    ranked: Sequence[tuple[str, ...]],
    seeds: Mapping[str, int],
    gone: Collection[str],
) -> tuple[str, ...]:
    """The players who advance, by seed: the first of each table and the best of the others, without those who have
    left.
    """
    if stage.advance is None:
        return ()
    here = [[player for player in table.order if player not in gone] for table in tables]
    best = [player for table in here for player in table[: stage.advance]]
    others = [player for group in ranked for player in group if player not in best and player not in gone]
    return tuple(sorted((*best, *others[: stage.extra]), key=seeds.__getitem__))
