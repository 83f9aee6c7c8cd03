"""The API of rounds and of the round plan."""

from __future__ import annotations

from flask import Response, request

from referee.clocks.api import clock_answer
from referee.clocks.commands import MoveRoundClock
from referee.clocks.views import ClockView
from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import round_for
from referee.core.command import caller
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer
from referee.core.service import service
from referee.core.stale import StaleThings
from referee.events.plan import rounds_of
from referee.models import Event, Round
from referee.rounds import commands
from referee.rounds.commands import CreateRound
from referee.rounds.starting import ReadinessView, move_clock, readiness, take_back
from referee.rounds.views import RoundOut, RoundPage, round_rows

blueprint = StrictBlueprint("rounds", __name__, url_prefix="/api/v1", description="Rounds")
plan = StrictBlueprint("plan", __name__, url_prefix="/api/v1/events", description="The round plan")


def round_now(round_id: str) -> RoundOut:
    """A round as it stands."""
    with service().database.read() as session:
        (row,) = round_rows(session, [session.get_one(Round, round_id)])
    return row


def all_rounds(event_id: str) -> RoundPage:
    """All rounds of an event, by number."""
    with service().database.read() as session:
        return RoundPage(round_rows(session, rounds_of(session, event_id)))


@endpoint(blueprint, "GET", "/events/<event_id>/rounds", gives=RoundPage)
def list_rounds(event_id: str) -> RoundPage:
    """List the rounds of an event, by number."""
    allowed("event.read", event_id)
    return all_rounds(event_id)


operation(plan, "POST", "/<event_id>/plan", commands.make_plan, shows=all_rounds, fails=(409,))


@endpoint(blueprint, "POST", "/events/<event_id>/rounds", body=CreateRound, gives=RoundOut, status=201, fails=(409,))
def create_round(body: CreateRound, event_id: str) -> Response:
    """Create a round of an event."""
    round_id = commands.create_round(caller(), event_id, body)
    return answer(dump(RoundOut, round_now(round_id)), 201, headers={"Location": f"/api/v1/rounds/{round_id}"})


@endpoint(blueprint, "GET", "/rounds/<round_id>", gives=RoundOut)
def show_round(round_id: str) -> Response:
    """Get a round."""
    require_principal()
    with service().database.read() as session:
        (row,) = round_rows(session, [round_for(session, round_id, "event.read")])
    return answer(dump(RoundOut, row), tag=repr(row))


operation(blueprint, "POST", "/rounds/<round_id>/close", commands.close_round, shows=round_now, fails=(409,))
operation(blueprint, "POST", "/rounds/<round_id>/open", commands.open_round, shows=round_now)


@endpoint(blueprint, "POST", "/rounds/<round_id>/clock", body=MoveRoundClock, gives=ClockView, fails=(409, 412))
def move_round_clock(body: MoveRoundClock, round_id: str) -> Response:
    """Start, pause or extend the clock of a round and with it those of all its tables, or only those of some tables.

    The first start starts the round; with `check` only if nothing is missing, otherwise 409 `round_not_ready`.
    Starting a table by itself only ends its own pause.  With `If-Match` (the ETag of the round's clock), a request that
    is sent twice, as a browser may do on bad Wi-Fi, is carried out once; the second one gets 412.  409 gives the reason
    why it is not possible: the clock is already running or standing, a time-up is already in the log and has to be
    taken back first, or the round is closed.
    """
    return clock_answer(move_clock(caller(), round_id, body, request.if_match or None))


@endpoint(blueprint, "GET", "/rounds/<round_id>/start", gives=ReadinessView)
def show_readiness(round_id: str) -> ReadinessView:
    """List what a round lacks before it can start.

    Results of earlier rounds, seats that are not public, withdrawn players who are seated, and seats that do not follow
    any more from the results that they were drawn from.
    """
    require_principal()
    with service().database.read() as session:
        round_ = round_for(session, round_id, "result.read")
        stale = service().part(StaleThings).of(session, session.get_one(Event, round_.event_id))
        return readiness(session, round_, stale)


@endpoint(blueprint, "DELETE", "/rounds/<round_id>/start", gives=RoundOut, fails=(409,))
def take_start_back(round_id: str) -> RoundOut:
    """Take back the start of a round.

    Possible until something is reported or a result is entered.  Its clock is reset to the full time.
    """
    take_back(caller(), round_id)
    return round_now(round_id)
