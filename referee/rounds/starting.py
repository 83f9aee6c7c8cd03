"""Starting a round: what is missing before the start, and taking it back while nothing has been played."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sqlmodel import Session, col, select

from referee.clocks.change import take_back_start
from referee.clocks.commands import MoveRoundClock, move_round_clock
from referee.clocks.locking import lock_round
from referee.clocks.timeline import EXTEND, START
from referee.clocks.views import ClockView, round_clock, table_clock
from referee.core.command import Caller
from referee.core.http.responses import etag
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import PLAYOFF_SEATS, SEATS, StaleThing, StaleThings
from referee.events.queries import players_of, seats_by_table
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Event, GameTable, Round
from referee.results.queries import begun_tables, unconfirmed_tables


@dataclass(frozen=True, slots=True)
class TableMissing:
    """A table of an earlier round whose result is not confirmed."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class SeatedWithdrawn:
    """A player who has withdrawn but still has a seat in the round."""

    table: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatDue:
    """A player whose seat in the round does not follow any more from the results and people that it was made from.

    ``before``, ``now``: the table where they sit, and where they should; null: none.
    """

    player: str
    name: str
    before: str | None
    now: str | None


@dataclass(frozen=True, slots=True)
class ReadinessView:
    """What a round lacks before its start."""

    results: Sequence[TableMissing]
    withdrawn: Sequence[SeatedWithdrawn]
    stale: Annotated[Sequence[SeatDue], "Who else sits there and should not, or should and does not."]
    seats_hidden: Annotated[bool, "Whether seats have been drawn but not published."]
    empty: Annotated[bool, "Whether the round has no tables."]

    @property
    def ready(self) -> bool:
        return not (self.results or self.withdrawn or self.stale or self.seats_hidden or self.empty)


def readiness(session: Session, round_: Round, stale: Sequence[StaleThing]) -> ReadinessView:
    """Return what a round lacks before its start; it does not wait for a round that is played at the same time.

    ``stale``: everything that is stale in the event.
    """
    tables = session.exec(
        select(GameTable).where(GameTable.round_id == round_.id).order_by(col(GameTable.number))
    ).all()
    seats = seats_by_table(session, [table.id for table in tables])
    players = players_of(session, round_.event_id)
    names = {player.id: player.shown for player in players}
    left = {
        player.id: player.shown
        for player in players
        if player.dropped_after is not None and player.dropped_after < round_.number
    }
    kept = {
        change.player
        for each in stale
        if each.kept and each.kind == SEATS and each.round is not None
        if each.round <= round_.number <= (each.last or each.round)
        for change in each.changes
    }
    somebody_seated = any(seats.values())
    return ReadinessView(
        results=[
            TableMissing(each.number, table.number)
            for each in _awaited_rounds(session, round_)
            for table in unconfirmed_tables(session, each.id)
        ],
        withdrawn=[
            SeatedWithdrawn(table.number, seat.player_id, left[seat.player_id])
            for table in tables
            for seat in seats[table.id]
            if seat.player_id in left and seat.player_id not in kept
        ],
        stale=[
            SeatDue(each.player, names.get(each.player, each.player), each.before, each.now)
            for thing in stale
            if thing.round == round_.number and thing.kind in (SEATS, PLAYOFF_SEATS) and not thing.kept
            for each in thing.changes
            if each.now is not None or each.player not in left
        ],
        seats_hidden=somebody_seated and round_.published_at is None,
        empty=not tables,
    )


def _awaited_rounds(session: Session, round_: Round) -> Sequence[Round]:
    """Return the rounds whose results this one waits for, by number."""
    version = latest_version(session, round_.event_id)
    planned = parse_regulation(version.text).rounds if version else ()
    beside = next((each.beside for each in planned if each.number == round_.number), None)
    earlier = select(Round).where(Round.event_id == round_.event_id, Round.number < (beside or round_.number))
    return session.exec(earlier.order_by(col(Round.number))).all()


def move_clock(
    caller: Caller, round_id: str, given: MoveRoundClock, if_match: Container[str] | None = None
) -> ClockView:
    """Move the clock of a round, or of some of its tables (`move_round_clock`).  With ``check`` the first start of the
    round is refused with the problem ``round_not_ready`` while something is missing.
    """
    if given.check and given.kind == START and given.tables is None:
        with caller.service.database.read() as session:
            round_ = get_row(session, Round, round_id)
            caller.allow("round.clock", round_.event_id)
            if round_.state == "drafted":
                event = session.get_one(Event, round_.event_id)
                stale = caller.service.part(StaleThings).of(session, event)
                _refuse_unready(readiness(session, round_, stale))
    return move_round_clock(caller, round_id, given, if_match)


def set_left(caller: Caller, round_id: str, given: MoveRoundClock, seconds: int) -> None:
    """Set what is left on the clock of a round, and thereby of all its tables, or on those of some of them each.

    ``given``: the reason, and the tables; ``seconds``: what is to be left from now on.  The clock is moved by the
    difference.  Raises the problems of `move_round_clock`, among them ``clock_untimed``, and ``precondition_failed``
    if somebody else moved a clock in the same moment.
    """
    with caller.service.database.read() as session:
        round_ = get_row(session, Round, round_id)
        caller.allow("round.clock", round_.event_id)
        now = caller.service.database.now()
        seen: list[tuple[list[str] | None, ClockView]] = (
            [(None, round_clock(session, round_, now))]
            if given.tables is None
            else [([each], table_clock(session, get_row(session, GameTable, each), now)) for each in given.tables]
        )
    for tables, clock in seen:
        if clock.remaining is None:
            raise Problem("clock_untimed")
        more = round(seconds - clock.remaining / 1000)
        if more:
            move = replace(given, kind=EXTEND, seconds=more, tables=tables)
            move_round_clock(caller, round_id, move, None if tables else {etag(clock.tag)})


def _refuse_unready(found: ReadinessView) -> None:
    if not found.ready:
        more = {
            "missing": [
                name for name in ("results", "withdrawn", "stale", "seats_hidden", "empty") if getattr(found, name)
            ]
        }
        raise Problem("round_not_ready", more=more)


def take_back(caller: Caller, round_id: str) -> None:
    """Take back the start of a round: it is a draft again, and its clock is full.

    Raises the problems ``not_found``, ``not_allowed``, ``round_not_begun``, and ``round_played`` with the tables at
    which something was reported or entered.
    """
    with caller.service.database.read() as session:
        caller.allow("round.clock", get_row(session, Round, round_id).event_id)
    with caller.change() as change:
        locked = lock_round(change.session, caller.service.database, round_id)
        if locked.round.state != "running":
            raise Problem("round_not_begun")
        begun = begun_tables(change.session, locked.tables)
        if begun:
            numbers = [table.number for table in locked.tables if table.id in begun]
            raise Problem("round_played", more={"tables": sorted(begun)}, tables=numbers)
        moving = replace(change, now=locked.now)
        take_back_start(moving, locked)
        moving.audit("round.clock", f"round:{round_id}", locked.round.event_id, kind="taken_back")
