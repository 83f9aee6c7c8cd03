"""Starting, pausing and extending the clock of a locked round, or those of some of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import update
from sqlmodel import Session, col, select

from referee.clocks.firing import sync_time_up
from referee.clocks.locking import TIME_UP, LockedRound, set_deadlines
from referee.clocks.timeline import EXTEND, PAUSE, START, TAKEN_BACK
from referee.core.command import Change
from referee.core.database.database import driver_execute
from referee.core.database.group_commit import Execute
from referee.core.problems import Problem
from referee.log.table_game import LogDiffers, TableGames
from referee.models import Activation, Event, GameTable, Round

LAST_TIME_UP = "SELECT max(seq) FROM entry WHERE table_id = :id AND accepted = :yes AND report LIKE :kind"


@dataclass(frozen=True, slots=True)
class ClockMove:
    """A change of a clock.  ``kind``: start, pause or extend; ``span``: in ms, of an extension."""

    kind: str
    span: int
    reason: str | None


def move_round(change: Change, locked: LockedRound, move: ClockMove) -> None:
    """Move the clock of a round that is locked with all its tables.

    Raises the problems ``round_closed``, ``clock_runs``, ``clock_stands``, ``clock_untimed``, ``clock_too_short`` and
    ``time_is_up``.
    """
    refuse_closed(locked)
    clock = locked.clock()
    if move.kind == START:
        if clock.started:
            raise Problem("clock_runs")
        locked.round.state = "running"
        change.session.add(locked.round)
        lock_regulation(change.session, locked.round.event_id, locked.now)
    elif move.kind == PAUSE:
        if not clock.started:
            raise Problem("clock_stands")
    else:
        playing = [table for table in locked.tables if table.state == "open"]
        check_extension(change, locked, playing, move, of_round=True)
    apply_round_move(change, locked, move)


def take_back_start(change: Change, locked: LockedRound) -> None:
    """Undo the start of a locked round; the moves of its clock stay on record.

    If no other round has begun, the regulation is unlocked, too.
    """
    event_id = locked.round.event_id
    apply_round_move(change, locked, ClockMove(TAKEN_BACK, 0, None))
    locked.round.state = "drafted"
    change.session.add(locked.round)
    begun = select(Round.id).where(Round.event_id == event_id, Round.state != "drafted", Round.id != locked.round.id)
    if change.session.exec(begun).first() is None:
        change.session.exec(update(Event).where(col(Event.id) == event_id).values(locked_at=None))


def lock_regulation(session: Session, event_id: str, now: int) -> None:
    """Lock the regulation of an event when its first round begins; any later change of it is a deviation."""
    event = col(Event.id) == event_id
    session.exec(update(Event).where(event, col(Event.locked_at).is_(None)).values(locked_at=now))


def apply_round_move(change: Change, locked: LockedRound, move: ClockMove) -> None:
    """Move the clock of a round without any checks."""
    activation = _activation(change, locked, move)
    activation.round_id = locked.round.id
    locked.moves.of_round.append(activation)
    change.session.add(activation)
    set_deadlines(change.session, locked)


def move_tables(change: Change, locked: LockedRound, tables: Sequence[GameTable], move: ClockMove) -> None:
    """Move the clocks of individual tables: all of them, or none if one cannot be moved.

    Raises the problems ``round_closed``, ``table_closed``, ``clock_not_paused``, ``clock_paused``, ``clock_untimed``,
    ``clock_too_short`` and ``time_is_up``.
    """
    refuse_closed(locked)
    if any(table.state == "closed" for table in tables):
        raise Problem("table_closed")
    if move.kind == EXTEND:
        check_extension(change, locked, tables, move, of_round=False)
    else:
        wrong = [table for table in tables if locked.clock(table.id).paused == (move.kind == PAUSE)]
        if wrong:
            raise Problem(
                "clock_paused" if move.kind == PAUSE else "clock_not_paused", tables=[table.number for table in wrong]
            )
    for table in tables:
        activation = _activation(change, locked, move)
        activation.table_id = table.id
        locked.moves.of_table[table.id].append(activation)
        change.session.add(activation)
    set_deadlines(change.session, locked, tables)


def _activation(change: Change, locked: LockedRound, move: ClockMove) -> Activation:
    """Return the row for a move made now."""
    author = change.author
    return Activation(
        kind=move.kind,
        at=locked.now,
        span=move.span,
        reason=move.reason,
        author=author.name,
        account_id=author.account_id,
    )


def refuse_closed(locked: LockedRound) -> None:
    """Raise the problem ``round_closed`` if the round is closed."""
    if locked.round.state == "closed":
        raise Problem("round_closed")


def check_extension(
    change: Change, locked: LockedRound, tables: Sequence[GameTable], move: ClockMove, *, of_round: bool
) -> None:
    """Check an extension of the clocks of tables, and of the round itself.

    A table whose time-up is in the log gets no more time, unless its game is over anyway; and no clock can lose more
    time than it has left.  Raises the problems ``clock_untimed``, ``time_is_up`` and ``clock_too_short``.
    """
    if locked.round.minutes is None:
        raise Problem("clock_untimed")
    service, session = change.caller.service, change.session
    clocks = [locked.clock()] if of_round else []
    timed_up: list[tuple[GameTable, int]] = []
    for table in tables:
        try:
            sync_time_up(service, session, locked, table.id)
        except LogDiffers:  # its log cannot be judged; the other clocks can be moved all the same
            continue
        deadline = locked.deadlines.get((table.id, TIME_UP))
        if deadline is None or deadline.fired_at is None:
            clocks.append(locked.clock(table.id))
        elif (seq := time_up_entry(service.part(TableGames), driver_execute(session), table.id)) is not None:
            timed_up.append((table, seq))
    if timed_up:
        more = {"tables": [table.id for table, _ in timed_up], "entries": [seq for _, seq in timed_up]}
        raise Problem("time_is_up", more=more, where=[f"{table.number}: {seq}" for table, seq in timed_up])
    least = min((clock.remaining or 0 for clock in clocks), default=0)
    if clocks and least + move.span <= 0:
        most = max(0, least - 1) // 1000
        raise Problem("clock_too_short", seconds=move.span // 1000, most=most)


def time_up_entry(games: TableGames, execute: Execute, table_id: str) -> int | None:
    """Return the number of the entry with a table's time-up; 0 if the game started with it, None if the game is over.

    The log is locked meanwhile, so it is searched by SQL instead of being judged again.
    """
    game = games.current(table_id, execute).game
    if game.ruleset.over(game):
        return None
    ((seq,),) = execute(
        games.database.sql(LAST_TIME_UP), {"id": table_id, "kind": '%"time_up"%', "yes": True}
    ).fetchall()
    return seq or 0
