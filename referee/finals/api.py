"""The HTTP API of finals: the bracket, and manual decisions."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import Query, ReasonIn
from referee.core.language import language
from referee.core.service import service
from referee.events.queries import players_of
from referee.finals import commands
from referee.finals.queries import decisions_of
from referee.finals.questions import questions
from referee.finals.schemas import BracketOut, DecisionIn, DecisionOut, DecisionPage, GiveBackIn, decision_given
from referee.finals.views import bracket_view, decision_view
from referee.models import DecisionMade
from referee.results.facts import facts_of
from referee.standings.queries import tag, visible
from referee.standings.views import names_of, question_view

bracket = StrictBlueprint("bracket", __name__, url_prefix="/api/v1/events", description="Semi-finals and finals")
decisions = StrictBlueprint("decisions", __name__, url_prefix="/api/v1", description="Manual decisions")


@endpoint(bracket, "GET", "/<event_id>/bracket", query=Query, gives=BracketOut, fails=(409,))
def show_bracket(query: dict[str, Any], event_id: str) -> Response:
    """Get the stages after the qualification: tables, who advances, and the final order.

    Empty while the qualification is still being played.
    """
    with service().database.read() as session:
        seen = visible(session, caller(), event_id)
    view = bracket_view(seen.facts, seen.shown, seen.after, language())
    return answer(BracketOut().dump(view), tag=tag(seen, language()))


def decision_answer(decision_id: str, status: int = 200) -> Response:
    """The response that shows a decision in its current state."""
    with service().database.read() as session:
        decision = session.get_one(DecisionMade, decision_id)
        names = {each.id: each.shown for each in players_of(session, decision.event_id)}
    return answer(DecisionOut().dump(decision_view(decision, names)), status)


@endpoint(decisions, "GET", "/events/<event_id>/decisions", gives=DecisionPage, fails=(409,))
def list_decisions(query: dict[str, Any], event_id: str) -> Response:
    """List the questions that wait for a decision, and all decisions made, including withdrawn ones."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        listed = decisions_of(session, event_id)
    names = names_of(facts)
    wanted = [question_view(facts, each, language()) for each in questions(facts)]
    rows = [decision_view(each, names) for each in listed]
    return answer(DecisionPage().dump({"wanted": wanted, "rows": rows, "next": None}))


@endpoint(
    decisions, "POST", "/events/<event_id>/decisions", body=DecisionIn, gives=DecisionOut, status=201, fails=(409,)
)
def make_decision(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Decide an open question, or decide it again; the latest decision counts.

    A dice race can be given throw by throw; it is replayed, and its outcome is the order. 409 `nothing_to_decide` names
    the questions that are open.
    """
    return decision_answer(commands.make_decision(caller(), decision_given(event_id, body)), 201)


@endpoint(
    decisions, "POST", "/events/<event_id>/withdrawals", body=GiveBackIn, gives=DecisionOut, status=201, fails=(409,)
)
def give_place_back(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give up the place of a player who has qualified.

    The next player moves up.
    """
    return decision_answer(commands.give_place_back(caller(), event_id, body["player"], body["reason"]), 201)


@endpoint(decisions, "DELETE", "/decisions/<decision_id>", body=ReasonIn, gives=DecisionOut)
def withdraw_decision(body: ReasonIn, decision_id: str) -> Response:
    """Withdraw a decision, with a reason.

    It stays in the list.
    """
    commands.withdraw_decision(caller(), decision_id, body.reason)
    return decision_answer(decision_id)
