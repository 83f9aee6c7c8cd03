"""The API of rounds and of the round plan."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from referee.clocks.api import clock_answer
from referee.clocks.schemas import ClockOut, RoundClockIn, clock_command
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import round_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, whole_list
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.models import Round
from referee.rounds import commands
from referee.rounds.schemas import ReadinessOut, RoundCloseIn, RoundIn, RoundOut, RoundPage
from referee.rounds.starting import move_clock, readiness, take_back
from referee.rounds.views import round_rows

blueprint = StrictBlueprint("rounds", __name__, url_prefix="/api/v1", description="Rounds")
plan = StrictBlueprint("plan", __name__, url_prefix="/api/v1/events", description="The round plan")


def round_answer(round_id: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return the response with a round as it stands."""
    with service().database.read() as session:
        (row,) = round_rows(session, [session.get_one(Round, round_id)])
    return answer(RoundOut().dump(row), status, headers=headers)


def all_rounds(event_id: str) -> Response:
    """Return the response with all rounds of an event, by number."""
    with service().database.read() as session:
        rows = round_rows(session, rounds_of(session, event_id))
    return whole_list(RoundOut, rows)


@endpoint(blueprint, "GET", "/events/<event_id>/rounds", gives=RoundPage)
def list_rounds(query: dict[str, Any], event_id: str) -> Response:
    """List the rounds of an event, by number."""
    allowed("event.read", event_id)
    return all_rounds(event_id)


@endpoint(plan, "POST", "/<event_id>/plan", gives=RoundPage, fails=(409,))
def make_plan(query: dict[str, Any], event_id: str) -> Response:
    """Create the rounds that the regulation plans and the event does not have yet.

    Rounds that are still being prepared and have no tables are updated to the current regulation.  Returns all rounds
    of the event.
    """
    commands.make_plan(caller(), event_id)
    return all_rounds(event_id)


@endpoint(blueprint, "POST", "/events/<event_id>/rounds", body=RoundIn, gives=RoundOut, status=201, fails=(409,))
def create_round(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Create a round of an event."""
    round_id = commands.create_round(caller(), commands.CreateRound(event_id, **body))
    return round_answer(round_id, 201, {"Location": f"/api/v1/rounds/{round_id}"})


@endpoint(blueprint, "GET", "/rounds/<round_id>", gives=RoundOut)
def show_round(query: dict[str, Any], round_id: str) -> Response:
    """Get a round."""
    require_principal()
    with service().database.read() as session:
        (row,) = round_rows(session, [round_for(session, round_id, "event.read")])
    return answer(RoundOut().dump(row), tag=repr(row))


@endpoint(blueprint, "POST", "/rounds/<round_id>/close", body=RoundCloseIn, gives=RoundOut, fails=(409,))
def close_round(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Close a round.

    Its clock stops, nothing more can be reported at its tables, and a backup is started.  409 `games_open` names the
    tables whose games are not over, unless `anyway` is set, with a reason.  A closed round stays closed until it is
    opened again.
    """
    commands.close_round(caller(), commands.CloseRound(round_id, body["anyway"], body.get("reason")))
    return round_answer(round_id)


@endpoint(blueprint, "POST", "/rounds/<round_id>/open", gives=RoundOut)
def open_round(query: dict[str, Any], round_id: str) -> Response:
    """Open a closed round again, with the tables that are in use.

    Its clock stands until it is started.
    """
    commands.reopen_round(caller(), round_id)
    return round_answer(round_id)


@endpoint(blueprint, "POST", "/rounds/<round_id>/clock", body=RoundClockIn, gives=ClockOut, fails=(409, 412))
def move_round_clock(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Start, pause or extend the clock of a round and with it those of all its tables, or only those of some tables.

    The first start starts the round; with `check` only if nothing is missing, otherwise 409 `round_not_ready`.
    Starting a table by itself only ends its own pause.  With `If-Match` (the ETag of the round's clock), a request that
    is sent twice, as a browser may do on bad Wi-Fi, is carried out once; the second one gets 412.  409 gives the reason
    why it is not possible: the clock is already running or standing, a time-up is already in the log and has to be
    taken back first, or the round is closed.
    """
    given, only, if_match = clock_command(body), body.get("tables"), request.if_match or None
    return clock_answer(move_clock(caller(), round_id, given, only, if_match, check=body["check"]))


@endpoint(blueprint, "GET", "/rounds/<round_id>/start", gives=ReadinessOut)
def show_readiness(query: dict[str, Any], round_id: str) -> Response:
    """List what a round lacks before it can start.

    Results of earlier rounds, seats that are not public, and withdrawn players who are seated.
    """
    require_principal()
    with service().database.read() as session:
        found = readiness(session, round_for(session, round_id, "result.read"))
    return answer(ReadinessOut().dump(found))


@endpoint(blueprint, "DELETE", "/rounds/<round_id>/start", gives=RoundOut, fails=(409,))
def take_start_back(query: dict[str, Any], round_id: str) -> Response:
    """Take back the start of a round.

    Possible until something is reported or a result is entered.  Its clock is reset to the full time.
    """
    take_back(caller(), round_id)
    return round_answer(round_id)
