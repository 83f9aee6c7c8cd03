"""The results of tables, version by version: which of them stand, and how far a table's is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, select

from referee.events.queries import seated
from referee.models import GameTable, TableResult
from referee.results.facts import Facts, facts_of, games_of
from tournaments.results_list.preview import ResultsPreview, preview

NONE, ENTERED, CONFIRMED = "none", "entered", "confirmed"


def versions(session: Session, table_id: str) -> Sequence[TableResult]:
    """All versions of a table's result, the first one first."""
    wanted = select(TableResult).where(TableResult.table_id == table_id).order_by(col(TableResult.version))
    return session.exec(wanted).all()


def state_of(session: Session, tables: Iterable[GameTable]) -> dict[str, str]:
    """How far the result of each table is, by the table's id.

    ``none``; ``entered``: its latest version waits to be confirmed, be it the first or a correction; ``confirmed``.
    """
    found = {table.id: NONE for table in tables}
    wanted = (
        select(TableResult.table_id, TableResult.confirmed_at)
        .where(col(TableResult.table_id).in_(list(found)))
        .order_by(col(TableResult.version))
    )
    for table_id, confirmed_at in session.exec(wanted):
        found[table_id] = ENTERED if confirmed_at is None else CONFIRMED
    return found


def standing(session: Session, event_id: str, *, entered: bool = False) -> dict[str, TableResult]:
    """The version of every table's result that stands, by the table's id: the highest that was confirmed.

    ``entered``: the highest of all, confirmed or not.
    """
    wanted = select(TableResult).where(TableResult.event_id == event_id).order_by(col(TableResult.version))
    if not entered:
        wanted = wanted.where(col(TableResult.confirmed_at).is_not(None))
    return {each.table_id: each for each in session.exec(wanted)}


def missing(session: Session, round_id: str) -> list[GameTable]:
    """The tables of a round whose result is not confirmed, by number; those that nobody sits at left out."""
    wanted = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    tables = session.exec(wanted).all()
    seats = seated(session, [table.id for table in tables])
    states = state_of(session, tables)
    return [table for table in tables if seats[table.id] and states[table.id] != CONFIRMED]


def preview_list(session: Session, event_id: str, data: bytes) -> tuple[Facts, ResultsPreview]:
    """What an import of a list would do, and the facts that it goes by.

    Raises the problems ``not_found`` and ``no_regulation``, and `Faulty` where the list cannot be read.
    """
    facts = facts_of(session, event_id)
    seats = seated(session, [table.id for table in facts.tables])
    return facts, preview(
        data,
        facts.entrants,
        [result for result, _ in games_of(facts, entered=True)],
        {(table.round, table.number): [seat.player_id for seat in seats[table.id]] for table in facts.tables},
    )
