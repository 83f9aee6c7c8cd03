"""The public pages of an event, without a log-in: news and clock, where one sits, standings, bracket, tables."""

from __future__ import annotations

import io
import json
from typing import Any

import segno
from flask import Blueprint, Response, request

from referee.accounts.invitations import address as service_address
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.finals.pages.bracket import stage_names
from referee.log.table_game import TableGames
from referee.public.pages import text as said
from referee.public.pages.frame import answer, framed, kept, opened, speak
from referee.public.pages.position import position
from referee.public.queries import Told
from tournaments.players.find import folded

blueprint = Blueprint("public", __name__, url_prefix="/p")

LONGEST = 100
"""Letters of a name that is looked for."""


@blueprint.get("/<address>")
def show_event(address: str) -> Response:
    """What is new, the clock, the rounds, and the way to everything else."""
    shelf = opened(address)
    now = service().database.now()

    def facts() -> dict[str, Any]:
        told = shelf.told
        return {"clock": said.clock(told, now), "rounds": said.rounds(told), "news": said.news(told)}

    return kept(shelf, (), shelf.told.phase(now), "public_event.html", facts)


def number_shown(told: Told, number: int | None) -> int:
    """The number of the round whose tables are shown: the one asked for, or that of the hall.

    Raises the problem ``not_found`` for one that is not public.
    """
    if number is not None and not told.at(number):
        raise Problem("not_found", path=request.path)
    return number if number is not None else told.round.number if told.round else 0


@blueprint.get("/<address>/seats", defaults={"number": None})
@blueprint.get("/<address>/seats/<int:number>")
def show_seats(address: str, number: int | None) -> Response:
    """Where one sits: by name, and the tables of a round."""
    shelf = opened(address, "seating")
    told = shelf.told
    shown = number_shown(told, number)
    asked = request.args.get("name", "")[:LONGEST]

    def facts() -> dict[str, Any]:
        wanted = folded(asked)
        found = [said.person(told, each) for each in told.seated if wanted in each.find] if wanted else []
        return {
            "number": shown, "rounds": said.rounds(told), "tables": said.tables(told, shown), "asked": asked,
            "found": found, "round": said.names(told).get(shown, ""),
        }  # fmt: skip

    if asked:  # without a script: there are too many names to keep a page for each
        spoken = speak(told.event.language)
        return Response(framed(told, "public_seats.html", spoken, **facts()), headers={"Cache-Control": "no-cache"})
    return kept(shelf, (), None, "public_seats.html", facts)


@blueprint.get("/<address>/seats.json")
def list_seats(address: str) -> Response:
    """Everybody who sits somewhere, with what they are found by, for the page to look in."""
    shelf = opened(address, "seating")
    speak(shelf.told.event.language)

    def made() -> str:
        return json.dumps({"people": list(said.people(shelf.told))}, ensure_ascii=False, separators=(",", ":"))

    return answer(shelf.page(("seats.json", language()), None, made), kind="application/json")


@blueprint.get("/<address>/standings")
def show_standings(address: str) -> Response:
    """The standings as far as they are published."""
    shelf = opened(address, "standings")
    facts = lambda: {"found": said.standings(shelf.told), "named": said.names(shelf.told)}  # noqa: E731
    return kept(shelf, (), None, "public_standings.html", facts)


@blueprint.get("/<address>/bracket")
def show_bracket(address: str) -> Response:
    """Who goes on to the final, by the published results."""
    shelf = opened(address, "bracket")

    def facts() -> dict[str, Any]:
        return {"found": said.bracket(shelf.told), "named": said.names(shelf.told), "stages": stage_names()}

    return kept(shelf, (), None, "public_bracket.html", facts)


@blueprint.get("/<address>/tables/<int:number>/<int:table>")
def show_table(address: str, number: int, table: int) -> Response:
    """A table: its players, its published result, and the game as it stands where that is shown."""
    shelf = opened(address, "tables")
    if not shelf.told.shows("seating"):
        raise Problem("not_found", path=request.path)
    found = said.table_of(shelf.told, number, table)
    live = shelf.told.shows("live")
    games = service().part(TableGames)
    now = shelf.lately(found.id, lambda: games.current(found.id)) if live else None

    def facts() -> dict[str, Any]:
        told = shelf.told
        return {
            "table": found, "players": [told.players[each] for each in found.players],
            "round": said.names(told)[number], "game": said.game(told, found),
            "live": position(now) if now is not None and now.seq else None,
        }  # fmt: skip

    return kept(shelf, (), now.head if now else None, "public_table.html", facts)


@blueprint.get("/<address>/qr.svg")
def show_code(address: str) -> Response:
    """The address of the event's public page as a QR code."""
    opened(address)
    drawn = io.BytesIO()
    code = segno.make(f"{service_address()}/p/{address}", micro=False, error="m")
    code.save(drawn, kind="svg", scale=6, xmldecl=False, dark="#000", light="#fff")
    return Response(drawn.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})
