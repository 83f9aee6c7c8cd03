"""Closing a round, and opening it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.backup.due import Backups
from referee.clocks.change import Change, turn_round
from referee.clocks.hold import hold
from referee.clocks.timeline import PAUSE, START
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.database.database import driver_execute
from referee.core.problems import Problem
from referee.core.service import Service
from referee.log.seats import seated
from referee.log.table_game import TableGames
from referee.models import GameTable, Round
from referee.results.queries import NONE, state_of


class Closing(NamedTuple):
    """How a round is closed: with ``anyway`` also while games go on, for a ``reason``."""

    anyway: bool = False
    reason: str | None = None


def close(service: Service, round_id: str, closing: Closing, who: Principal) -> Round:
    """Close a round: its clock stops, and nothing more is reported at its tables; a backup is begun.

    Raises the problem ``games_open`` with the tables whose games are not over.
    """
    with service.database.read() as session:
        tables = session.exec(select(GameTable).where(GameTable.round_id == round_id)).all()
    if not closing.anyway:
        service.part(TableGames).prepare(table.id for table in tables if table.state == "open")
    with service.database.write() as session:
        held = hold(session, service.database, round_id)
        closes = held.round.state != "closed"
        if closes:
            tables = locked(session, round_id)
            playing = [] if closing.anyway else _going_on(service, session, tables)
            if playing:
                numbers = [table.number for table in playing]
                raise Problem("games_open", more={"tables": [table.id for table in playing]}, tables=numbers)
            for table in tables:
                table.state = "closed"
                session.add(table)
            if held.clock().started:
                turn_round(session, held, Change(PAUSE, 0, closing.reason), who)
            held.round.state = "closed"
            session.add(held.round)
            said = {"anyway": closing.anyway, **({"reason": closing.reason} if closing.reason else {})}
            audit.record(
                session, held.now, who, "round.close", f"round:{round_id}", held.round.event_id, state="closed", **said
            )
    if closes:
        service.part(TableGames).forget(table.id for table in tables)
        _tell(service, held.round, tables)
        service.part(Backups).begin("round")
    return held.round


def reopen(service: Service, round_id: str, who: Principal) -> Round:
    """Open a closed round again, with the tables that are in use.  Its clock stands until it is started, and its
    results are hidden until it is closed and they are published again.
    """
    with service.database.write() as session:
        held = hold(session, service.database, round_id)
        opens = held.round.state == "closed"
        if opens:
            tables = locked(session, round_id)
            seats = seated(session, [table.id for table in tables])
            somebody_seated = any(seats.values())
            for table in tables:
                # A table that a later seating needed no more stays closed.
                if table.seq or seats[table.id] or not somebody_seated:
                    table.state = "open"
                    session.add(table)
            begun = any(each.kind == START for each in held.moves.of_round)
            held.round.state = "running" if begun else "drafted"
            shown = held.round.results_published_at is not None
            held.round.results_published_at = None
            session.add(held.round)
            said = {"results": "hidden"} if shown else {}
            audit.record(
                session, held.now, who, "round.close", f"round:{round_id}", held.round.event_id, state="open", **said
            )
    if opens:
        _tell(service, held.round, tables)
    return held.round


def locked(session: Session, round_id: str) -> Sequence[GameTable]:
    """The tables of a round, by number; nothing is logged at them until the transaction ends."""
    wanted = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    locking = wanted.with_for_update(key_share=True).execution_options(populate_existing=True)
    return session.exec(locking).all()


def _going_on(service: Service, session: Session, tables: Sequence[GameTable]) -> list[GameTable]:
    """The tables that are open, have no result, and whose game is not over, as the transaction sees it.

    Raises `LogDiffers`.
    """
    states = state_of(session, tables)
    found = []
    for table in tables:
        if table.state == "open" and states[table.id] == NONE:  # where no log is kept, a result says that it is over
            game = service.part(TableGames).current(table.id, driver_execute(session)).game
            found += [] if game.ruleset.over(game) else [table]
    return found


def _tell(service: Service, round_: Round, tables: Sequence[GameTable]) -> None:
    """Wake whoever waits for news of a round."""
    service.bus.publish(*(table.id for table in tables), round_.event_id)
