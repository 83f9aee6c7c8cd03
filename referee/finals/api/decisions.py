"""Decisions by hand: playoffs, dice, votes, wildcards, places given back."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import row_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.service import service
from referee.events.queries import players_of
from referee.finals import decisions
from referee.finals.decisions import decision
from referee.finals.questions import questions
from referee.finals.schemas import DecisionIn, DecisionOut, DecisionPage, GiveBackIn
from referee.models import DecisionMade
from referee.results.facts import facts_of
from referee.standings.views import asked_of, names_of

blueprint = StrictBlueprint("decisions", __name__, url_prefix="/api/v1", description="Decisions by hand")


def answered(made: DecisionMade, status: int = 200) -> Response:
    """A decision as an answer; whoever watches the event is woken."""
    service().bus.publish(made.event_id)
    with service().database.read() as session:
        names = {each.id: each.name for each in players_of(session, made.event_id)}
    return answer(decision(made, names), status)


@endpoint(blueprint, "GET", "/events/<event_id>/decisions", gives=DecisionPage, fails=(409,))
def list_decisions(query: dict[str, Any], event_id: str) -> Response:
    """What waits for a decision, and all that were made, withdrawn ones too."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        listed = decisions.made(session, event_id)
    names = names_of(facts)
    wanted = [asked_of(facts, each) for each in questions(facts)]
    return answer({"wanted": wanted, "rows": [decision(each, names) for each in listed], "next": None})


@endpoint(
    blueprint, "POST", "/events/<event_id>/decisions", body=DecisionIn, gives=DecisionOut, status=201, fails=(409,)
)
def make_decision(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Answer a question that waits, or answer it anew; the latest answer counts.

    A dice race may be given throw by throw; it is run again and gives the order.  409 `nothing_to_decide` names the
    questions that are open.
    """
    who = allowed("decision.make", event_id)
    database = service().database
    now = database.now()
    details: dict[str, Any] = {key: body[key] for key in ("race", "note") if key in body}
    with database.write() as session:
        made = decisions.make(session, now, who, event_id, body["about"], body["by"], body["order"], details)
    return answered(made, 201)


@endpoint(
    blueprint, "POST", "/events/<event_id>/withdrawals", body=GiveBackIn, gives=DecisionOut, status=201, fails=(409,)
)
def give_place_back(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Somebody who has qualified gives the place back, and the next one moves up."""
    who = allowed("decision.make", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        made = decisions.give_back(session, now, who, event_id, body["player"], body["reason"])
    return answered(made, 201)


@endpoint(blueprint, "DELETE", "/decisions/<decision_id>", body=ReasonIn, gives=DecisionOut)
def withdraw_decision(query: dict[str, Any], body: dict[str, Any], decision_id: str) -> Response:
    """Withdraw a decision, with a reason; it stays in the list."""
    _, who = row_for("decision.make", DecisionMade, decision_id)
    database = service().database
    with database.write() as session:
        made = decisions.take_back(session, database.now(), who, decision_id, body["reason"])
    return answered(made)
