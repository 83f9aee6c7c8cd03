"""How far a round is, in one word."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.event.results import CONFIRMED, state_of
from referee.event.seats import seated
from referee.models import GameTable, Round

STAGES = ("drafted", "published", "running", "entered", "closed", "results_published")
"""In this order; ``entered``: the results of all tables are confirmed, and the round is not closed yet."""


def stages(session: Session, rounds: Sequence[Round]) -> dict[str, str]:
    """The stage of each round, by its id."""
    tables = session.exec(select(GameTable).where(col(GameTable.round_id).in_([each.id for each in rounds]))).all()
    needed = in_use(session, tables)
    states = state_of(session, needed)
    results: dict[str, list[str]] = {each.id: [] for each in rounds}
    for table in needed:
        results[table.round_id].append(states[table.id])
    return {each.id: stage(each, results[each.id]) for each in rounds}


def stage(round_: Round, results: Sequence[str]) -> str:
    """The stage of a round; ``results``: how far those of its tables are."""
    if round_.results_published_at is not None:
        return "results_published"
    if round_.state == "closed":
        return "closed"
    if results and all(each == CONFIRMED for each in results):
        return "entered"
    if round_.state == "running":
        return "running"
    return "published" if round_.published_at is not None else "drafted"


def in_use(session: Session, tables: Sequence[GameTable]) -> list[GameTable]:
    """The tables without those that a later seating needed no more: closed, empty and never played at."""
    seats = seated(session, [table.id for table in tables])
    return [table for table in tables if table.state == "open" or table.seq or seats[table.id]]
