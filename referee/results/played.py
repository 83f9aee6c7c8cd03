"""Tables at which something was played or reported, and which are therefore not seated anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.models import GameTable, Round
from referee.results.queries import NONE, state_of


def begun_tables(session: Session, tables: Iterable[GameTable]) -> set[str]:
    """The ids of those tables that have entries in their log, or a result."""
    tables = list(tables)
    states = state_of(session, tables)
    return {table.id for table in tables if table.seq or states[table.id] != NONE}


def tables_of(session: Session, event_id: str, numbers: Collection[int]) -> Sequence[tuple[Round, GameTable]]:
    """The tables of some rounds, with their rounds, by number."""
    query = (
        select(Round, GameTable)
        .where(GameTable.round_id == Round.id, Round.event_id == event_id, col(Round.number).in_(numbers))
        .order_by(col(Round.number), col(GameTable.number))
    )
    return session.exec(query).all()


def refuse_begun(session: Session, event_id: str, numbers: Collection[int]) -> None:
    """Raises the problem ``seating_played`` where one of these rounds was played at or is closed."""
    found = tables_of(session, event_id, numbers)
    at = begun_tables(session, (table for _, table in found))
    played = [(round_, table) for round_, table in found if table.id in at or round_.state == "closed"]
    if played:
        raise seating_played(played)


def seating_played(played: Sequence[tuple[Round, GameTable]]) -> Problem:
    """The problem that stands against seating some tables anew."""
    return Problem(
        "seating_played",
        more={"tables": [table.id for _, table in played]},
        where=[f"{round_.number}-{table.number}" for round_, table in played],
    )
