"""Rounds: tables that play at the same time."""

from __future__ import annotations

import json
from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from referee import audit
from referee.access.guard import allowed, somebody
from referee.api.answers import answer, page
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.schemas.event import RoundIn, RoundOut, RoundPage
from referee.api.tables import in_round
from referee.models import Event, Round
from referee.problems import Problem
from referee.service import service

blueprint = StrictBlueprint("rounds", __name__, url_prefix="/api/v1", description="Rounds")


def as_json(round_: Round) -> dict[str, Any]:
    """A round as it is answered."""
    return {
        "id": round_.id,
        "event_id": round_.event_id,
        "number": round_.number,
        "name": round_.name,
        "minutes": round_.minutes,
        "warnings": json.loads(round_.warnings),
        "state": round_.state,
        "created_at": round_.created_at,
    }


@endpoint(blueprint, "GET", "/events/<event_id>/rounds", gives=RoundPage)
def list_rounds(query: dict[str, Any], event_id: str) -> Response:
    """The rounds of an event, by number."""
    allowed("event.read", event_id)
    wanted = select(Round).where(Round.event_id == event_id).order_by(Round.number)  # type: ignore[arg-type]
    with service().database.read() as session:
        rows = [as_json(found) for found in session.exec(wanted)]
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
    return answer(as_json(found), 201, headers={"Location": f"/api/v1/rounds/{found.id}"})


@endpoint(blueprint, "GET", "/rounds/<round_id>", gives=RoundOut)
def show_round(query: dict[str, Any], round_id: str) -> Response:
    """A round."""
    somebody()
    with service().database.read() as session:
        body = as_json(in_round(session, round_id, "event.read"))
    return answer(body, tag=repr(body))
