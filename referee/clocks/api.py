"""The clocks of rounds and tables: read and moved."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from sqlmodel import Session, select

from referee.clocks.change import move_tables
from referee.clocks.deadlines import TIME_UP, WARNING, wanted
from referee.clocks.hold import Moves, hold, moves_of
from referee.clocks.round_clock import change_of, move, topics
from referee.clocks.schemas import ClockIn, ClockOut, RoundClockIn
from referee.clocks.timeline import Clock
from referee.core import audit
from referee.core.access.guard import somebody
from referee.core.access.scope import in_round, table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, etag
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import Activation, Deadline, GameTable, Round

blueprint = StrictBlueprint("clocks", __name__, url_prefix="/api/v1", description="The clocks of rounds and tables")


def round_as_json(round_: Round, moves: Moves, now: int) -> dict[str, Any]:
    """The clock of a round as it is answered."""
    clock = moves.clock(round_, now)
    warnings = []
    for seconds in warned(round_):
        ahead = (clock.remaining or 0) - seconds * 1000
        at = now + ahead if ahead > 0 and clock.running else None
        fired = ahead <= 0 and seconds * 1000 < (clock.allowed or 0)
        warnings.append({"seconds": seconds, "at": at, "fired": fired})
    up = clock.deadline if clock.over else None
    return as_json(clock, now, warnings, up, moves.of_round, [])


def table_as_json(
    round_: Round, table_id: str, moves: Moves, deadlines: dict[tuple[str, str], Deadline], now: int
) -> dict[str, Any]:
    """The clock of a table as it is answered."""
    warnings = []
    for seconds in warned(round_):
        deadline = deadlines.get((table_id, f"{WARNING}{seconds}"))
        due_at, fired_at = (deadline.due_at, deadline.fired_at) if deadline else (None, None)
        at = due_at if fired_at is None else fired_at
        warnings.append({"seconds": seconds, "at": at, "fired": fired_at is not None})
    up = deadlines.get((table_id, TIME_UP))
    clock = moves.clock(round_, now, table_id)
    return as_json(clock, now, warnings, up.fired_at if up else None, moves.of_round, moves.of_table[table_id])


def warned(round_: Round) -> list[int]:
    """The warnings of a round, in seconds before its end, the first one first."""
    return sorted((seconds for seconds in wanted(round_).values() if seconds), reverse=True)


def as_json(
    clock: Clock,
    now: int,
    warnings: list[dict[str, Any]],
    time_up_at: int | None,
    of_round: list[Activation],
    of_table: list[Activation],
) -> dict[str, Any]:
    """A clock as it is answered."""
    rows = [("round", each) for each in of_round] + [("table", each) for each in of_table]
    return {
        "now": now,
        "running": clock.running,
        "held": bool(clock.held),
        "elapsed": clock.elapsed,
        "allowed": clock.allowed,
        "remaining": clock.remaining,
        "deadline_at": clock.deadline,
        "warnings": warnings,
        "time_up_at": time_up_at,
        "activations": [
            {"id": each.id, "of": of, "kind": each.kind, "at": each.at, "seconds": each.span // 1000,
             "author": each.author, "reason": each.reason}
            for of, each in sorted(rows, key=lambda row: (row[1].at, row[1].id))
        ],
    }  # fmt: skip


def tag(body: dict[str, Any]) -> str:
    """What changes whenever a clock is moved or gets somewhere, but not by the mere passing of time."""
    return repr({name: value for name, value in body.items() if name not in ("now", "elapsed", "remaining")})


def unchanged(body: dict[str, Any]) -> None:
    """Raises the problem ``precondition_failed`` where If-Match names another state of the clock than this."""
    if request.if_match and etag(tag(body)) not in request.if_match:
        raise Problem("precondition_failed")


def moved(body: dict[str, Any], topics: list[str]) -> Response:
    """The answer after a clock was moved, with the tag that it has now; wakes whoever waits for news of it."""
    service().bus.publish(*topics)
    return answer(body, headers={"ETag": f'"{etag(tag(body))}"'})


def deadlines_of(session: Session, table_id: str) -> dict[tuple[str, str], Deadline]:
    """The deadlines of a table."""
    found = session.exec(select(Deadline).where(Deadline.table_id == table_id))
    return {(each.table_id, each.kind): each for each in found}


@endpoint(blueprint, "GET", "/rounds/<round_id>/clock", gives=ClockOut)
def show_round_clock(query: dict[str, Any], round_id: str) -> Response:
    """The clock of a round.

    304 as long as nobody has moved it and it has got to no warning and not to its end.
    """
    somebody()
    with service().database.read() as session:
        round_ = in_round(session, round_id, "event.read")
        moves = moves_of(session, round_id, [])
    body = round_as_json(round_, moves, max(service().database.now(), moves.latest()))
    return answer(body, tag=tag(body))


@endpoint(blueprint, "POST", "/rounds/<round_id>/clock", body=RoundClockIn, gives=ClockOut, fails=(409, 412))
def move_round_clock(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Start, pause or extend the clock of a round and thereby of all its tables; or those of some tables only.

    The first start sets the round going.  A table's own start only ends its own pause.  With `If-Match` (the ETag of
    the round's clock) a request that was sent twice, as a browser may on bad Wi-Fi, is carried out once; the second
    gets 412.  409 says why it cannot be done: the clock runs or stands already, a time-up is in the log already and
    must be taken back first, the round is closed.
    """
    somebody()
    now = service()
    with now.database.read() as session:
        in_round(session, round_id, "round.clock")
    held = move(
        now, round_id, body, somebody(), lambda held: unchanged(round_as_json(held.round, held.moves, held.now))
    )
    return moved(round_as_json(held.round, held.moves, held.now), topics(held, body))


@endpoint(blueprint, "GET", "/tables/<table_id>/clock", gives=ClockOut)
def show_table_clock(query: dict[str, Any], table_id: str) -> Response:
    """The clock of a table: that of its round, with the table's own pauses and extensions.

    304 as long as nobody has moved it and it has got to no warning and not to its end.
    """
    table, _ = table_for("table.read", table_id)
    with service().database.read() as session:
        round_ = session.get_one(Round, table.round_id)
        moves = moves_of(session, table.round_id, [table_id])
        deadlines = deadlines_of(session, table_id)
    body = table_as_json(round_, table_id, moves, deadlines, max(service().database.now(), moves.latest()))
    return answer(body, tag=tag(body))


@endpoint(blueprint, "POST", "/tables/<table_id>/clock", body=ClockIn, gives=ClockOut, fails=(409, 412))
def move_table_clock(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Pause a table by itself, end its pause (`start`), or extend its time.

    It runs only while its round's clock does.  `If-Match` and 409 are as for a round.
    """
    table, who = table_for("table.clock", table_id)
    now = service()
    now.part(TableGames).prepare([table_id])
    with now.database.write() as session:
        held = hold(session, now.database, table.round_id, [table_id])
        unchanged(table_as_json(held.round, table_id, held.moves, held.deadlines, held.now))
        tables: list[GameTable] = list(held.tables)
        move_tables(now, session, held, tables, change_of(body), who)
        audit.record(session, held.now, who, "table.clock", f"table:{table_id}", table.event_id, **body)
    after = table_as_json(held.round, table_id, held.moves, held.deadlines, held.now)
    return moved(after, [table_id, table.event_id])
