"""The tables of rounds that are not drawn: chosen by the players, or derived from earlier seats, the standings or the
qualification.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from sqlmodel import Session, col, select

import rulesets
from referee.core.problems import Problem
from referee.events.queries import seats_by_table
from referee.models import GameTable, Round, Seat
from referee.results.contest import contest_of
from referee.results.facts import Facts, games_of
from referee.standings.bracket import bracket_of
from referee.standings.qualification import qualification_of, qualifications_of
from tournaments.bracket import StageDrawn
from tournaments.fault import Fault, Faulty
from tournaments.penalties.effect import with_penalties
from tournaments.players.stand_in import sits_in, standing_in
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import PlannedRound as Planned
from tournaments.result import places
from tournaments.seating.construction import rotation, rotation_by_place, seat_ranked, start_by_lot
from tournaments.seating.schedule import Round as Tables
from tournaments.standings.standings import standings

QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN = "qualifiers", "ranked", "rotation", "self_chosen"
BY_PLACE = "rotation_by_place"
AFTER_RESULTS = (QUALIFIERS, RANKED, BY_PLACE)
"""The kinds that depend on the results of earlier rounds."""


def chosen_tables(tables: Sequence[Sequence[str]], present: Collection[str], seed: str) -> Tables:
    """The tables that the players chose, start orders drawn.  Raises `Faulty` for players named twice or absent."""
    named = [player for table in tables for player in table]
    twice = sorted({player for player in named if named.count(player) > 1})
    faults = [Fault("tables", "seating_named_twice", {"given": player}) for player in twice]
    unknown = sorted(set(named) - set(present))
    faults += [Fault("tables", "seating_unknown", {"player": player}) for player in unknown]
    if faults:
        raise Faulty(faults)
    return start_by_lot(tuple(tuple(table) for table in tables), seed)


def rotated_tables(session: Session, facts: Facts, number: int, present: Collection[str]) -> Tables:
    """The tables rotated from the seats, or the places, in the last round that was not itself rotated.

    Players who have left are removed; later entries join the smallest tables.  Raises the problem ``round_unseated``
    if those seats are not published yet.
    """
    origin = rotation_origin(facts.regulation, number)
    ids = {table.id: table.number for table in facts.tables if table.round == origin}
    if not ids:
        raise Problem("round_unseated", round=number, before=origin)
    seats = seats_by_table(session, ids)
    first = tuple(tuple(seat.player_id for seat in seats[table]) for table in sorted(ids, key=ids.__getitem__))
    return rotated_from(facts, first, number, present)


def rotated_from(facts: Facts, first: Tables, number: int, present: Collection[str]) -> Tables:
    """The tables of a rotated round.  ``first``: those of the round that it is rotated from, in start order."""
    origin = rotation_origin(facts.regulation, number)
    rounds = number - origin + 1
    if facts.regulation.rounds[number - 1].seating == BY_PLACE:
        after = rotation_by_place(first, _places_in(facts, origin), rounds)
    else:
        after = rotation(first, rounds)
    here = sits_in(facts.entrants, number)
    now = tuple(tuple(here.get(player, player) for player in table) for table in after[-1])
    return _with_current_players(now, present)


def _places_in(facts: Facts, number: int) -> dict[str, int]:
    results = [with_penalties(result, facts.sanctions) for result, _ in games_of(facts) if result.round == number]
    return {player: place for each in results for player, place in places(each).items()}


def _with_current_players(before: Tables, present: Collection[str]) -> Tables:
    """The tables without absent players, and with new ones added to the smallest tables."""
    tables = [[player for player in table if player in present] for table in before]
    known = {player for table in before for player in table}
    for player in sorted(set(present) - known):
        min(tables, key=len).append(player)
    return tuple(tuple(table) for table in tables if table)


def seated_before(session: Session, event_id: str, first: int) -> list[Tables]:
    """Who sat together in each round before ``first``, as seated there now; no tables for a round without seats."""
    query = (
        select(Round.number, Seat.table_id, Seat.player_id)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Round.event_id == event_id, Round.number < first)
    )
    rounds: list[dict[str, list[str]]] = [{} for _ in range(1, first)]
    for number, table, player in session.exec(query):
        rounds[number - 1].setdefault(table, []).append(player)
    return [tuple(tuple(players) for players in tables.values()) for tables in rounds]


def rotation_origin(regulation: Regulation, number: int) -> int:
    """The number of the round from which a rotated one is derived."""
    before = regulation.rounds[: number - 1]
    return next(each.number for each in reversed(before) if each.seating not in (ROTATION, BY_PLACE))


def ranked_tables(facts: Facts, planned: Planned, present: Collection[str], seed: str) -> Tables:
    """The tables by the standings before a round, start orders drawn.  Raises `Faulty` if no table sizes fit."""
    table = standings(facts.regulation.standings, contest_of(facts, up_to=planned.number - 1))
    here = standing_in(facts.entrants, planned.number)
    rows_by_rank = groupby(table.rows, key=lambda row: row.rank)
    groups = [[here.get(row.player, row.player) for row in rows] for _, rows in rows_by_rank]
    coming = [[player for player in group if player in present] for group in groups]
    late = sorted(set(present) - {player for group in coming for player in group})
    groups = [group for group in (*coming, late) if group]
    return start_by_lot(seat_ranked(groups, planned.sizes, seed, facts.regulation.tables.fit), seed)


def bracket_tables(facts: Facts, planned: Planned, seed: str) -> Tables:
    """The tables of a round of the bracket, start orders drawn.

    Raises the problems ``decision_wanted`` if it is not decided yet who plays, and ``nobody_qualified``.
    """
    tables = qualified_tables(facts, planned)
    if not tables:
        raise Problem("nobody_qualified", round=planned.number)
    return start_by_lot(tables, seed)


def qualified_tables(facts: Facts, planned: Planned) -> Tables:
    """Who sits at the tables of the stages that a round plays, of the event and of classes, stand-ins in the seats that
    they keep.
    """
    here = standing_in(facts.entrants, planned.number)
    stages = (stage_of(facts, planned, each.class_name) for each in facts.regulation.finals)
    tables = (table.players for stage in stages if stage for table in stage.tables if table.players)
    return tuple(tuple(here.get(player, player) for player in table) for table in tables)


def stage_of(facts: Facts, planned: Planned, class_name: str) -> StageDrawn | None:
    """The stage that a round plays of the event's bracket, or of that of a class: None if that has no such stage.

    Raises the problem ``decision_wanted`` while its players are open.
    """
    drawn = bracket_of(facts, class_name=class_name).stages
    stage = next((each for each in drawn if each.name == planned.stage), None if class_name else drawn[-1])
    if stage is None:
        return None
    wanted = qualification_of(facts, class_name=class_name).wanted
    if wanted is None and not any(table.players for table in stage.tables):
        wanted = next((question for each in drawn for question in each.wanted), None)
    if wanted is not None:
        raise Problem("decision_wanted", round=planned.number, about=wanted.about)
    return stage


def refuse_unplayable(regulation: Regulation, number: int, tables: Tables) -> None:
    """Raise the problem ``table_unplayable`` if the ruleset has no game for as many players as sit at a table.

    Tables that follow from results may be smaller or larger than the regulation's, such as a final that only one player
    is left for.  ``number``: the round's.
    """
    game = regulation.game
    least, most = rulesets.load(game.ruleset, game.version).seats
    for place, players in enumerate(tables, 1):
        if not least <= len(players) <= most:
            count = len(players)
            raise Problem("table_unplayable", round=number, table=place, count=count, least=least, most=most)


def refuse_level_seeds(facts: Facts, planned: Planned) -> None:
    """Raise the problem ``decision_wanted`` while it is open who of the players in the final stages has which seed.

    Not part of `stage_of`, which also says who would sit there now: a final whose players come level by a correction
    has the same players still, and seats that were drawn by lot before anybody was asked are seats that were drawn.
    """
    for level in (question for each in qualifications_of(facts) for question in each.seeding):
        raise Problem("decision_wanted", round=planned.number, about=level.about)


def rounds_before(regulation: Regulation, planned: Planned) -> list[int]:
    """The numbers of the rounds on whose results a round depends."""
    if planned.seating == BY_PLACE:
        return [rotation_origin(regulation, planned.number)]
    if planned.seating != QUALIFIERS or regulation.qualification is None:
        return list(range(1, planned.number))
    last = max((step.after for rule in regulation.finals for step in rule.steps), default=0)
    finals = [each.number for each in regulation.rounds[: planned.number - 1] if each.seating == QUALIFIERS]
    return [*range(1, last + 1), *finals]


def refuse_unconfirmed(facts: Facts, planned: Planned) -> None:
    """Raise the problem ``results_open`` if results on which a round depends are not confirmed yet."""
    latest = {each.table_id: each.confirmed for each in facts.results}
    unconfirmed, where = [], []
    for number in rounds_before(facts.regulation, planned):
        if number in facts.skipped:
            continue
        tables = [table for table in facts.tables if table.round == number]
        unconfirmed += [table.id for table in tables if not latest.get(table.id)]
        where += (
            [f"{number}-{table.number}" for table in tables if not latest.get(table.id)] if tables else [f"{number}"]
        )
    if where:
        raise Problem("results_open", more={"tables": unconfirmed}, round=planned.number, where=where)


def table_numbers(tables: Tables) -> Mapping[str, str]:
    return {player: str(number) for number, table in enumerate(tables, 1) for player in table}
