"""The public pages of an event, without a log-in: news and clock, who sits where, standings, bracket, tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from flask import Blueprint, Response, request

from referee.accounts.invitations import base_url as service_address
from referee.core.http.responses import SVG, qr_svg
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import zone_name
from referee.events.pictures import picture_file
from referee.finals.pages import stage_names
from referee.floor.queries import drawn
from referee.public.cache import Rests
from referee.public.calendar import calendar_file
from referee.public.news import FEED, feed, news_of
from referee.public.pages import text
from referee.public.pages.frame import cached_page, choose_language, framed, kept_response, open_pages, pages_for_reader
from referee.public.pages.replay import can_replay, last_events, spectator_game, told_last, watched
from referee.public.pages.share import CARD, share, table_share
from referee.public.queries import PublicEvent, PublicTable
from tournaments.players.names import forms_of, sought

LEADERS = 5
"""The last rank shown.  Players tied at it are all shown, up to `MAX_LEADERS` in all."""
MAX_LEADERS = 10


@dataclass(frozen=True, slots=True)
class FrontLeader:
    """A player near the top.  ``table``: where they play now; None if they are not playing or tables are not shown."""

    rank: int
    name: str
    value: str
    table: PublicTable | None


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that is playing now.  ``names``: of its players, in start order."""

    round: int
    number: int
    names: Sequence[str]


def live_tables(public: PublicEvent) -> list[LiveTable]:
    """The tables of the running round, if tables are shown; none between rounds."""
    if not _is_playing(public):
        return []
    assert public.round is not None
    return [
        LiveTable(each.round, each.number, [public.players[player].shown for player in each.players])
        for each in public.at(public.round.number)
    ]


def leaders(public: PublicEvent, standings: Mapping[str, Any] | None) -> list[FrontLeader]:
    """The leaders of the published standings.  ``standings``: as `referee.public.pages.text.standings` gives them."""
    rows = [row for row in standings["rows"] if row.rank <= LEADERS][:MAX_LEADERS] if standings else []
    now = public.round.number if public.round and _is_playing(public) else 0
    return [
        FrontLeader(row.rank, row.name, row.values[0] or "–", public.places.get(row.player, {}).get(now, (None, 0))[0])
        for row in rows
    ]


def _is_playing(public: PublicEvent) -> bool:
    running = public.round is not None and public.round.state == "running"
    return running and public.shows("seating") and public.shows("tables")


blueprint = Blueprint("public", __name__, url_prefix="/p")

CALENDAR = "text/calendar; charset=utf-8"
MAX_NEWS = 50
"""The most pieces of news in the feed."""
MAX_NAME_LENGTH = 100
"""The most characters of a name to search for."""


@blueprint.get("/<address>")
def show_event(address: str) -> Response:
    """The start page: day and venue, who leads, the tables that are playing, the clock, the news, links to the rest."""
    pages = open_pages(address)
    now = service().database.now()

    def facts() -> dict[str, Any]:
        public = pages.content
        standings = text.standings(public) if public.shows("standings") else None
        return {
            "standings": standings,
            "leaders": leaders(public, standings),
            "playing": live_tables(public),
            "clock": text.clock(public, now),
            "rounds": text.rounds(public),
            "news": text.news(public),
            "share": share(public, ""),
        }

    return cached_page(pages, pages.content.rests(now), "public/public_event.html", facts)


def number_shown(public: PublicEvent, number: int | None) -> int:
    """The number of the round whose tables are shown: the one in the address, else the current round.

    Raises the problem ``not_found`` for a round that is not public.
    """
    if number is not None and not public.at(number):
        raise Problem("not_found", path=request.path)
    return number if number is not None else public.round.number if public.round else 0


@blueprint.get("/<address>/seats", defaults={"number": None})
@blueprint.get("/<address>/seats/<int:number>")
def show_seats(address: str, number: int | None) -> Response:
    """Who sits where: a search by name, and the tables of a round."""
    pages = open_pages(address, "seating")
    public = pages.content
    shown = number_shown(public, number)
    name = request.args.get("name", "")[:MAX_NAME_LENGTH]

    def facts() -> dict[str, Any]:
        needle = sought(name)
        found = [text.person(public, each) for each in public.seated if needle in each.find] if needle else []
        return {
            "number": shown,
            "rounds": text.rounds(public),
            "tables": text.tables(public, shown),
            "searched": name,
            "found": found,
            "floor": drawn(public.floor),
            "marked": table_to_mark(found),
            "round": text.round_names(public).get(shown, ""),
            "share": share(public, "", page="/seats"),
        }

    if name:  # a search without JavaScript: there are too many names to cache a page for each
        spoken = choose_language(public.event.language)
        return Response(
            framed(public, "public/public_seats.html", spoken, **facts()), headers={"Cache-Control": "no-cache"}
        )
    return cached_page(pages, Rests(), "public/public_seats.html", facts)


def table_to_mark(found: Sequence[text.PublicPerson]) -> int:
    """The table to mark on the floor plan: where the only one who was found sits now; 0 if there is none."""
    places = [at.table for each in found for at in each.places if at.now]
    return places[0] if len(found) == 1 and places else 0


@blueprint.get("/<address>/seats.json")
def list_seats(address: str) -> Response:
    """Everybody who is seated somewhere, with the text to find them by, for the page's own search."""
    pages = open_pages(address, "seating")
    choose_language(pages.content.event.language)

    def make() -> str:
        people = list(text.people(pages.content))
        forms = forms_of(f"{each.name}{each.club}" for each in people)
        found = {"people": [asdict(each) for each in people], "forms": forms}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    return kept_response(pages, ("seats.json", language()), Rests(), make, kind="application/json")


@blueprint.get("/<address>/standings")
def show_standings(address: str) -> Response:
    pages = open_pages(address, "standings")

    def facts() -> dict[str, Any]:
        public = pages.content
        link = share(public, "", page="/standings", picture="/standings/share.png")
        return {"found": text.standings(public), "named": text.round_names(public), "share": link}

    return cached_page(pages, Rests(), "public/public_standings.html", facts)


@blueprint.get("/<address>/bracket")
def show_bracket(address: str) -> Response:
    """Who qualifies for the final, by the published results."""
    pages = open_pages(address, "bracket")

    def facts() -> dict[str, Any]:
        public = pages.content
        link = share(public, "", page="/bracket", picture="/standings/share.png" if public.shows("standings") else CARD)
        return {
            "finals": text.finals(public),
            "named": text.round_names(public),
            "stages": stage_names(),
            "share": link,
        }

    return cached_page(pages, Rests(), "public/public_bracket.html", facts)


@blueprint.get("/<address>/tables/<int:number>/<int:table>")
def show_table(address: str, number: int, table: int) -> Response:
    """A table: its players, its published result, and the game as it stands, if that is shown."""
    pages = open_pages(address, "tables")
    if not pages.content.shows("seating"):
        raise Problem("not_found", path=request.path)
    found = text.table_of(pages.content, number, table)
    live = pages.content.shows("live")
    seen = spectator_game(pages, found) if live or pages.content.shows("replays") else None  # a replay follows its end
    now = seen if live else None

    def facts() -> dict[str, Any]:
        public = pages.content
        events = last_events(now) if now is not None else ()
        return {
            "table": found,
            "players": [public.players[each] for each in found.players],
            "round": text.round_names(public)[number],
            "game": text.game(public, found),
            "money": text.money(public),
            "live": text.live_game(now, events, told_last(now)) if now is not None and now.seq else None,
            "replay": can_replay(pages, found, seen),
            "share": table_share(public, found, now, events),
        }

    return cached_page(pages, Rests(games=watched(pages, seen)), "public/public_table.html", facts)


@blueprint.get("/<address>/pictures/<picture_id>")
def show_picture(address: str, picture_id: str) -> Response:
    """The logo or a sponsor's picture, for everybody who may see the pages that show it.  Raises ``not_found``."""
    event_id = pages_for_reader(address).event_id
    with service().database.read() as session:
        content, media = picture_file(session, event_id, picture_id)
    return Response(content, mimetype=media, headers={"Cache-Control": "public, max-age=86400, immutable"})


@blueprint.get("/<address>/news.atom")
def show_feed(address: str) -> Response:
    """The news as an Atom feed, in the language of ``?lang=``, else that of the event."""
    pages = open_pages(address)
    public = pages.content
    choose_language(public.event.language, use_browser=False)
    at = f"{service_address()}/p/{address}"

    def make() -> str:
        event, latest = public.event, news_of(public, language())[:MAX_NEWS]
        return feed(event.id, event.name, language(), at, event.created_at, latest)

    return kept_response(pages, ("news.atom", address, language()), Rests(), make, kind=FEED)


@blueprint.get("/<address>/event.ics")
def show_calendar(address: str) -> Response:
    """The event as an iCalendar file.  Raises the problem ``not_found`` if it has no date."""
    event, now = open_pages(address).content.event, service().database.now()
    if not event.held_on:
        raise Problem("not_found", path=request.path)
    calendar = calendar_file(
        event.id,
        event.name,
        event.held_on,
        event.venue,
        event.description,
        event.timetable,
        f"{service_address()}/p/{address}",
        zone_name(),
        now,
    )
    return Response(calendar, content_type=CALENDAR, headers={"Cache-Control": "public, max-age=60"})


@blueprint.get("/<address>/qr.svg")
def show_code(address: str) -> Response:
    """The address of the event's public page as a QR code."""
    open_pages(address)
    drawn = qr_svg(f"{service_address()}/p/{address}")
    return Response(drawn, content_type=SVG, headers={"Cache-Control": "public, max-age=3600"})
