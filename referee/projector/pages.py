"""The screens in the hall, the organizer's choice of their slides, and the remote that moves every screen."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from flask import Blueprint, Response, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.security import POLICY
from referee.core.language import language
from referee.core.pages.format import clock_of_day
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.finals.pages import stage_names
from referee.floor.queries import drawn
from referee.log.table_game import TableGame
from referee.penalties.views import sanction_titles
from referee.projector.commands import GiveCue, arrange, give_cue
from referee.projector.settings import (
    LONGEST,
    SECONDS,
    SHORTEST,
    SLIDES,
    Arrangement,
    ProjectorView,
    projector_view,
    read_cue,
)
from referee.public.pages import text
from referee.public.pages.frame import NEEDED_FOR_BOARD, PRIVATE, Pages, cached_page, pages_for_reader
from referee.public.pages.replay import last_events, spectator_game, watched
from referee.public.queries import PublicEvent, PublicTable
from referee.public.ready import CLOCK_HEADER, PUBLIC
from referee.public.settings import public_view
from referee.standings.views import sanctions_of
from tournaments.lists.cells import Fields
from tournaments.typed import Whole

blueprint = Blueprint("projector", __name__)
remote = Blueprint("remote", __name__)


@dataclass(frozen=True, slots=True)
class SlideRow:
    """A slide on the page.  ``seconds``: as typed."""

    slide: str
    shown: bool
    seconds: str


@blueprint.get("/events/<event_id>/projector")
def show_arrangement(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page for arranging the slides; after a failed submission with the typed values and the problem."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found, public = projector_view(session, event_id), public_view(session, event_id)
    rows = _typed_rows() if request.method == "POST" else _shown_first(found)
    table = request.form.get("table", "" if found.table is None else str(found.table))
    light = request.form["colours"] == "light" if "colours" in request.form else found.light
    return framed(
        "projector/arrange.html",
        event,
        rows=rows,
        table=table,
        light=light,
        public=public,
        cue=found.cue,
        screen=f"/p/{public.address or event_id}/screen",
        problem=problem,
    )


def _shown_first(projector: ProjectorView) -> list[SlideRow]:
    """The shown slides in their order, then the others."""
    seconds = {each.slide: str(each.seconds) for each in projector.slides}
    others = [each for each in SLIDES if each not in seconds]
    return [SlideRow(each, each in seconds, seconds.get(each, str(SECONDS))) for each in (*seconds, *others)]


def _typed_rows() -> list[SlideRow]:
    """The slides as submitted, with one moved up or down if its button was pressed."""
    form = request.form
    order = [each for each in dict.fromkeys(form.getlist("slides")) if each in SLIDES]
    for name, step in (("up", -1), ("down", 1)):
        if (moved := form.get(name)) in order:
            at = order.index(moved)
            order.insert(max(0, at + step), order.pop(at))
    return [SlideRow(each, each in form.getlist("shown"), form.get(f"seconds-{each}", "")) for each in order]


@blueprint.post("/events/<event_id>/projector")
@form_view(show_arrangement)
def post_arrangement(event_id: str) -> str:
    allowed("notice.make", event_id)
    typed = Fields(request.form)
    slides = [
        {"slide": each.slide, "seconds": typed.needed(f"seconds-{each.slide}", Whole(SHORTEST, LONGEST))}
        for each in _typed_rows()
        if each.shown
    ]
    typed.check()
    body = {"slides": slides, "light": request.form.get("colours") == "light", "table": request.form.get("table", "")}
    arrange(caller(), event_id, asked(Arrangement, {}, **body))
    moved = request.form.get("up") or request.form.get("down")
    return f"/events/{event_id}/projector" + (f"#{moved}" if moved in SLIDES else "")


@remote.get("/events/<event_id>/projector/remote")
def show_remote(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found, public = projector_view(session, event_id), public_view(session, event_id)
    screen = f"/p/{public.address or event_id}/screen"
    return framed("projector/remote.html", event, found=found, screen=screen, problem=problem)


@remote.post("/events/<event_id>/projector/remote")
@form_view(show_remote)
def post_cue(event_id: str) -> str:
    allowed("notice.make", event_id)
    held, blank = (request.form.get(each) == "on" for each in ("held", "blank"))
    slide = request.form.get("slide") or None
    give_cue(caller(), event_id, asked(GiveCue, request.form, slide=slide, held=held, blank=blank))
    return f"/events/{event_id}/projector/remote"


screens = Blueprint("screen", __name__)

FRAMEABLE_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The content security policy of screens, which the organizer's pages embed in frames."""
LATEST = 3
"""How many pieces of news are shown beside the clock."""
NOTICES = 6
"""How many notices get a slide of their own."""


@screens.get("/p/<address>/screen")
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


@screens.get("/p/<address>/screen/cue")
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
