"""The round plan."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.events.schemas import RoundPage
from referee.rounds.api.rounds import as_json
from referee.rounds.planning import make_rounds
from referee.rounds.queries import stages

blueprint = StrictBlueprint("plan", __name__, url_prefix="/api/v1/events", description="The round plan")


@endpoint(blueprint, "POST", "/<event_id>/plan", gives=RoundPage, fails=(409,))
def make_plan(query: dict[str, Any], event_id: str) -> Response:
    """Make the rounds that the regulation plans and the event has not yet; those in preparation without tables follow
    the regulation as it is by now.  All rounds of the event.
    """
    who = allowed("round.change", event_id)
    make_rounds(service().database, event_id, who)
    service().bus.publish(event_id)
    with service().database.read() as session:
        rounds = rounds_of(session, event_id)
        found = stages(session, rounds)
    rows = [as_json(each, found[each.id]) for each in rounds]
    return answer(page(rows, len(rows), lambda row: str(row["number"])))
