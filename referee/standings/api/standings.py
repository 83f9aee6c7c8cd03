"""Standings and qualification: who is ahead, why, and who goes on."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.download import MEDIA, file_of
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.field_faults import Fault, invalid
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.results.facts import facts_of
from referee.standings import views as standings_view
from referee.standings.qualification import qualification_of
from referee.standings.queries import looked_at, standings_of, supposed, tag, view
from referee.standings.schemas import (
    AfterQuery,
    GamePage,
    GamesQuery,
    QualificationOut,
    StandingsExportQuery,
    StandingsOut,
    StandingsQuery,
    WhatIfIn,
    WhyOut,
    WhyQuery,
)

blueprint = StrictBlueprint("standings", __name__, url_prefix="/api/v1/events", description="Standings")


@endpoint(blueprint, "GET", "/<event_id>/standings", query=StandingsQuery, gives=StandingsOut, fails=(409,))
def show_standings(query: dict[str, Any], event_id: str) -> Response:
    """The standings: for the staff after the last round whose results all stand, or `live`; for others what is
    published.
    """
    with service().database.read() as session:
        seen = looked_at(session, event_id, live=query["live"], after=query.get("after"))
    return answer(standings_view.standings(seen), tag=tag(seen, language()))


@endpoint(blueprint, "GET", "/<event_id>/standings/why", query=WhyQuery, gives=WhyOut, fails=(409,))
def explain_standings(query: dict[str, Any], event_id: str) -> Response:
    """Why a player stands where they stand: what separates them from another, or from the next ahead and behind."""
    with service().database.read() as session:
        seen = looked_at(session, event_id, live=query["live"], after=query.get("after"))
    ranks = {row.player: row.rank for row in standings_of(seen).rows}
    player, other = query["player"], query.get("other")
    if not player:
        raise invalid(Fault("player", "missing", {}))
    for each in (player, other):
        if each is not None and each not in ranks:
            raise Problem("not_found", path=each)
    parted = standings_view.separated(seen, player, other)
    return answer({"player": player, "rank": ranks[player], "parted": parted}, tag=tag(seen, language(), player, other))


@endpoint(blueprint, "GET", "/<event_id>/standings/games", query=GamesQuery, gives=GamePage, fails=(409,))
def list_games(query: dict[str, Any], event_id: str) -> Response:
    """The games behind the standings: what each brought its players, and how it was reckoned."""
    with service().database.read() as session:
        seen = looked_at(session, event_id, live=query["live"], after=query.get("after"))
    player = query.get("player")
    rows = list(standings_view.games(seen.facts, seen.shown, up_to=seen.after, player=player))
    return answer({"rows": rows, "next": None}, tag=tag(seen, language(), player))


@endpoint(blueprint, "POST", "/<event_id>/standings/what-if", body=WhatIfIn, gives=StandingsOut, fails=(409,))
def suppose(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """The standings as they would be if some games ended so, everything else as it was entered by now."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        seen = view(facts, staff=True, live=True)
        found = supposed(session, seen, [(each["table_id"], each["players"]) for each in body["results"]])
    return answer(standings_view.standings_json(seen, found))


@endpoint(
    blueprint,
    "GET",
    "/<event_id>/standings/export",
    query=StandingsExportQuery,
    gives=None,
    fails=(409,),
    media=MEDIA,
)
def export_standings(query: dict[str, Any], event_id: str) -> Response:
    """The standings as a file."""
    event = event_for("standings.read", event_id)
    with service().database.read() as session:
        seen = looked_at(session, event_id, live=query["live"], after=query.get("after"))
    return file_of(standings_view.exported(seen), query["as_"], event, f"standings-{seen.after}")


@endpoint(blueprint, "GET", "/<event_id>/qualification", query=AfterQuery, gives=QualificationOut, fails=(409,))
def show_qualification(query: dict[str, Any], event_id: str) -> Response:
    """Who is in, by which step of the regulation and why, and what has to be decided first."""
    with service().database.read() as session:
        seen = looked_at(session, event_id, after=query.get("after"))
    found = qualification_of(seen.facts, seen.after, seen.shown)
    return answer(standings_view.qualification(seen.facts, found, seen.after), tag=tag(seen, language()))
