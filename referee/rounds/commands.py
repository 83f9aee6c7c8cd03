"""Commands that create, close and reopen rounds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from marshmallow import ValidationError
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.backup.due import Backups
from referee.clocks.change import ClockMove, apply_round_move
from referee.clocks.locking import LockedRound, lock_round
from referee.clocks.timeline import PAUSE, START, TAKEN_BACK
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import note_published
from referee.events.plan import create_planned_rounds
from referee.events.queries import seats_by_table
from referee.events.regulation import regulation_of
from referee.log.table_game import TableGames
from referee.models import Event, GameTable, Round
from referee.results.queries import NONE, result_states
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class CreateRound:
    """A new round.  If ``minutes`` is null, it has no time limit."""

    number: Annotated[int, Whole(1, 1000), FieldExample(1)]
    name: Annotated[str, Line(least=0), FieldExample("予選第1ゲーム")] = ""
    minutes: Annotated[int | None, Whole(1, 1440)] = 90
    warnings: Annotated[
        Sequence[Annotated[int, Whole(1, 86400)]], Length(max=10), "The warnings, each in seconds before the end."
    ] = (600, 300, 60)


def create_round(caller: Caller, event_id: str, given: CreateRound) -> str:
    """Create a round of an event and return its id.

    Raises the problems ``not_allowed``, ``not_found``, and ``conflict`` if the event already has one of this number.
    """
    caller.allow("round.change", event_id)
    try:
        with caller.change() as change:
            get_row(change.session, Event, event_id)
            round_ = Round(
                event_id=event_id,
                number=given.number,
                name=given.name,
                minutes=given.minutes,
                warnings=json.dumps(sorted(set(given.warnings), reverse=True)),
                created_at=change.now,
            )
            change.session.add(round_)
            change.session.flush()
            change.audit(
                "round.change",
                f"round:{round_.id}",
                event_id,
                number=given.number,
                name=given.name,
                minutes=given.minutes,
                warnings=list(given.warnings),
            )
            return round_.id
    except IntegrityError as error:
        raise Problem("conflict", what=f"round {given.number}") from error


def make_plan(caller: Caller, event_id: str) -> None:
    """Create the rounds that the regulation plans and the event does not have yet.

    Rounds that are still being prepared and have no tables are updated to the current regulation.  Returns all rounds
    of the event.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, and ``conflict`` if somebody else is creating
    them at the same time.
    """
    caller.allow("round.change", event_id)
    with caller.change() as change:
        event = change.row(Event, event_id)
        touched = create_planned_rounds(change.session, event, regulation_of(change.session, event_id), change.now)
        if touched:
            change.audit("round.change", f"event:{event_id}", event_id, planned=[each.number for each in touched])


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The closing of a round.  With ``anyway`` it is closed even if games are not over; then a reason is required."""

    anyway: bool = False
    reason: Annotated[str | None, Line(2000)] = None

    def __post_init__(self) -> None:
        if self.anyway and self.reason is None:
            raise ValidationError({"reason": ["missing"]})


def close_round(caller: Caller, round_id: str, given: CloseRound) -> None:
    """Close a round.

    Its clock stops, nothing more can be reported at its tables, and a backup is started.  409 `games_open` names the
    tables whose games are not over, unless `anyway` is set, with a reason.  A closed round stays closed until it is
    opened again.

    Raises the problems ``not_found``, ``not_allowed``, and ``games_open`` with the tables whose games are not over.
    """
    games = caller.service.part(TableGames)
    _allow_closing(caller, round_id)
    with caller.service.database.read() as session:
        tables = session.exec(select(GameTable).where(GameTable.round_id == round_id)).all()
    if not given.anyway:
        games.prepare(table.id for table in tables if table.state == "open")
    with caller.change() as change:
        locked = lock_round(change.session, caller.service.database, round_id)
        if locked.round.state == "closed":
            return
        closed = _close(replace(change, now=locked.now), locked, given)
    games.forget(closed)
    caller.service.part(Backups).begin("round")


def _close(change: Change, locked: LockedRound, given: CloseRound) -> list[str]:
    """Close a locked round, and return the ids of its tables."""
    session, round_ = change.session, locked.round
    tables = _lock_tables(session, round_.id)
    playing = [] if given.anyway else _unfinished_tables(change, tables)
    if playing:
        numbers = [table.number for table in playing]
        raise Problem("games_open", more={"tables": [table.id for table in playing]}, tables=numbers)
    for table in tables:
        table.state = "closed"
        session.add(table)
    if locked.clock().started:
        apply_round_move(change, locked, ClockMove(PAUSE, 0, given.reason))
    round_.state = "closed"
    session.add(round_)
    details = {"state": "closed", "anyway": given.anyway, **({"reason": given.reason} if given.reason else {})}
    change.audit("round.close", f"round:{round_.id}", round_.event_id, **details)
    return [table.id for table in tables]


def open_round(caller: Caller, round_id: str) -> None:
    """Open a closed round again, with the tables that are in use.

    Its clock stands until it is started.  Its results are hidden until it is closed and they are published again.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    _allow_closing(caller, round_id)
    with caller.change() as change:
        locked = lock_round(change.session, caller.service.database, round_id)
        if locked.round.state == "closed":
            _reopen(replace(change, now=locked.now), locked)


def _reopen(change: Change, locked: LockedRound) -> None:
    session, round_ = change.session, locked.round
    tables = _lock_tables(session, round_.id)
    seats = seats_by_table(session, [table.id for table in tables])
    somebody_seated = any(seats.values())
    for table in tables:
        # A table that a later seating no longer needed stays closed.
        if table.seq or seats[table.id] or not somebody_seated:
            table.state = "open"
            session.add(table)
    moves = sorted(locked.moves.of_round, key=lambda each: (each.at, each.id))
    begun = [each.kind for each in moves if each.kind in (START, TAKEN_BACK)][-1:] == [START]
    round_.state = "running" if begun else "drafted"
    details = {"results": "hidden"} if round_.results_published_at is not None else {}
    round_.results_published_at = None
    session.add(round_)
    change.audit("round.close", f"round:{round_.id}", round_.event_id, state="open", **details)
    if details:
        note_published(change, round_.event_id)


def _allow_closing(caller: Caller, round_id: str) -> None:
    with caller.service.database.read() as session:
        found = get_row(session, Round, round_id)
    caller.allow("round.close", found.event_id)


def _lock_tables(session: Session, round_id: str) -> Sequence[GameTable]:
    """Lock the tables of a round, so that nothing is logged until the transaction ends, and return them by number."""
    query = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    locking = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return session.exec(locking).all()


def _unfinished_tables(change: Change, tables: Sequence[GameTable]) -> list[GameTable]:
    """Return the tables that are open and have no result and whose game is not over, as the transaction sees them.

    Raises `LogDiffers`.
    """
    games, execute = change.caller.service.part(TableGames), driver_execute(change.session)
    states = result_states(change.session, tables)
    found = []
    for table in tables:
        if table.state == "open" and states[table.id] == NONE:  # without a log, a result says that it is over
            game = games.current(table.id, execute).game
            found += [] if game.ruleset.over(game) else [table]
    return found
