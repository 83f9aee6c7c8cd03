"""Rounds: tables that play at the same time."""

from __future__ import annotations

import json
from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError

from referee.clocks.schemas import RoundCloseIn
from referee.core import audit
from referee.core.access.guard import allowed, somebody
from referee.core.access.scope import in_round
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.events.schemas import RoundIn, RoundOut, RoundPage
from referee.models import Event, Round
from referee.rounds.closing import Closing, close, reopen
from referee.rounds.queries import stages

blueprint = StrictBlueprint("rounds", __name__, url_prefix="/api/v1", description="Rounds")


def as_json(round_: Round, stage: str) -> dict[str, Any]:
    """A round as it is answered; ``stage``: see `referee.rounds.queries`."""
    return {
        "id": round_.id,
        "event_id": round_.event_id,
        "number": round_.number,
        "name": round_.name,
        "minutes": round_.minutes,
        "warnings": json.loads(round_.warnings),
        "state": round_.state,
        "stage": stage,
        "created_at": round_.created_at,
        "published_at": round_.published_at,
        "results_published_at": round_.results_published_at,
    }


def staged(round_: Round) -> dict[str, Any]:
    """A round as it is answered, with the stage that it is at by now."""
    with service().database.read() as session:
        return as_json(round_, stages(session, [round_])[round_.id])


@endpoint(blueprint, "GET", "/events/<event_id>/rounds", gives=RoundPage)
def list_rounds(query: dict[str, Any], event_id: str) -> Response:
    """The rounds of an event, by number."""
    allowed("event.read", event_id)
    with service().database.read() as session:
        rounds = rounds_of(session, event_id)
        found = stages(session, rounds)
    rows = [as_json(each, found[each.id]) for each in rounds]
    return answer(page(rows, len(rows), lambda row: str(row["number"])))


@endpoint(blueprint, "POST", "/events/<event_id>/rounds", body=RoundIn, gives=RoundOut, status=201, fails=(409,))
def create_round(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Make a round of an event."""
    who = allowed("round.change", event_id)
    database = service().database
    now = database.now()
    try:
        with database.write() as session:
            if session.get(Event, event_id) is None:
                raise Problem("not_found", path=event_id)
            found = Round(
                event_id=event_id, number=body["number"], name=body["name"], minutes=body["minutes"],
                warnings=json.dumps(sorted(set(body["warnings"]), reverse=True)), created_at=now,
            )  # fmt: skip
            session.add(found)
            session.flush()
            audit.record(session, now, who, "round.change", f"round:{found.id}", event_id, **body)
    except IntegrityError as error:
        raise Problem("conflict", what=f"round {body['number']}") from error
    return answer(staged(found), 201, headers={"Location": f"/api/v1/rounds/{found.id}"})


@endpoint(blueprint, "GET", "/rounds/<round_id>", gives=RoundOut)
def show_round(query: dict[str, Any], round_id: str) -> Response:
    """A round."""
    somebody()
    with service().database.read() as session:
        found = in_round(session, round_id, "event.read")
        body = as_json(found, stages(session, [found])[round_id])
    return answer(body, tag=repr(body))


@endpoint(blueprint, "POST", "/rounds/<round_id>/close", body=RoundCloseIn, gives=RoundOut, fails=(409,))
def close_round(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Close a round: its clock stops, and nothing more is reported at its tables; a backup is begun.

    409 `games_open` names the tables whose games are not over, unless it is done `anyway`, with a reason.  A round that
    is closed stays so.
    """
    with service().database.read() as session:
        in_round(session, round_id, "round.close")
    closed = close(service(), round_id, Closing(body["anyway"], body.get("reason")), somebody())
    return answer(staged(closed))


@endpoint(blueprint, "POST", "/rounds/<round_id>/open", gives=RoundOut)
def open_round(query: dict[str, Any], round_id: str) -> Response:
    """Open a closed round again, with all its tables.  Its clock stands until it is started."""
    with service().database.read() as session:
        in_round(session, round_id, "round.close")
    return answer(staged(reopen(service(), round_id, somebody())))
