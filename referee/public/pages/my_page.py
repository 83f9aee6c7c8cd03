"""A player's private page, behind the link on the seating slip: their seats, results, rulings and messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request, url_for

from referee.cases.state import APPEALED, decision_of
from referee.core.language import language, word
from referee.core.pages.format import clock_of_day
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import effect_text
from referee.events.queries import stand_in_lines
from referee.players.link import id_in_code, is_current_code
from referee.players.queries import entrant
from referee.public.cache import PageCache, PageCaches
from referee.public.pages import text
from referee.public.pages.frame import PRIVATE, cached_page, choose_language, pages_of
from referee.public.pages.own_table import own_needs, own_table, own_table_of, result_state
from referee.public.queries import PublicEvent
from referee.results.views import GamePlayer

blueprint = Blueprint("my_page", __name__)


def opened(code: str) -> tuple[PageCache[PublicEvent], str]:
    """The pages of the event and the id of the player whose private link a code is of.

    Raises ``not_found`` alike for a malformed, unknown or revoked code, so that guessing reveals nothing.
    """
    player_id = id_in_code(code)
    event_id = service().part(PageCaches).event_of(player_id) if player_id else None
    pages = pages_of(event_id) if event_id else None
    if pages is None or player_id is None or player_id not in pages.content.players:
        raise Problem("not_found", path="/m/")
    if not is_current_code(service().settings.secret, player_id, pages.content.turns.get(player_id, 1), code):
        raise Problem("not_found", path="/m/")
    return pages, player_id


@blueprint.get("/m/<code>")
def show_mine(code: str) -> Response:
    """A player's private page.  Raises the problem ``not_found``."""
    pages, player_id = opened(code)
    public = pages.content
    now, here = service().database.now(), own_table_of(public, player_id)
    rests = public.rests(now, here[0] if here is not None else None)
    return cached_page(
        pages, rests, "public/my_page.html", lambda: my_page_facts(public, player_id, now), caching=PRIVATE
    )


@blueprint.get("/m/<code>/app.webmanifest")
def show_manifest(code: str) -> Response:
    """What a phone needs to put the page on its home screen.  Raises the problem ``not_found``.

    Its start address is the private link, so nobody on the way may keep it.
    """
    pages, player_id = opened(code)
    spoken = choose_language(pages.content.event.language)
    name = pages.content.event.name
    told = {
        "name": f"{pages.content.players[player_id].shown} – {name}",
        "short_name": name,
        "lang": language(),
        "start_url": f"/m/{code}{spoken}",
        "scope": f"/m/{code}",
        "display": "standalone",
        "background_color": "#eaefea",
        "theme_color": "#0d3a2d",
        "icons": [{"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    text = json.dumps(told, ensure_ascii=False)
    return Response(text, mimetype="application/manifest+json", headers={"Cache-Control": "private, no-store"})


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where a player sits in a round, with whom, and the result; ``state``: what is to be said while there is none.
    ``now``: whether it is the current round; ``over``: whether it is over; ``table``: the id of the table.
    """

    round: str
    now: bool
    over: bool
    place: str
    mates: Sequence[str]
    result: GamePlayer | None
    state: str
    table: str


@dataclass(frozen=True, slots=True)
class Message:
    """A notice, to this player alone (``own``) or to everybody."""

    at: str
    text: str
    own: bool


@dataclass(frozen=True, slots=True)
class OwnRuling:
    """A ruling at one of the player's tables.  ``outcome``: of an appeal, or that one is pending, in words; ``why``:
    the reasons for the outcome.
    """

    at: str
    decision: str
    reasons: str
    outcome: str
    why: str


@dataclass(frozen=True, slots=True)
class OwnPenalty:
    """A penalty of the player.  ``cancelled``: whether it was cancelled."""

    sentence: str
    facts: str
    cancelled: bool


def own_rulings(public: PublicEvent, player_id: str) -> list[OwnRuling]:
    """The rulings at the tables where a player sits or sat, with the outcome of appeals."""
    rounds = text.round_names(public)
    at = {
        table.id: f"{rounds[table.round]} {text.place(table, 0)}"
        for table, _ in public.places.get(player_id, {}).values()
    }
    found = []
    for each in public.rulings:
        if each.last is None or each.table.id not in at:
            continue
        said, settled = decision_of(each.last).said(language()), each.settled
        outcome = settled.kind if settled else APPEALED if each.waiting else ""
        found.append(
            OwnRuling(
                word("public_ruling_at", name=each.name, place=at[each.table.id]),
                said.decision,
                said.reasons,
                word(f"rulings_{outcome}") if outcome else "",
                settled.note if settled else "",
            )
        )
    return found


def own_penalties(public: PublicEvent, player_id: str) -> list[OwnPenalty]:
    return [
        OwnPenalty(
            " – ".join(
                filter(
                    None, (each.step.titles[language()], each.titles[language()], effect_text(each.step, language()))
                )
            ),
            each.penalty.facts,
            each.cancelled is not None,
        )
        for each in public.penalties
        if each.penalty.player_id == player_id
    ]


def my_page_facts(public: PublicEvent, player_id: str, now: int) -> dict[str, Any]:
    """The template variables of a player's private page."""
    named_rounds = text.round_names(public)
    current = public.round.number if public.round else 0
    closed = {each.number for each in public.rounds if each.state == "closed"}

    def nearest(number: int) -> tuple[bool, int]:
        """The round that is on or comes next is first, those that are over come last, the latest of them first."""
        return (number in closed, -number if number in closed else number)

    places = [
        OwnPlace(
            named_rounds[number],
            number == current and number not in closed,
            number in closed,
            text.place(table, order),
            [public.players[each].shown for each in table.players if each != player_id],
            own_result(public, player_id, number, table.number),
            result_state(public, table),
            table.id,
        )
        for number, (table, order) in sorted(
            public.places.get(player_id, {}).items(), key=lambda each: nearest(each[0])
        )
    ]
    found = text.standings(public)
    return {
        "me": public.players[player_id],
        "kept": stand_in_lines([entrant(each) for each in public.players.values()], player_id, language()),
        "places": places,
        "row": next((each for each in found["rows"] if each.player == player_id), None) if found else None,
        "found": found,
        "messages": [
            Message(clock_of_day(each.made_at), each.text, each.player_id is not None)
            for each in public.notices
            if each.player_id in (None, player_id)
        ],
        "rulings": own_rulings(public, player_id),
        "penalties": own_penalties(public, player_id),
        "clock": text.clock(public, now),
        "own": own_table(public, player_id, now),
        "needs": own_needs(public, player_id),
        "at": request.path,
    }


def own_result(public: PublicEvent, player_id: str, number: int, table: int) -> GamePlayer | None:
    """A player's part of a table's published result; None while it is not published."""
    game = text.game(public, text.table_of(public, number, table))
    return next((each for each in game.players if each.player == player_id), None) if game else None
