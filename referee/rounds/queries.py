"""The stages of rounds, and the state of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.clocks.locking import moves_of
from referee.clocks.timeline import Clock
from referee.events.queries import players_by_table, seats_by_table
from referee.models import GameTable, Round
from referee.results.queries import CONFIRMED, result_states


def stages(session: Session, rounds: Sequence[Round]) -> dict[str, str]:
    tables = session.exec(select(GameTable).where(col(GameTable.round_id).in_([each.id for each in rounds]))).all()
    needed = in_use(session, tables)
    states = result_states(session, needed)
    results: dict[str, list[str]] = {each.id: [] for each in rounds}
    for table in needed:
        results[table.round_id].append(states[table.id])
    return {each.id: stage(each, results[each.id]) for each in rounds}


def stage(round_: Round, results: Sequence[str]) -> str:
    """Return the stage of a round.  ``results``: the states of its tables' results."""
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
    """Return the tables except those that a later seating no longer needed: closed, empty and never played at."""
    seats = seats_by_table(session, [table.id for table in tables])
    return [table for table in tables if table.state == "open" or table.seq or seats[table.id]]


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table.  ``players``: names in start order, from the game's header if we seated nobody; ``result``: none,
    entered or confirmed; ``late``: its time is up, and its result is not entered.
    """

    table: GameTable
    players: list[str]
    clock: Clock
    result: str
    late: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round.  ``now``: the moment that the clocks show, in ms."""

    round: Round
    stage: str
    clock: Clock
    now: int
    tables: list[RoundTable]

    @property
    def entered(self) -> int:
        return sum(each.result == CONFIRMED for each in self.tables)

    @property
    def missing(self) -> list[int]:
        return [each.table.number for each in self.tables if each.result != CONFIRMED]

    @property
    def late(self) -> list[int]:
        """The numbers of the tables whose time is up and whose result is not entered."""
        return [each.table.number for each in self.tables if each.late]


def round_view(session: Session, round_: Round, now: int) -> RoundView:
    """Return the view of a round as it is ``now``."""
    query = select(GameTable).where(GameTable.round_id == round_.id).order_by(col(GameTable.number))
    tables = in_use(session, session.exec(query).all())
    moves = moves_of(session, round_.id, [table.id for table in tables])
    now = max(now, moves.latest())
    states = result_states(session, tables)
    players = players_by_table(session, tables)
    shown = []
    for table in tables:
        clock = moves.clock(round_, now, table.id)
        late = states[table.id] == "none" and round_.state == "running" and clock.over
        shown.append(RoundTable(table, players[table.id], clock, states[table.id], late))
    found = stage(round_, [each.result for each in shown])
    return RoundView(round_, found, moves.clock(round_, now), now, shown)
