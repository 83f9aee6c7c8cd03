"""The projector's page: clock, seats by name, standings and bracket in turn, to be read from the last row."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.finals.pages.bracket import stage_names
from referee.penalties.views import sanction_titles
from referee.public.pages import text as said
from referee.public.pages.frame import PRIVATE, PUBLIC, kept, shelf_of
from referee.standings.views import sanctions_of

blueprint = Blueprint("screen", __name__)


@blueprint.get("/p/<address>/screen")
def show_screen(address: str) -> Response:
    """All of it in one page, which a script shows part by part: ``?parts=`` and ``?seconds=`` are the script's affair.

    Without public pages it is for the staff's sessions only; what it shows is published in any case.
    """
    shelf = shelf_of(address)
    if shelf is None:
        raise Problem("not_found", path=request.path)
    told = shelf.told
    if not told.shown.open:
        who = principal()
        if who is None or not may(who.roles_in(shelf.event_id), "event.read"):
            raise Problem("not_found", path=request.path)
    now = service().database.now()

    def facts() -> dict[str, Any]:
        number = told.round.number if told.round else 0
        penalties = sanctions_of(told.seen) if told.seen else []
        return {
            "clock": said.clock(told, now),
            "news": said.news(told)[:3],
            "round": said.names(told).get(number, ""),
            "seats": [
                {"name": each.player.name, "table": told.places[each.player.id][number][0].number}
                for each in told.seated
                if number in told.places[each.player.id]
            ]
            if told.shows("seating")
            else [],
            "marks": {each.player: sanction_titles(penalties, each.player, language()) for each in penalties},
            "standings": said.standings(told) if told.shows("standings") else None,
            "bracket": said.bracket(told) if told.shows("bracket") else None,
            "stages": stage_names(),
        }

    cache = PUBLIC if told.shown.open else PRIVATE
    return kept(shelf, (), told.phase(now), "screen.html", facts, browsers=False, cache=cache)
