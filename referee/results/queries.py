"""The results of tables: their versions, the state of each, and tables that can no longer be reseated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.events.queries import counting_logs, seats_by_table
from referee.models import GameTable, Round, TableResult
from referee.results.facts import Facts, facts_of, games_of
from tournaments.results_list.preview import ResultsPreview, preview

NONE, ENTERED, CONFIRMED = "none", "entered", "confirmed"


def versions(session: Session, table_id: str) -> Sequence[TableResult]:
    """All versions of a table's result, the first one first; read from the database again."""
    query = select(TableResult).where(TableResult.table_id == table_id).order_by(col(TableResult.version))
    return session.exec(query.execution_options(populate_existing=True)).all()


def is_own(entered_by: str | None, account_id: str | None) -> bool:
    """Whether somebody has entered a result and so cannot confirm it.  By account; None: a device, or nobody."""
    return account_id is not None and entered_by == account_id


def latest_results(session: Session, tables: Iterable[GameTable]) -> dict[str, TableResult]:
    """The latest version of each table's result, by the table's id; tables without one are left out."""
    query = select(TableResult).where(col(TableResult.table_id).in_([table.id for table in tables]))
    return {each.table_id: each for each in session.exec(query.order_by(col(TableResult.version)))}


def result_states(session: Session, tables: Iterable[GameTable]) -> dict[str, str]:
    """The state of each table's result, by the table's id.

    ``none``; ``entered``: its latest version, the first or a correction, waits to be confirmed; or ``confirmed``.
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


def unconfirmed_tables(session: Session, round_id: str) -> list[GameTable]:
    """The tables of a round whose result is not confirmed, by number, without those that nobody sits at."""
    query = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    tables = session.exec(query).all()
    seats = seats_by_table(session, [table.id for table in tables])
    states = result_states(session, tables)
    return [table for table in tables if seats[table.id] and states[table.id] != CONFIRMED]


def preview_list(session: Session, event_id: str, data: bytes) -> tuple[Facts, ResultsPreview]:
    """The preview of an import, and the facts it is based on.

    Raises the problems ``not_found`` and ``no_regulation``, and `Faulty` if the list cannot be read.
    """
    facts = facts_of(session, event_id)
    seats = seats_by_table(session, [table.id for table in facts.tables])
    return facts, preview(
        data,
        facts.entrants,
        [result for result, _ in games_of(facts, unconfirmed=True)],
        {(table.round, table.number): [seat.player_id for seat in seats[table.id]] for table in facts.tables},
        facts.regulation.game.money,
    )


def begun_tables(session: Session, tables: Iterable[GameTable]) -> set[str]:
    """The ids of those tables at which something counts: a report in force, or a result."""
    tables = list(tables)
    states = result_states(session, tables)
    return counting_logs(session, tables) | {table.id for table in tables if states[table.id] != NONE}


def tables_of_rounds(session: Session, event_id: str, numbers: Collection[int]) -> Sequence[tuple[Round, GameTable]]:
    """The tables of some rounds, with their rounds, by number."""
    query = (
        select(Round, GameTable)
        .where(GameTable.round_id == Round.id, Round.event_id == event_id, col(Round.number).in_(numbers))
        .order_by(col(Round.number), col(GameTable.number))
    )
    return session.exec(query).all()


def refuse_begun(session: Session, event_id: str, numbers: Collection[int]) -> None:
    """Raise the problem ``seating_played`` if a table of these rounds was played at, or a round is closed, also
    one that nobody ever sat in.
    """
    found = tables_of_rounds(session, event_id, numbers)
    at = begun_tables(session, (table for _, table in found))
    played = [(round_, table) for round_, table in found if table.id in at or round_.state == "closed"]
    seated = {round_.number for round_, _ in found}
    closed = select(Round.number).where(Round.event_id == event_id, Round.state == "closed")
    empty = session.exec(closed.where(col(Round.number).in_(set(numbers) - seated)).order_by(col(Round.number))).all()
    if played or empty:
        raise seating_played(played, empty)


def seating_played(played: Sequence[tuple[Round, GameTable]], closed: Sequence[int] = ()) -> Problem:
    """The problem for reseating tables that were played at, and rounds without tables that are ``closed``."""
    return Problem(
        "seating_played",
        more={"tables": [table.id for _, table in played]},
        where=[*(f"{round_.number}-{table.number}" for round_, table in played), *map(str, closed)],
    )
