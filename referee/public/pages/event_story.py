"""The public story pages of an event: the overview, a player, two players head to head, and what-if standings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.language import language, word
from referee.core.problems import Problem
from referee.public.cache import PageCache
from referee.public.event_story.course import Meeting, course_of, meetings
from referee.public.event_story.joined import EventFigures, event_figures
from referee.public.event_story.sheets import SHEETS, sheet
from referee.public.event_story.supposing import Pick, open_tables, suppose
from referee.public.pages import text
from referee.public.pages.event_story_text import (
    course_row,
    event_story_text,
    line_name,
    luck_row,
    money,
    need_row,
    player_name,
    stop_names,
)
from referee.public.pages.frame import cached_page, choose_language, framed, open_pages, page_response
from referee.public.pages.share import SharedPage, share
from referee.public.queries import PublicEvent, PublicTable
from referee.standings.games import games_by_player
from referee.standings.queries import IncludedResults, standings_of
from tournaments.fault import Faulty
from tournaments.standings.sentence import figures
from tournaments.typed import whole

blueprint = Blueprint("event_story", __name__, url_prefix="/p")
Pages = PageCache[PublicEvent]
PLACE = re.compile(r"[1-9]\d?")
CSV = "text/csv; charset=utf-8"


def figures_of_event(pages: Pages) -> EventFigures:
    """The figures of an event's games as far as they have been computed, at most a second old."""
    found: EventFigures = pages.cached_value("joined", lambda: event_figures(pages.content))
    return found


@blueprint.get("/<address>/story")
def show_story(address: str) -> Response:
    """The story of the tournament: ranks over the rounds, what everybody needs to qualify, games, deeds, luck."""
    pages = open_pages(address, "standings")
    found = figures_of_event(pages)

    def facts() -> dict[str, Any]:
        public = pages.content
        story, players = event_story_text(public, found), story_players(public)
        line = story.line if story is not None else ""
        return {"story": story, "course_line": line, "players": players, "share": standings_share(public, "/story")}

    return cached_page(pages, found.tag, "public/public_story.html", facts)


@blueprint.get("/<address>/story/<name>.csv")
def show_sheet(address: str, name: str) -> Response:
    """A sheet of figures as CSV.  Raises the problem ``not_found`` for an unknown sheet."""
    pages = open_pages(address, "standings")
    if name not in SHEETS:
        raise Problem("not_found", path=f"{name}.csv")
    found = figures_of_event(pages)
    written = pages.page(("story", name), found.tag, lambda: sheet(pages.content, found, name))
    return page_response(written, kind=CSV)


def standings_share(public: PublicEvent, page: str) -> SharedPage:
    """How a page about the standings appears where its link is shared."""
    return share(public, "", page=page, picture="/standings/share.png")


def listed_players(public: PublicEvent) -> Sequence[Any]:
    """The players in the published standings, by number: those who have a public page.  Raises `Faulty`."""
    rows = standings_of(public.seen).rows if public.seen is not None and public.seen.after else ()
    return sorted((player_name(public, row.player) for row in rows), key=lambda each: each.number)


def player_by_number(public: PublicEvent, number: int) -> str:
    """The id of the player in the published standings with a number.  Raises the problem ``not_found``."""
    found = next((each.player for each in story_players(public) if each.number == number), None)
    if found is None:
        raise Problem("not_found", path=str(number))
    return str(found)


def story_players(public: PublicEvent) -> Sequence[Any]:
    """Like `listed_players`, but empty where the results contradict the regulation."""
    try:
        return listed_players(public)
    except Faulty:
        return ()


@blueprint.get("/<address>/players/<int:number>")
def show_player(address: str, number: int) -> Response:
    """The page of a player: ranks over the rounds, games, luck, and what they need to qualify."""
    pages = open_pages(address, "standings")
    player = player_by_number(pages.content, number)
    found = figures_of_event(pages)
    return cached_page(
        pages, found.tag, "public/public_player.html", lambda: player_facts(pages.content, found, player)
    )


def player_facts(public: PublicEvent, found: EventFigures, player: str) -> dict[str, Any]:
    """The template variables of a player's page."""
    seen = public.seen
    assert seen is not None
    try:
        course = course_of(seen)
        games = games_by_player(seen, language()).get(player, [])
        need = need_row(public, seen, player)
    except Faulty:
        course, games, need = None, [], None
    replays = {(each.table.round, each.table.number) for each in found.games}
    luck = found.luck().get(player)
    return {
        "me": public.players[player],
        "share": standings_share(public, f"/players/{public.players[player].number}"),
        "course": course,
        "course_stops": stop_names(public, course),
        "course_line": line_name(seen, course),
        "row": course_row(public, course, player) if course is not None else None,
        "found": text.standings(public),
        "named": text.round_names(public),
        "games": games,
        "need": need,
        "luck": luck_row(public, found, player, luck) if luck is not None else None,
        "replays": replays,
        "figures": {(each.round, each.table): found.at(each.round, each.table) for each in games},
        "players": [each for each in listed_players(public) if each.player != player],
    }


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A game that two players played against each other.  ``points``: of both, as text."""

    named: str
    places: tuple[int, int]
    points: tuple[str, str]


@blueprint.get("/<address>/versus")
def show_versus(address: str) -> Response | AnyResponse:
    """Two players head to head.  Query parameters: ``one`` and ``other``, their numbers."""
    pages = open_pages(address, "standings")
    public = pages.content
    numbers = [whole(request.args.get(name, "")) for name in ("one", "other")]
    if None in numbers or numbers[0] == numbers[1]:
        raise Problem("not_found", path="versus")
    one, other = (player_by_number(public, each) for each in numbers if each is not None)
    found = figures_of_event(pages)
    spoken = choose_language(public.event.language)

    def make() -> str:
        return framed(public, "public/public_versus.html", spoken, **versus_facts(public, found, one, other))

    return page_response(pages.page(("versus", one, other, language(), spoken), found.tag, make))


def versus_facts(public: PublicEvent, found: EventFigures, one: str, other: str) -> dict[str, Any]:
    """The template variables of the head-to-head page."""
    seen = public.seen
    assert seen is not None
    try:
        met, course = meetings(seen, one, other), course_of(seen)
    except Faulty:
        met, course = [], None
    numbers = [public.players[each].number for each in (one, other)]
    rents = [(found.rents(payer, to), payer, to) for payer, to in ((one, other), (other, one))]
    return {
        "share": standings_share(public, f"/versus?one={numbers[0]}&other={numbers[1]}"),
        "pair": [player_name(public, each) for each in (one, other)],
        "met": [meeting_row(public, each) for each in met],
        "ahead": [sum(each.places[at] < each.places[1 - at] for each in met) for at in (0, 1)],
        "course": course,
        "course_stops": stop_names(public, course),
        "course_line": line_name(seen, course),
        "named": text.round_names(public),
        "rows": [course_row(public, course, each) for each in (one, other)] if course is not None else [],
        "rents": [
            (player_name(public, payer).name, player_name(public, to).name, money(found, rent.amount), rent.count)
            for rent, payer, to in rents
            if rent.count
        ],
        "players": listed_players(public),
    }


def meeting_row(public: PublicEvent, each: Meeting) -> MeetingRow:
    """A game between two players, in words."""
    points = figures(*each.points)
    place = f"{text.round_names(public)[each.round]} {word('table_number', number=each.table)}"
    return MeetingRow(place, each.places, (points[0] or "–", points[1] or "–"))


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table in the form.  ``players``: each with the place that was picked for them, empty for none."""

    number: int
    players: Sequence[tuple[Any, str]]
    monopoly: bool


@dataclass(frozen=True, slots=True)
class WhatIfRow:
    """A row of the what-if standings.  ``before``: the player's rank now; ``goes``: whether they would qualify;
    ``tied``: whether that would still need a decision; ``here``: whether a place was picked for them.
    """

    rank: int
    before: int | None
    who: Any
    value: str
    goes: bool
    tied: bool
    here: bool


@blueprint.get("/<address>/what-if")
def show_what_if(address: str) -> Response:
    """The what-if standings.  Query parameters: ``p`` and a player's number: the place they come in; ``m`` and a
    table's number: ``on`` if the game is won by monopoly.
    """
    pages = open_pages(address, "standings")
    public, given = pages.content, request.args
    spoken = choose_language(public.event.language)
    tables = open_tables(public)
    picks = {each.id: read_pick(public, each, given) for each in tables}
    if not any(each.places or each.monopoly for each in picks.values()):
        name = ("what-if", language(), spoken)
        return page_response(pages.page(name, None, lambda: what_if_page(public, tables, picks, spoken)))
    # There are too many endings to cache a page for each; computing one takes milliseconds.
    return Response(what_if_page(public, tables, picks, spoken), headers={"Cache-Control": "no-cache"})


def read_pick(public: PublicEvent, table: PublicTable, given: Mapping[str, str]) -> Pick:
    """What was picked for a table; invalid values are ignored."""
    places = {each: given.get(f"p{public.players[each].number}", "") for each in table.players}
    picks = {each: int(place) for each, place in places.items() if PLACE.fullmatch(place)}
    return Pick(picks, given.get(f"m{table.number}") == "on")


def what_if_page(public: PublicEvent, tables: Sequence[PublicTable], picks: Mapping[str, Pick], spoken: str) -> str:
    try:
        rows = what_if_rows(public, tables, picks) if public.seen is not None and tables else []
    except Faulty:  # the regulation has no points for such an ending
        rows = []
    shown = [
        OpenTable(
            table.number,
            [(player_name(public, each), str(picks[table.id].places.get(each, ""))) for each in table.players],
            picks[table.id].monopoly,
        )
        for table in tables
    ]
    round_name = text.round_names(public)[tables[0].round] if tables else ""
    story = {"tables": shown, "rows": rows, "round": round_name, "share": standings_share(public, "/what-if")}
    return framed(public, "public/public_what_if.html", spoken, **story)


def what_if_rows(public: PublicEvent, tables: Sequence[PublicTable], picks: Mapping[str, Pick]) -> list[WhatIfRow]:
    """The rows of the what-if standings.  Raises `Faulty`."""
    seen = public.seen
    assert seen is not None
    found = suppose(seen, tables, picks)
    now = current_ranks(seen)
    values = figures(*(row.values[0] for row in found.standings.rows if row.values))
    going, chosen = found.going, {each for pick in picks.values() for each in pick.places}
    return [
        WhatIfRow(
            row.rank,
            now.get(row.player),
            player_name(public, row.player),
            value,
            going is not None and row.player in going.inside,
            going is not None and row.player in going.tied - going.inside,
            row.player in chosen,
        )
        for row, value in zip(found.standings.rows, values, strict=False)
    ]


def current_ranks(seen: IncludedResults) -> Mapping[str, int]:
    """Everybody's published rank; empty before the first round is published."""
    return {row.player: row.rank for row in standings_of(seen).rows} if seen.after else {}
