"""The screen in the hall: one slide after another, legible from the back row."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response

from referee.core.http.security import POLICY
from referee.core.language import language
from referee.core.pages.format import clock_of_day
from referee.core.service import service
from referee.finals.pages.bracket import stage_names
from referee.floor.drawing import drawn
from referee.log.table_game import TableGame
from referee.penalties.views import sanction_titles
from referee.projector.settings import ProjectorView, projector_view, read_cue
from referee.public.pages import text
from referee.public.pages.frame import NEEDED_FOR_BOARD, PRIVATE, Pages, cached_page, pages_for_reader
from referee.public.pages.replay import last_events, spectator_game, watched
from referee.public.queries import PublicEvent, PublicTable
from referee.public.ready import CLOCK_HEADER, PUBLIC
from referee.standings.views import sanctions_of

blueprint = Blueprint("screen", __name__)

FRAMEABLE_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The content security policy of screens, which the organizer's pages embed in frames."""
LATEST = 3
"""How many pieces of news are shown beside the clock."""
NOTICES = 6
"""How many notices get a slide of their own."""


@blueprint.get("/p/<address>/screen")
def show_screen(address: str) -> Response:
    """All slides in one page, which a script shows one by one; the query string is for that script only.

    Without public pages, only staff sessions can open it; everything on it is published information in any case.
    """
    pages = pages_for_reader(address)
    public, now = pages.content, service().database.now()
    arranged = arrangement(pages)
    at = featured_table(public, arranged)
    game = spectator_game(pages, at) if at else None
    caching = PUBLIC if public.shown.open else PRIVATE
    return cached_page(
        pages,
        public.rests(now)._replace(games=watched(pages, game)),
        "projector/screen.html",
        lambda: slides(public, arranged, now, at, game),
        use_browser=False,
        caching=caching,
        policy=FRAMEABLE_POLICY,
    )


@blueprint.get("/p/<address>/screen/cue")
def show_cue(address: str) -> Response:
    """The remote's last command as JSON.  Screens poll this every second: it reads one row and renders nothing."""
    pages = pages_for_reader(address)
    database = service().database
    cue = pages.cached_value("cue", lambda: read_cue(database, pages.event_id), seconds=0.2)
    headers = {"Cache-Control": "no-store", CLOCK_HEADER: str(database.now())}
    return Response(json.dumps(asdict(cue)), mimetype="application/json", headers=headers)


def arrangement(pages: Pages) -> ProjectorView:
    """The arrangement of the slides, cached for a second."""

    def read() -> ProjectorView:
        with service().database.read() as session:
            return projector_view(session, pages.event_id)

    found: ProjectorView = pages.cached_value("projector", read)
    return found


def featured_table(public: PublicEvent, arranged: ProjectorView) -> PublicTable | None:
    """The table whose board is shown: the chosen one if it is in this round, else the first; None without a round, or
    if live games are not public.
    """
    if public.round is None or not set(public.shown.parts) >= NEEDED_FOR_BOARD:
        return None
    tables = public.at(public.round.number)
    first = tables[0] if tables else None
    return next((each for each in tables if each.number == arranged.table), first)


def slides(
    public: PublicEvent, arranged: ProjectorView, now: int, at: PublicTable | None, game: TableGame | None
) -> dict[str, Any]:
    """The template's variables.  ``at``, ``game``: the table whose board is shown, and its game as far as spectators
    may see it.
    """
    number = public.round.number if public.round else 0
    penalties = sanctions_of(public.seen) if public.seen else []
    standings = text.standings(public) if public.shows("standings") else None
    return {
        "arranged": arranged,
        "plan": [[each.slide, each.seconds] for each in arranged.slides],
        "clock": text.clock(public, now),
        "news": text.news(public)[:LATEST],
        "notices": [
            text.News(clock_of_day(each.made_at), each.text) for each in public.notices if each.player_id is None
        ][:NOTICES],
        "round": text.round_names(public).get(number, ""),
        "seats": [
            {"name": each.player.shown, "table": public.places[each.player.id][number][0].number}
            for each in public.seated
            if number in public.places[each.player.id]
        ]
        if public.shows("seating")
        else [],
        "floor": drawn(public.floor) if public.shows("seating") else None,
        "marks": {each.player: sanction_titles(penalties, each.player, language()) for each in penalties},
        "standings": standings,
        "podium": [each for each in standings["rows"] if each.rank <= 3] if standings and standings["final"] else [],
        "finals": text.finals(public) if public.shows("bracket") else [],
        "stages": stage_names(),
        "table": at,
        "live": text.live_game(game, last_events(game)) if game and game.seq else None,
    }
