"""Commands that move clocks: of a round, of some of its tables, or of one table."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from marshmallow import ValidationError
from sqlmodel import select

from referee.clocks.change import ClockMove, move_round, move_tables
from referee.clocks.locking import lock_round
from referee.clocks.timeline import EXTEND, KINDS
from referee.clocks.views import ClockView, round_clock_view, table_clock_view
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length, OneOf
from referee.core.http.responses import etag
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.log.table_game import TableGames
from referee.models import GameTable, Round
from tournaments.typed import Whole

DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class MoveClock:
    """A move of a clock.  An extension needs a reason; whoever stops a clock is in a hurry."""

    kind: Annotated[str, OneOf(KINDS), FieldExample("pause")]
    seconds: Annotated[
        int | None,
        Whole(-DAY_SECONDS, DAY_SECONDS),
        "The seconds that an extension adds; negative: takes away.",
        FieldExample(300),
    ] = None
    reason: Annotated[str | None, Line(2000), FieldExample("The fire alarm went off.")] = None

    def __post_init__(self) -> None:
        """Check that only an extension has seconds, and that it has a reason."""
        faults = {}
        if self.kind == EXTEND and not self.seconds:
            faults["seconds"] = ["missing"]
        if self.kind != EXTEND and self.seconds is not None:
            faults["seconds"] = ["unknown"]
        if self.kind == EXTEND and self.reason is None:
            faults["reason"] = ["missing"]
        if faults:
            raise ValidationError(faults)

    @property
    def move(self) -> ClockMove:
        """The same move in ms."""
        return ClockMove(self.kind, (self.seconds or 0) * 1000, self.reason)

    @property
    def details(self) -> dict[str, Any]:
        more = {"seconds": self.seconds, "reason": self.reason}
        return {"kind": self.kind, **{key: value for key, value in more.items() if value is not None}}


@dataclass(frozen=True, slots=True)
class MoveRoundClock(MoveClock):
    """A move of the clock of a round, or only of those of some of its tables."""

    tables: Annotated[
        Sequence[Annotated[str, Line(18)]] | None,
        Length(1, 1000),
        "The ids of the only tables to act on; left out: the round and with it all its tables.",
    ] = None
    check: Annotated[bool, "Whether to refuse the first start if something is missing (409 `round_not_ready`)."] = False


def move_round_clock(
    caller: Caller, round_id: str, given: MoveRoundClock, if_match: Container[str] | None = None
) -> ClockView:
    """Move the clock of a round and thereby of all its tables, or only the clocks of some of them.

    ``if_match``: the ETags that the round's clock may have now, None for any.  Raises the problems ``not_found`` (also
    for a table of another round), ``not_allowed``, ``precondition_failed``, and those of `move_round` and
    `move_tables`.
    """
    tables = given.tables
    with caller.service.database.read() as session:
        round_ = get_row(session, Round, round_id)
        caller.allow("round.clock", round_.event_id)
        if given.kind == EXTEND:
            of_round = select(GameTable.id).where(GameTable.round_id == round_id)
            caller.service.part(TableGames).prepare(session.exec(of_round).all())
    with caller.change() as change:
        locked = lock_round(change.session, caller.service.database, round_id)
        moving = replace(change, now=locked.now)
        _refuse_other(round_clock_view(locked.round, locked.moves, locked.now), if_match)
        by_id = {table.id: table for table in locked.tables}
        chosen = list(dict.fromkeys(by_id if tables is None else tables))
        for table_id in chosen:
            if table_id not in by_id:
                raise Problem("not_found", path=table_id)
        if tables is None:
            move_round(moving, locked, given.move)
        else:
            move_tables(moving, locked, [by_id[table_id] for table_id in chosen], given.move)
        details = given.details if tables is None else {**given.details, "tables": list(tables)}
        moving.audit("round.clock", f"round:{round_id}", locked.round.event_id, **details)
        return round_clock_view(locked.round, locked.moves, locked.now)


def move_table_clock(
    caller: Caller, table_id: str, given: MoveClock, if_match: Container[str] | None = None
) -> ClockView:
    """Move the clock of a table by itself.

    ``if_match``: the ETags that it may have now, None for any.  Raises the problems ``not_found``, ``not_allowed``,
    ``precondition_failed``, and those of `move_tables`.
    """
    with caller.service.database.read() as session:
        table = get_row(session, GameTable, table_id)
    caller.allow("table.clock", table.event_id, table_id)
    caller.service.part(TableGames).prepare([table_id])
    with caller.change() as change:
        locked = lock_round(change.session, caller.service.database, table.round_id, [table_id])
        moving = replace(change, now=locked.now)
        _refuse_other(table_clock_view(locked.round, table_id, locked.moves, locked.deadlines, locked.now), if_match)
        move_tables(moving, locked, locked.tables, given.move)
        moving.audit("table.clock", f"table:{table_id}", table.event_id, **given.details)
        return table_clock_view(locked.round, table_id, locked.moves, locked.deadlines, locked.now)


def _refuse_other(clock: ClockView, if_match: Container[str] | None) -> None:
    """Raise the problem ``precondition_failed`` unless the clock has one of these ETags."""
    if if_match is not None and etag(clock.tag) not in if_match:
        raise Problem("precondition_failed")
