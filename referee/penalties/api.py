"""Penalties over HTTP, for programs."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import within
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.service import service
from referee.models import Player
from referee.penalties import commands
from referee.penalties.queries import category_of, penalties_of, penalty_state, rule_for
from referee.penalties.record import earlier_penalties
from referee.penalties.schemas import (
    PenaltiesQuery,
    PenaltyIn,
    PenaltyNotedIn,
    PenaltyOut,
    PenaltyPage,
    PenaltyRecordPage,
    PenaltyRecordQuery,
    SuggestionOut,
    SuggestionQuery,
    penalty_of,
)
from referee.penalties.views import penalty_views, rule_view, suggestion_view

blueprint = StrictBlueprint("penalties", __name__, url_prefix="/api/v1", description="Penalties")


def penalty_answer(penalty_id: str, status: int = 200) -> Response:
    """A penalty as it stands."""
    with service().database.read() as session:
        found = penalty_state(session, penalty_id)
        (view,) = penalty_views(session, found.penalty.event_id, [found], language())
    return answer(PenaltyOut().dump(view), status)


@endpoint(blueprint, "GET", "/events/<event_id>/penalties", query=PenaltiesQuery, gives=PenaltyPage, fails=(409,))
def list_penalties(query: dict[str, Any], event_id: str) -> Response:
    """List the penalties of an event or of one player, including cancelled ones.

    The response also has the steps and categories of the regulation.
    """
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_view(rule_for(session, event_id), language())
        rows = penalty_views(session, event_id, penalties_of(session, event_id, query.get("player")), language())
    return answer(PenaltyPage().dump({"rule": rule, "rows": rows, "next": None}))


@endpoint(blueprint, "GET", "/events/<event_id>/penalties/record", query=PenaltyRecordQuery, gives=PenaltyRecordPage)
def list_record(query: dict[str, Any], event_id: str) -> Response:
    """List the penalties of players with the same name in other events.

    Only events in which the caller may give penalties are included.
    """
    who = allowed("penalty.give", event_id)
    with service().database.read() as session:
        player = within(session, Player, query["player"], event_id)
        rows = earlier_penalties(session, player, who, language())
    return answer(PenaltyRecordPage().dump({"rows": rows, "next": None}))


@endpoint(
    blueprint,
    "GET",
    "/events/<event_id>/penalties/suggestion",
    query=SuggestionQuery,
    gives=SuggestionOut,
    fails=(409,),
)
def suggest_penalty(query: dict[str, Any], event_id: str) -> Response:
    """Get the next step for a player in a category of offence, and why.

    The response includes the player's history in this event.
    """
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        player = within(session, Player, query["player"], event_id)
        before = penalties_of(session, event_id, player.id)
        found = suggestion_view(rule, category_of(rule, query["category"]), before, language())
        history = penalty_views(session, event_id, before, language())
    return answer({**SuggestionOut().dump(found), "history": PenaltyOut(many=True).dump(history)})


@endpoint(blueprint, "POST", "/events/<event_id>/penalties", body=PenaltyIn, gives=PenaltyOut, status=201, fails=(409,))
def give_penalty(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give a player a penalty.

    Steps with an effect need an arbiter. Steps with `sign_off` are not in force until another person has signed them
    off.
    """
    return penalty_answer(commands.give_penalty(caller(), event_id, penalty_of(body)), 201)


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/sign-off", gives=PenaltyOut, fails=(409,))
def sign_penalty_off(query: dict[str, Any], penalty_id: str) -> Response:
    """Sign a penalty off, which puts it into force.

    409 `own_penalty`: the person who gave a penalty may not sign it off.
    """
    commands.sign_penalty_off(caller(), penalty_id)
    return penalty_answer(penalty_id)


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/cancel", body=ReasonIn, gives=PenaltyOut, fails=(409,))
def cancel_penalty(query: dict[str, Any], body: dict[str, Any], penalty_id: str) -> Response:
    """Cancel a penalty, with a reason.

    Its effects are undone; it stays in the list.
    """
    commands.cancel_penalty(caller(), penalty_id, body["reason"])
    return penalty_answer(penalty_id)


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/noted", body=PenaltyNotedIn, gives=PenaltyOut, fails=(409,))
def note_penalty(query: dict[str, Any], body: dict[str, Any], penalty_id: str) -> Response:
    """Record that the player has taken note of a penalty, and what they said."""
    commands.note_penalty(caller(), penalty_id, body["note"])
    return penalty_answer(penalty_id)
