"""Standings over HTTP, for programs: who is ahead, why, who goes on, and points by hand."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.responses import FORMS, MEDIA, answer, table_file, whole_list
from referee.core.http.schemas import Query, boolean_parameter
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.events.queries import players_of
from referee.results.facts import facts_of
from referee.standings import commands
from referee.standings.final_order import ranking_of
from referee.standings.games import GameView, game_views
from referee.standings.qualification import qualification_of
from referee.standings.qualification_views import QualificationView, qualification_view
from referee.standings.queries import WhatIf, adjustments_of, standings_if, tag, view, visible
from referee.standings.views import (
    AdjustmentView,
    StandingsView,
    WhyView,
    adjustment_view,
    parted_views,
    standings_table,
    standings_view,
    teams_table,
)
from tournaments.standings.rule import MOST_ROUNDS

blueprint = StrictBlueprint("standings", __name__, url_prefix="/api/v1/events", description="Standings")
adjustments = StrictBlueprint(
    "adjustments", __name__, url_prefix="/api/v1", description="Points given or taken by hand"
)


GamePage = list_schema(GameView, "GamePage")
AdjustmentPage = list_schema(AdjustmentView, "AdjustmentPage")


class AfterQuery(Query):
    """The round after which to look."""

    after = fields.Integer(
        validate=fields.Range(0, MOST_ROUNDS),
        metadata={"description": "The number of the last round to count; left out: the last one that is shown."},
    )


class ClassQuery(Query):
    """Which final to look at."""

    class_ = fields.String(
        data_key="class",
        load_default="",
        metadata={"description": "A class with a final of its own; left out: the final of the event."},
    )


class QualificationQuery(AfterQuery, ClassQuery):
    """The qualification to show."""


class StandingsQuery(AfterQuery):
    """The standings to show."""

    live = boolean_parameter("Whether to count all results entered so far, confirmed or not; for the staff only.")


class WhyQuery(StandingsQuery):
    """Two players to compare."""

    player = fields.String(load_default="", metadata={"description": "The player's id."})
    other = fields.String(metadata={"description": "The other player's id; left out: the next ones ahead and behind."})


class GamesQuery(StandingsQuery):
    """The games to list."""

    player = fields.String(metadata={"description": "The id of the player whose games to list; left out: all games."})


class StandingsExportQuery(StandingsQuery):
    """The standings to export, and the format."""

    as_ = fields.String(data_key="as", load_default="csv", validate=fields.OneOf(FORMS))


@endpoint(blueprint, "GET", "/<event_id>/standings", query=StandingsQuery, gives=StandingsView, fails=(409,))
def show_standings(query: dict[str, Any], event_id: str) -> Response:
    """Get the standings.

    For the staff after the last round with all results confirmed, or with all results so far (`live`); for others as
    published.
    """
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, live=query["live"], after=query.get("after"))
    return answer(dump(StandingsView, standings_view(seen, language())), tag=tag(seen, language()))


@endpoint(blueprint, "GET", "/<event_id>/standings/why", query=WhyQuery, gives=WhyView, fails=(409,))
def explain_standings(query: dict[str, Any], event_id: str) -> Response:
    """Explain a player's rank.

    Gives what separates the player from another one, or from the next ones ahead and behind.
    """
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, live=query["live"], after=query.get("after"))
    ranks = {row.player: row.rank for row in ranking_of(seen).rows}
    player, other = query["player"], query.get("other")
    if not player:
        raise invalid(FieldFault("player", "missing", {}))
    for each in (player, other):
        if each is not None and each not in ranks:
            raise Problem("not_found", path=each)
    found = WhyView(player, ranks[player], parted_views(seen, player, other, language()))
    return answer(dump(WhyView, found), tag=tag(seen, language(), player, other))


@endpoint(
    blueprint,
    "GET",
    "/<event_id>/standings/games",
    query=GamesQuery,
    gives=GamePage,
    fails=(409,),
)
def list_games(query: dict[str, Any], event_id: str) -> Response:
    """List the games behind the standings: what each gave its players, and how that was calculated."""
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, live=query["live"], after=query.get("after"))
    player = query.get("player")
    rows = list(game_views(seen.facts, seen.shown, language(), up_to=seen.after, player=player))
    return whole_list(GameView, rows, tag=tag(seen, language(), player))


@endpoint(blueprint, "POST", "/<event_id>/standings/what-if", body=WhatIf, gives=StandingsView, fails=(409,))
def suppose(body: WhatIf, event_id: str) -> StandingsView:
    """Get the standings as they would be with the given results.

    Everything else is taken as entered so far.
    """
    allowed("standings.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        seen = view(facts, staff=True, live=True)
        found = standings_if(session, seen, body.results)
    return standings_view(seen, language(), found)


@endpoint(
    blueprint, "GET", "/<event_id>/standings/export", query=StandingsExportQuery, gives=None, fails=(409,), media=MEDIA
)
def export_standings(query: dict[str, Any], event_id: str) -> Response:
    """Export the standings as a file."""
    event = event_for("standings.read", event_id)
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, live=query["live"], after=query.get("after"))
    if seen.shown == "confirmed":
        service().part(StaleThings).given_out(caller(), event_id, FILE, "standings-file", query.get("after"))
    return table_file(standings_table(seen, language()), query["as_"], event, f"standings-{seen.after}")


@endpoint(
    blueprint, "GET", "/<event_id>/standings/teams", query=StandingsExportQuery, gives=None, fails=(409,), media=MEDIA
)
def export_team_standings(query: dict[str, Any], event_id: str) -> Response:
    """Export the standings of the teams as a file.

    It has no rows if there are no teams.
    """
    event = event_for("standings.read", event_id)
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, live=query["live"], after=query.get("after"))
    if seen.shown == "confirmed":
        service().part(StaleThings).given_out(caller(), event_id, FILE, "teams-file", query.get("after"))
    return table_file(teams_table(seen, language()), query["as_"], event, f"teams-{seen.after}")


@endpoint(
    blueprint, "GET", "/<event_id>/qualification", query=QualificationQuery, gives=QualificationView, fails=(409,)
)
def show_qualification(query: dict[str, Any], event_id: str) -> Response:
    """Get who has qualified, by which step of the regulation and why, and which decision is needed first."""
    with service().database.read() as session:
        seen = visible(session, caller(), event_id, after=query.get("after"))
    found = qualification_of(seen.facts, seen.after, seen.shown, query["class_"])
    going = qualification_view(seen.facts, found, seen.after, language())
    return answer(dump(QualificationView, going), tag=tag(seen, language()))


@endpoint(adjustments, "GET", "/events/<event_id>/adjustments", gives=AdjustmentPage)
def list_adjustments(event_id: str) -> Response:
    """List the points given and taken by hand, including withdrawn adjustments."""
    event_for("standings.read", event_id)
    with service().database.read() as session:
        names = {each.id: each.shown for each in players_of(session, event_id)}
        rows = [adjustment_view(each, names) for each in adjustments_of(session, event_id)]
    return whole_list(AdjustmentView, rows)


operation(adjustments, "POST", "/events/<event_id>/adjustments", commands.make_adjustment, status=201)
operation(adjustments, "DELETE", "/adjustments/<adjustment_id>", commands.withdraw_adjustment)
