"""The results of tables: their versions, and the state of each."""

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
    query = select(TableResult).where(TableResult.table_id == table_id).order_by(col(TableResult.version))
    return session.exec(query).all()


def state_of(session: Session, tables: Iterable[GameTable]) -> dict[str, str]:
    """The state of each table's result, by the table's id.

    ``none``; ``entered``: its latest version waits to be confirmed, be it the first or a correction; ``confirmed``.
    """
    found = {table.id: NONE for table in tables}
    query = (
        select(TableResult.table_id, TableResult.confirmed_at)
        .where(col(TableResult.table_id).in_(list(found)))
        .order_by(col(TableResult.version))
    )
    for table_id, confirmed_at in session.exec(query):
        found[table_id] = ENTERED if confirmed_at is None else CONFIRMED
    return found


def missing(session: Session, round_id: str) -> list[GameTable]:
    """The tables of a round whose result is not confirmed, by number; those that nobody sits at left out."""
    query = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    tables = session.exec(query).all()
    seats = seated(session, [table.id for table in tables])
    states = state_of(session, tables)
    return [table for table in tables if seats[table.id] and states[table.id] != CONFIRMED]


def preview_list(session: Session, event_id: str, data: bytes) -> tuple[Facts, ResultsPreview]:
    """The preview of an import, and the facts it is based on.

    Raises the problems ``not_found`` and ``no_regulation``, and `Faulty` where the list cannot be read.
    """
    facts = facts_of(session, event_id)
    seats = seated(session, [table.id for table in facts.tables])
    return facts, preview(
        data,
        facts.entrants,
        [result for result, _ in games_of(facts, unconfirmed=True)],
        {(table.round, table.number): [seat.player_id for seat in seats[table.id]] for table in facts.tables},
    )
