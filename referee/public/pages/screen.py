"""The projector's page: clock, seats by name, standings and bracket in turn, to be read from the last row."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from referee.core.language import language
from referee.core.service import service
from referee.finals.pages.bracket import stage_names
from referee.penalties.views import sanction_titles
from referee.public.pages import text
from referee.public.pages.frame import PRIVATE, PUBLIC, cached_page, shown_pages
from referee.standings.views import sanctions_of

blueprint = Blueprint("screen", __name__)


@blueprint.get("/p/<address>/screen")
def show_screen(address: str) -> Response:
    """All of it in one page, which a script shows part by part: ``?parts=`` and ``?seconds=`` are the script's affair.

    Without public pages it is for the staff's sessions only; what it shows is published in any case.
    """
    pages = shown_pages(address)
    public = pages.content
    now = service().database.now()

    def facts() -> dict[str, Any]:
        number = public.round.number if public.round else 0
        penalties = sanctions_of(public.seen) if public.seen else []
        return {
            "clock": text.clock(public, now),
            "news": text.news(public)[:3],
            "round": text.names(public).get(number, ""),
            "seats": [
                {"name": each.player.name, "table": public.places[each.player.id][number][0].number}
                for each in public.seated
                if number in public.places[each.player.id]
            ]
            if public.shows("seating")
            else [],
            "marks": {each.player: sanction_titles(penalties, each.player, language()) for each in penalties},
            "standings": text.standings(public) if public.shows("standings") else None,
            "bracket": text.bracket(public) if public.shows("bracket") else None,
            "stages": stage_names(),
        }

    caching = PUBLIC if public.shown.open else PRIVATE
    return cached_page(pages, public.phase(now), "public/screen.html", facts, browsers=False, caching=caching)
