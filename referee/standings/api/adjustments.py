"""Points given or taken by hand."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, row_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.service import service
from referee.events.queries import players_of
from referee.models import Adjustment
from referee.standings import adjustments
from referee.standings.adjustments import adjustment
from referee.standings.schemas import AdjustmentIn, AdjustmentOut, AdjustmentPage

blueprint = StrictBlueprint("adjustments", __name__, url_prefix="/api/v1", description="Points by hand")


def answered(made: Adjustment, status: int = 200) -> Response:
    """An adjustment as an answer; whoever watches the event is woken."""
    service().bus.publish(made.event_id)
    with service().database.read() as session:
        names = {each.id: each.name for each in players_of(session, made.event_id)}
    return answer(adjustment(made, names), status)


@endpoint(blueprint, "GET", "/events/<event_id>/adjustments", gives=AdjustmentPage)
def list_adjustments(query: dict[str, Any], event_id: str) -> Response:
    """Points given and taken by hand, withdrawn ones too."""
    event_for("standings.read", event_id)
    with service().database.read() as session:
        names = {each.id: each.name for each in players_of(session, event_id)}
        rows = [adjustment(each, names) for each in adjustments.made(session, event_id)]
    return answer({"rows": rows, "next": None})


@endpoint(blueprint, "POST", "/events/<event_id>/adjustments", body=AdjustmentIn, gives=AdjustmentOut, status=201)
def make_adjustment(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give or take points: a penalty, a bonus."""
    who = allowed("decision.make", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        made = adjustments.adjust(
            session, now, who, event_id, body["player"], body["points"], body.get("round"), body["reason"]
        )
    return answered(made, 201)


@endpoint(blueprint, "DELETE", "/adjustments/<adjustment_id>", body=ReasonIn, gives=AdjustmentOut)
def withdraw_adjustment(query: dict[str, Any], body: dict[str, Any], adjustment_id: str) -> Response:
    """Withdraw an adjustment, with a reason; it stays in the list."""
    _, who = row_for("decision.make", Adjustment, adjustment_id)
    database = service().database
    with database.write() as session:
        made = adjustments.take_back(session, database.now(), who, adjustment_id, body["reason"])
    return answered(made)
