"""The bracket: semi-finals and the final."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import Query
from referee.core.language import language
from referee.core.service import service
from referee.finals import queries as bracket_view
from referee.finals.schemas import BracketOut
from referee.standings.queries import looked_at, tag

blueprint = StrictBlueprint("bracket", __name__, url_prefix="/api/v1/events", description="Semi-finals and finals")


@endpoint(blueprint, "GET", "/<event_id>/bracket", query=Query, gives=BracketOut, fails=(409,))
def show_bracket(query: dict[str, Any], event_id: str) -> Response:
    """The stages behind the qualification: tables, who goes on, and the final order; empty while it goes on."""
    with service().database.read() as session:
        seen = looked_at(session, event_id)
    return answer(bracket_view.bracket_json(seen.facts, seen.shown, seen.after), tag=tag(seen, language()))
