"""The API of clocks: reading and moving those of rounds and tables."""

from __future__ import annotations

from flask import Response, request

from referee.clocks.commands import MoveClock
from referee.clocks.commands import move_table_clock as move_table
from referee.clocks.views import ClockView, round_clock, table_clock
from referee.core.access.guard import require_principal
from referee.core.access.scope import round_for, table_for
from referee.core.command import caller
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, etag
from referee.core.service import service

blueprint = StrictBlueprint("clocks", __name__, url_prefix="/api/v1", description="The clocks of rounds and tables")


def clock_answer(clock: ClockView) -> Response:
    """Return the response after a clock was moved, with its new ETag."""
    return answer(dump(ClockView, clock), headers={"ETag": f'"{etag(clock.tag)}"'})


@endpoint(blueprint, "GET", "/rounds/<round_id>/clock", gives=ClockView)
def show_round_clock(round_id: str) -> Response:
    """Get the clock of a round.

    304 as long as nobody has changed the clock and it has not reached a warning or its end.
    """
    require_principal()
    with service().database.read() as session:
        clock = round_clock(session, round_for(session, round_id, "event.read"), service().database.now())
    return answer(dump(ClockView, clock), tag=clock.tag)


@endpoint(blueprint, "GET", "/tables/<table_id>/clock", gives=ClockView)
def show_table_clock(table_id: str) -> Response:
    """Get the clock of a table: the round's clock with the table's own pauses and extensions.

    304 as long as nobody has changed the clock and it has not reached a warning or its end.
    """
    table, _ = table_for("table.read", table_id)
    with service().database.read() as session:
        clock = table_clock(session, table, service().database.now())
    return answer(dump(ClockView, clock), tag=clock.tag)


@endpoint(blueprint, "POST", "/tables/<table_id>/clock", body=MoveClock, gives=ClockView, fails=(409, 412))
def move_table_clock(body: MoveClock, table_id: str) -> Response:
    """Pause a single table, end its pause (`start`), or extend its time.

    The table's clock runs only while the round's clock does.  `If-Match` and 409 work as for a round.
    """
    return clock_answer(move_table(caller(), table_id, body, request.if_match or None))
