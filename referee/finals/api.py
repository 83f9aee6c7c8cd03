"""The HTTP API of finals: the bracket, and manual decisions."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.finals import commands
from referee.finals.questions import decisions_of, questions
from referee.finals.views import BracketView, DecisionPage, bracket_view, decision_view
from referee.results.facts import facts_of
from referee.standings.api import ClassQuery
from referee.standings.queries import tag, visible
from referee.standings.views import names_of, question_view

bracket = StrictBlueprint("bracket", __name__, url_prefix="/api/v1/events", description="Semi-finals and finals")
decisions = StrictBlueprint("decisions", __name__, url_prefix="/api/v1", description="Manual decisions")


@endpoint(bracket, "GET", "/<event_id>/bracket", query=ClassQuery, gives=BracketView, fails=(409,))
def show_bracket(query: dict[str, Any], event_id: str) -> Response:
    """Get the stages after the qualification: tables, who advances, and the final order.

    Empty while the qualification is still being played.
    """
    with service().database.read() as session:
        seen = visible(session, caller(), event_id)
    view = bracket_view(seen.facts, seen.shown, seen.after, language(), query["class_"])
    return answer(dump(BracketView, view), tag=tag(seen, language()))


@endpoint(decisions, "GET", "/events/<event_id>/decisions", gives=DecisionPage, fails=(409,))
def list_decisions(event_id: str) -> DecisionPage:
    """List the questions that wait for a decision, and all decisions made, including withdrawn ones."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        listed = decisions_of(session, event_id)
    names = names_of(facts)
    wanted = [question_view(facts, each, language()) for each in questions(facts)]
    return DecisionPage(wanted, [decision_view(each, names) for each in listed])


operation(decisions, "POST", "/events/<event_id>/decisions", commands.make_decision, status=201, fails=(409,))
operation(decisions, "POST", "/events/<event_id>/withdrawals", commands.give_place_back, status=201, fails=(409,))
operation(decisions, "DELETE", "/decisions/<decision_id>", commands.withdraw_decision)
