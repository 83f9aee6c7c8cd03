"""All rounds at a glance: how far each is, which tables are in, what is late."""

from __future__ import annotations

from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from referee.clocks.pages import clock_told
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.language import word
from referee.core.pages.forms import sent
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.names import round_name
from referee.events.plan import rounds_of
from referee.events.regulation import last, regulation_of
from referee.rounds.planning import make_rounds
from referee.rounds.queries import view
from referee.rounds.views import STAGES

blueprint = Blueprint("rounds_page", __name__)


@blueprint.get("/events/<event_id>/rounds")
def show_rounds(event_id: str) -> str:
    """The rounds."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    event = event_for("result.read", event_id)
    now = service().database.now()
    with service().database.read() as session:
        found = [view(session, each, now) for each in rounds_of(session, event_id)]
        regulation = last(session, event_id)
        planned = len(regulation_of(session, event_id).rounds) if regulation else 0
    rows: list[dict[str, Any]] = [
        {
            "id": each.round.id,
            "name": round_name(each.round.number, each.round),
            "stage": word(STAGES[each.stage]),
            "on": each.stage == "running",
            "minutes": each.round.minutes,
            "clock": clock_told(each.clock, each.now),
            "entered": each.entered,
            "tables": len(each.tables),
            "missing": each.missing if each.entered or each.stage == "closed" else [],
            "late": each.late,
        }
        for each in found
    ]
    numbers = {each.round.number for each in found}
    return framed(
        "rounds.html", event, rows=rows, planned=planned, problem=problem,
        unplanned=[number for number in range(1, planned + 1) if number not in numbers],
    )  # fmt: skip


@blueprint.post("/events/<event_id>/rounds/plan")
def post_plan(event_id: str) -> AnyResponse:
    """Make the rounds of the plan."""
    who = allowed("round.change", event_id)

    def work() -> str:
        make_rounds(service().database, event_id, who)
        service().bus.publish(event_id)
        return f"/events/{event_id}/rounds"

    return sent(work, lambda problem: page(event_id, problem))
