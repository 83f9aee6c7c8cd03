"""A player's private page, by the link on the seating slip: own seats, tables, results and messages."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from referee.core.problems import Problem
from referee.core.service import service
from referee.players.link import fits, named
from referee.public.cache import Shelves
from referee.public.pages import text as said
from referee.public.pages.frame import PRIVATE, kept, shelf_of
from referee.public.queries import Told
from referee.standings.games import GamePlayerView

blueprint = Blueprint("my_page", __name__)


@blueprint.get("/m/<code>")
def show_mine(code: str) -> Response:
    """The page.  A code that is void, or none, is not found: a guess learns nothing."""
    player_id = named(code)
    event_id = service().part(Shelves).event_of(player_id) if player_id else None
    shelf = shelf_of(event_id) if event_id else None
    if shelf is None or player_id is None or player_id not in shelf.told.players:
        raise Problem("not_found", path="/m/")
    told = shelf.told
    if not fits(service().settings.secret, player_id, told.turns.get(player_id, 1), code):
        raise Problem("not_found", path="/m/")
    now = service().database.now()
    return kept(shelf, (), told.phase(now), "my_page.html", lambda: mine(told, player_id, now), cache=PRIVATE)


def mine(told: Told, player_id: str, now: int) -> dict[str, Any]:
    """What the page says."""
    named_rounds = said.names(told)
    at = told.round.number if told.round else 0
    places = [
        {
            "round": named_rounds[number], "now": number == at, "number": number, "table": table.number,
            "place": said.place(table, order),
            "mates": [told.players[each].name for each in table.players if each != player_id],
            "result": own_result(told, player_id, number, table.number),
        }
        for number, (table, order) in sorted(told.places.get(player_id, {}).items())
    ]  # fmt: skip
    found = said.standings(told)
    row = next((each for each in found["rows"] if each.player == player_id), None) if found else None
    messages = [{"at": said.at(each.made_at), "text": each.text, "own": each.player_id is not None}
                for each in told.notices if each.player_id in (None, player_id)]  # fmt: skip
    return {
        "me": told.players[player_id], "places": places, "row": row, "found": found, "messages": messages,
        "clock": said.clock(told, now), "at": request.path,
    }  # fmt: skip


def own_result(told: Told, player_id: str, number: int, table: int) -> GamePlayerView | None:
    """What a player has of a published result."""
    game = said.game(told, said.table_of(told, number, table))
    return next((each for each in game.players if each.player == player_id), None) if game else None
