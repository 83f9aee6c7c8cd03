"""Penalties over HTTP, for programs."""

from __future__ import annotations

from typing import Any

from referee.core.access.guard import allowed
from referee.core.access.scope import within
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.schemas import Line, Query
from referee.core.language import language
from referee.core.service import service
from referee.models import Player
from referee.penalties import commands
from referee.penalties.queries import PENALTIES, category_of, penalties_of, rule_for
from referee.penalties.views import (
    PenaltyPage,
    PenaltyRecordPage,
    PenaltyView,
    SuggestionView,
    earlier_penalties,
    penalty_views,
    rule_view,
    suggestion_view,
)

blueprint = StrictBlueprint("penalties", __name__, url_prefix="/api/v1", description="Penalties")


class PenaltiesQuery(Query):
    """Whose penalties to list."""

    player = fields.String(metadata={"description": "The player's id; left out: all players."})


class SuggestionQuery(Query):
    """The player and the category of offence."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    category = fields.String(
        load_default="", metadata={"description": "The key of a category of the regulation.", "example": "protest"}
    )


class PenaltyRecordQuery(Query):
    """The player whose earlier penalties to list."""

    player = Line(18, 0, load_default="", metadata={"description": "The player's id in this event."})


def penalty_now(penalty_id: str) -> PenaltyView:
    """A penalty as it stands."""
    with service().database.read() as session:
        found = PENALTIES.state(session, penalty_id)
        (view,) = penalty_views(session, [found], language())
    return view


@endpoint(blueprint, "GET", "/events/<event_id>/penalties", query=PenaltiesQuery, gives=PenaltyPage, fails=(409,))
def list_penalties(query: dict[str, Any], event_id: str) -> PenaltyPage:
    """List the penalties of an event or of one player, including cancelled ones.

    The response also has the steps and categories of the regulation.
    """
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_view(rule_for(session, event_id), language())
        found = penalties_of(session, event_id, query.get("player"))
        return PenaltyPage(rule, penalty_views(session, found, language()))


@endpoint(blueprint, "GET", "/events/<event_id>/penalties/record", query=PenaltyRecordQuery, gives=PenaltyRecordPage)
def list_record(query: dict[str, Any], event_id: str) -> PenaltyRecordPage:
    """List the penalties of players with the same name in other events.

    Only events in which the caller may give penalties are included.
    """
    who = allowed("penalty.give", event_id)
    with service().database.read() as session:
        player = within(session, Player, query["player"], event_id)
        return PenaltyRecordPage(earlier_penalties(session, player, who, language()))


@endpoint(
    blueprint,
    "GET",
    "/events/<event_id>/penalties/suggestion",
    query=SuggestionQuery,
    gives=SuggestionView,
    fails=(409,),
)
def suggest_penalty(query: dict[str, Any], event_id: str) -> SuggestionView:
    """Get the next step for a player in a category of offence, and why.

    The response includes the player's history in this event.
    """
    allowed("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        player = within(session, Player, query["player"], event_id)
        before = penalties_of(session, event_id, player.id)
        history = penalty_views(session, before, language())
        return suggestion_view(rule, category_of(rule, query["category"]), before, history, language())


@endpoint(
    blueprint,
    "POST",
    "/events/<event_id>/penalties",
    body=commands.GivePenalty,
    gives=PenaltyView,
    status=201,
    fails=(409,),
)
def give_penalty(body: commands.GivePenalty, event_id: str) -> PenaltyView:
    """Give a player a penalty.

    Steps with an effect need an arbiter. Steps with `sign_off` are not in force until another person has signed them
    off.
    """
    return penalty_now(commands.give_penalty(caller(), event_id, body))


operation(
    blueprint, "POST", "/penalties/<penalty_id>/sign-off", commands.sign_penalty_off, shows=penalty_now, fails=(409,)
)
operation(blueprint, "POST", "/penalties/<penalty_id>/cancel", commands.cancel_penalty, shows=penalty_now, fails=(409,))
operation(blueprint, "POST", "/penalties/<penalty_id>/noted", commands.note_penalty, shows=penalty_now, fails=(409,))
