"""Moving clocks: starting, pausing and extending, for a round or for some of its tables; nonsense is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import update
from sqlmodel import Session, col

from referee.clocks.deadlines import TIME_UP, arrange
from referee.clocks.follow import agree
from referee.clocks.hold import Held
from referee.clocks.timeline import EXTEND, PAUSE, START
from referee.core.command import Change
from referee.core.database.database import driver_execute
from referee.core.database.group_commit import Execute
from referee.core.problems import Problem
from referee.log.table_game import LogDiffers, TableGames
from referee.models import Activation, Event, GameTable

SAYS_TIME_UP = "SELECT max(seq) FROM entry WHERE table_id = :id AND accepted = :yes AND report LIKE :kind"


@dataclass(frozen=True, slots=True)
class ClockMove:
    """What is done to a clock: start, pause or extend, by a ``span`` in ms, and why."""

    kind: str
    span: int
    reason: str | None


def move_round(change: Change, held: Held, move: ClockMove) -> None:
    """Move the clock of a round, held with all its tables.

    Raises the problems ``round_closed``, ``clock_runs``, ``clock_stands``, ``clock_untimed``, ``clock_too_short`` and
    ``time_is_up``.
    """
    refuse_closed(held)
    clock = held.clock()
    if move.kind == START:
        if clock.started:
            raise Problem("clock_runs")
        held.round.state = "running"
        change.session.add(held.round)
        lock_regulation(change.session, held.round.event_id, held.now)
    elif move.kind == PAUSE:
        if not clock.started:
            raise Problem("clock_stands")
    else:
        playing = [table for table in held.tables if table.state == "open"]
        refuse_extension(change, held, playing, move, of_round=True)
    turn_round(change, held, move)


def lock_regulation(session: Session, event_id: str, now: int) -> None:
    """The event's first round begins: from now on a change of its regulation is a deviation."""
    event = col(Event.id) == event_id
    session.exec(update(Event).where(event, col(Event.locked_at).is_(None)).values(locked_at=now))


def turn_round(change: Change, held: Held, move: ClockMove) -> None:
    """Move the clock of a round, whether it makes sense or not."""
    activation = _activation(change, held, move)
    activation.round_id = held.round.id
    held.moves.of_round.append(activation)
    change.session.add(activation)
    arrange(change.session, held)


def move_tables(change: Change, held: Held, tables: Sequence[GameTable], move: ClockMove) -> None:
    """Move the clocks of some tables by themselves: all of them, or, if one cannot be, none.

    Raises the problems ``round_closed``, ``table_closed``, ``clock_not_paused``, ``clock_paused``, ``clock_untimed``,
    ``clock_too_short`` and ``time_is_up``.
    """
    refuse_closed(held)
    if any(table.state == "closed" for table in tables):
        raise Problem("table_closed")
    if move.kind == EXTEND:
        refuse_extension(change, held, tables, move, of_round=False)
    else:
        wrong = [table for table in tables if held.clock(table.id).paused == (move.kind == PAUSE)]
        if wrong:
            raise Problem(
                "clock_paused" if move.kind == PAUSE else "clock_not_paused", tables=[table.number for table in wrong]
            )
    for table in tables:
        activation = _activation(change, held, move)
        activation.table_id = table.id
        held.moves.of_table[table.id].append(activation)
        change.session.add(activation)
    arrange(change.session, held, tables)


def _activation(change: Change, held: Held, move: ClockMove) -> Activation:
    """The activation that a move makes, now."""
    author = change.author
    return Activation(
        kind=move.kind, at=held.now, span=move.span, reason=move.reason,
        author=author.name, account_id=author.account_id,
    )  # fmt: skip


def refuse_closed(held: Held) -> None:
    """Raises the problem ``round_closed`` where the round is."""
    if held.round.state == "closed":
        raise Problem("round_closed")


def refuse_extension(
    change: Change, held: Held, tables: Sequence[GameTable], move: ClockMove, *, of_round: bool
) -> None:
    """Raises the problem that stands against extending the clocks of tables, and of the round itself.

    A table whose time-up is in the log cannot be given more time, unless its game is over anyway; nor can a clock be
    put forward past what has elapsed.
    """
    if held.round.minutes is None:
        raise Problem("clock_untimed")
    service, session = change.caller.service, change.session
    clocks = [held.clock()] if of_round else []
    rung: list[tuple[GameTable, int]] = []
    for table in tables:
        try:
            agree(service, session, held, table.id)
        except LogDiffers:  # of such a table nobody knows more; the clock of the others can be moved all the same
            continue
        deadline = held.deadlines.get((table.id, TIME_UP))
        if deadline is None or deadline.fired_at is None:
            clocks.append(held.clock(table.id))
        elif (seq := logged_at(service.part(TableGames), driver_execute(session), table.id)) is not None:
            rung.append((table, seq))
    if rung:
        more = {"tables": [table.id for table, _ in rung], "entries": [seq for _, seq in rung]}
        raise Problem("time_is_up", more=more, where=[f"{table.number}: {seq}" for table, seq in rung])
    least = min((clock.remaining or 0 for clock in clocks), default=0)
    if clocks and least + move.span <= 0:
        most = max(0, least - 1) // 1000
        raise Problem("clock_too_short", seconds=move.span // 1000, most=most)


def logged_at(games: TableGames, execute: Execute, table_id: str) -> int | None:
    """The entry that says that the time is up at a table where it is, or None where its game is over; 0: it began like
    that.  The log stands still meanwhile: it is looked through, not judged.
    """
    game = games.current(table_id, execute).game
    if game.ruleset.over(game):
        return None
    ((seq,),) = execute(
        games.database.sql(SAYS_TIME_UP), {"id": table_id, "kind": '%"time_up"%', "yes": True}
    ).fetchall()
    return seq or 0
