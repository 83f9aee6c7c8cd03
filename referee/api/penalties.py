"""Penalties: given, signed, cancelled; a player's history, and the step that is next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response
from sqlmodel import Session

from referee.access.guard import allowed
from referee.api.answers import answer
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.rows import row_for
from referee.api.schemas.penalty import (
    PenaltiesQuery,
    PenaltyIn,
    PenaltyNotedIn,
    PenaltyOut,
    PenaltyPage,
    SuggestionOut,
    SuggestionQuery,
)
from referee.api.schemas.result import ReasonIn
from referee.event import penalising
from referee.event.penalties import category_of, penalties_of, rule_for
from referee.event.penalty_state import PenaltyState
from referee.event.penalty_view import listed, rule_json, suggestion_json
from referee.models import Penalty, Player
from referee.problems import Problem
from referee.service import service

blueprint = StrictBlueprint("penalties", __name__, url_prefix="/api/v1", description="Penalties")


def told(found: PenaltyState) -> None:
    """Wake whoever watches the event or the table."""
    at = [found.penalty.table_id] if found.penalty.table_id else []
    service().bus.publish(*at, found.penalty.event_id)


def answered(work: Callable[[Session, int], PenaltyState], status: int = 200) -> Response:
    """Do something about a penalty; the penalty as it stands then."""
    database = service().database
    with database.write() as session:
        found = work(session, database.now())
    told(found)
    with database.read() as session:
        (row,) = listed(session, found.penalty.event_id, [found])
    return answer(row, status)


@endpoint(blueprint, "GET", "/events/<event_id>/penalties", query=PenaltiesQuery, gives=PenaltyPage, fails=(409,))
def list_penalties(query: dict[str, Any], event_id: str) -> Response:
    """The penalties of an event or of a player, cancelled ones too, and the steps and categories of the regulation."""
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        rows = listed(session, event_id, penalties_of(session, event_id, query.get("player")))
    return answer({"rule": rule_json(rule), "rows": rows, "next": None})


@endpoint(
    blueprint,
    "GET",
    "/events/<event_id>/penalties/suggestion",
    query=SuggestionQuery,
    gives=SuggestionOut,
    fails=(409,),
)
def suggest_penalty(query: dict[str, Any], event_id: str) -> Response:
    """The step that is next for a player who has done something, and why; with the player's history in this event."""
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        player = session.get(Player, query["player"])
        if player is None or player.event_id != event_id:
            raise Problem("not_found", path=query["player"])
        before = penalties_of(session, event_id, player.id)
        found = suggestion_json(rule, category_of(rule, query["category"]), before)
        history = listed(session, event_id, before)
    return answer({**found, "history": history})


@endpoint(blueprint, "POST", "/events/<event_id>/penalties", body=PenaltyIn, gives=PenaltyOut, status=201, fails=(409,))
def give_penalty(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give a player a penalty. Steps with an effect need an arbiter, and those with `sign_off` are in force once
    somebody else has signed them.
    """
    who = allowed("penalty.give", event_id)
    return answered(lambda session, now: penalising.give(session, now, who, event_id, body), 201)


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/sign-off", gives=PenaltyOut, fails=(409,))
def sign_penalty_off(query: dict[str, Any], penalty_id: str) -> Response:
    """Put a penalty into force. 409 `own_penalty`: whoever gave it does not sign it."""
    _, who = row_for("penalty.sign_off", Penalty, penalty_id)
    return answered(lambda session, now: penalising.sign_off(session, now, who, penalty_id))


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/cancel", body=ReasonIn, gives=PenaltyOut, fails=(409,))
def cancel_penalty(query: dict[str, Any], body: dict[str, Any], penalty_id: str) -> Response:
    """Cancel a penalty, with a reason; what it did is taken back, and it stays in the list."""
    _, who = row_for("penalty.give", Penalty, penalty_id)
    return answered(lambda session, now: penalising.cancel(session, now, who, penalty_id, body["reason"]))


@endpoint(blueprint, "POST", "/penalties/<penalty_id>/noted", body=PenaltyNotedIn, gives=PenaltyOut, fails=(409,))
def note_penalty(query: dict[str, Any], body: dict[str, Any], penalty_id: str) -> Response:
    """Write down that the player has taken note of it, and what they said."""
    _, who = row_for("penalty.give", Penalty, penalty_id)
    return answered(lambda session, now: penalising.noted(session, now, who, penalty_id, body["note"]))
