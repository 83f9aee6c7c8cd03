"""The bracket: semi-finals and the final."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.api.answers import answer
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.schemas.base import Query
from referee.api.schemas.bracket import BracketOut
from referee.event import bracket_view
from referee.event.audience import looked_at, tag
from referee.language import language
from referee.service import service

blueprint = StrictBlueprint("bracket", __name__, url_prefix="/api/v1/events", description="Semi-finals and finals")


@endpoint(blueprint, "GET", "/<event_id>/bracket", query=Query, gives=BracketOut, fails=(409,))
def show_bracket(query: dict[str, Any], event_id: str) -> Response:
    """The stages behind the qualification: tables, who goes on, and the final order; empty while it goes on."""
    with service().database.read() as session:
        seen = looked_at(session, event_id)
    return answer(bracket_view.bracket_json(seen.facts, seen.shown, seen.after), tag=tag(seen, language()))
