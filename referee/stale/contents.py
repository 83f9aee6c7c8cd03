"""What seats, the published standings and papers would say if they were made now."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.events.plan import Unit
from referee.events.queries import players_of
from referee.models import GameTable, Round, Seat, Seating
from referee.results.contest import contest_of, scored
from referee.results.facts import Facts, facts_of
from referee.seating.participants import participants_of
from referee.seating.tables_of_round import (
    QUALIFIERS,
    RANKED,
    qualified_tables,
    ranked_tables,
    refuse_unconfirmed,
    rotated_tables,
    table_numbers,
)
from referee.seating.versions import read
from referee.standings.final_order import Ranking, ranking_of
from referee.standings.qualification import qualifications_of
from referee.standings.queries import IncludedResults, view
from tournaments.fault import Faulty
from tournaments.result import places
from tournaments.seating.construction import start_by_lot
from tournaments.stale import ADVANCES, Content


def seats_by_results(session: Session, facts: Facts, seating: Seating, unit: Unit) -> Content | None:
    """Who would sit at which table of a round that is seated by results, if it were drawn now by the same seed.

    Nobody while a decision is open; None while a result waits to be confirmed, or nothing can be calculated.
    """
    planned = facts.regulation.rounds[unit.first - 1]
    seed = read(seating.document).schedule.request.seed
    try:
        refuse_unconfirmed(facts, planned)
        if unit.kind == QUALIFIERS:
            tables = qualified_tables(facts, planned)
        else:
            found = participants_of(
                session, seating.event_id, facts.regulation, unit, from_round=unit.first, checked_in=None
            )
            present = {each.id for each in found.entrants}
            if unit.kind == RANKED:
                tables = ranked_tables(facts, planned, present, seed)
            else:
                tables = start_by_lot(rotated_tables(session, facts, unit.first, present), seed)
    except Problem as problem:
        return {} if problem.code == "decision_wanted" else None
    except Faulty:
        return None
    return table_numbers(tables)


def published_order(session: Session, event_id: str) -> Content:
    """The places in the published standings as everybody sees them now, and who advances; empty before the first."""
    return order(view(facts_of(session, event_id), staff=False))


def published_again(facts: Facts) -> Content:
    """The same once results are published again: then penalties that came into force meanwhile are public, too."""
    return order(view(replace(facts, announced=facts.sanctions), staff=False))


def order(seen: IncludedResults) -> Content:
    """The places of all who have played, as a reader sees them, and who advances."""
    try:
        ranking = ranking_of(seen)
        advancing: tuple[str, ...] = ()
        if seen.facts.regulation.qualification is not None and not ranking.first:
            going = qualifications_of(seen.facts, seen.after, seen.shown)
            advancing = tuple(chain.from_iterable(each.players for each in going))
        played = {line.player for line in contest_of(seen.facts, seen.shown, seen.after).lines}
    except Faulty:
        return {}
    played |= set(chain.from_iterable(ranking.first))
    of_class = class_places(ranking)
    return {
        row.player: f"{row.rank}{ADVANCES if row.player in advancing else ''}{of_class.get(row.player, '')}"
        for row in ranking.rows
        if row.player in played
    }


def class_places(ranking: Ranking) -> Content:
    """The places in the finals of classes, which change without those among all, such as `` (beginner: 1)``."""
    return {
        player: f" ({name}: {1 + sum(map(len, order[:place]))})"
        for name, order in ranking.class_first.items()
        for place, group in enumerate(order)
        for player in group
    }


def places_in_round(facts: Facts, number: int) -> Content:
    """The places of all players at their tables in a round, by the confirmed results."""
    try:
        games = [each.result for each in scored(facts, "confirmed") if each.result.round == number]
    except Faulty:
        return {}
    return {player: str(place) for game in games for player, place in places(game).items()}


def assets_so_far(facts: Facts) -> Content:
    """What everybody had at the end of each game, by the confirmed results; the place where nobody counted."""
    found: dict[str, list[str]] = {}
    try:
        games = [each.result for each in scored(facts, "confirmed")]
    except Faulty:
        return {}
    for game in games:
        placed = places(game)
        for each in game.players:
            said = str(each.assets) if each.counted else f"#{placed.get(each.player, '-')}"
            found.setdefault(each.player, []).append(said)
    return {player: ", ".join(said) for player, said in found.items()}


def seats_in_rounds(session: Session, event_id: str, numbers: list[int]) -> Content:
    """Who sits at which table, in the rounds with these numbers."""
    query = (
        select(Seat.player_id, Round.number, GameTable.number)
        .where(Seat.table_id == GameTable.id, GameTable.round_id == Round.id, Round.event_id == event_id)
        .where(col(Round.number).in_(numbers))
        .order_by(col(Round.number), col(GameTable.number), col(Seat.start_order))
    )
    found: dict[str, list[str]] = {}
    for player, number, table in session.exec(query):
        found.setdefault(player, []).append(f"{number}-{table}" if len(numbers) > 1 else str(table))
    return {player: ", ".join(tables) for player, tables in found.items()}


def names(session: Session, event_id: str) -> Content:
    return {
        each.id: each.shown
        for each in players_of(session, event_id)
        if each.dropped_after is None and each.archived_at is None
    }
