"""The broadcast of an event: the boards of all tables small, one of them large, with its moves and who is ahead."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.public.cache import Rests
from referee.public.pages import text
from referee.public.pages.broadcast_text import boards, watched_game
from referee.public.pages.frame import NEEDED_FOR_BOARD, Pages, cached_page, open_pages
from referee.public.pages.public import number_shown
from referee.public.pages.replay import can_replay, last_events, spectator_game, watched
from referee.public.pages.share import SharedPage, share, table_share
from referee.public.queries import PublicEvent, PublicTable
from referee.stories.worths import WorthCourses

blueprint = Blueprint("broadcast", __name__, url_prefix="/p")

MOST_BOARDS = 60
"""The most boards on one page; the other tables of a round are linked by their numbers."""
Games = dict[int, TableGame | None]
"""The games of a round as spectators may see them, by table number; None for one that cannot be shown."""


def open_boards(address: str) -> Pages:
    """The cached pages of an event that shows live boards.  Raises the problem ``not_found``."""
    pages = open_pages(address)
    if not set(pages.content.shown.parts) >= NEEDED_FOR_BOARD:
        raise Problem("not_found", path=request.path)
    return pages


def visible_game(pages: Pages, table: PublicTable) -> TableGame | None:
    """The game at a table as far as spectators may see it; None if today's rules contradict its log."""
    try:
        return spectator_game(pages, table)
    except LogDiffers:
        return None


def best_to_watch(games: Games) -> int:
    """The table to show large where nobody has chosen one: the first that is playing, else the first that has played;
    0 if there is none.
    """
    seen = {number: game for number, game in games.items() if game is not None and game.seq}
    playing = (number for number, game in seen.items() if not game.game.ruleset.over(game.game))
    return next(playing, next(iter(seen), 0))


@blueprint.get("/<address>/live", defaults={"number": None, "table": None})
@blueprint.get("/<address>/live/<int:number>", defaults={"table": None})
@blueprint.get("/<address>/live/<int:number>/<int:table>")
def show_broadcast(address: str, number: int | None, table: int | None) -> Response:
    """All boards of a round, and a table at its latest move: the one in the address, else the `best_to_watch`."""
    pages = open_boards(address)
    public, now = pages.content, service().database.now()
    shown = number_shown(public, number)
    tables = public.at(shown)
    chosen = text.table_of(public, shown, table) if table is not None else None
    visible = [each for each in tables[:MOST_BOARDS] if each != chosen]
    games: Games = {each.number: visible_game(pages, each) for each in (*visible, *([chosen] if chosen else ()))}
    games = dict(sorted(games.items()))

    def facts() -> dict[str, Any]:
        at = chosen or next((each for each in tables if each.number == best_to_watch(games)), None)
        game = games[at.number] if at is not None else None
        return {
            "number": shown,
            "rounds": text.rounds(public),
            "clock": text.clock(public, now) if public.round and public.round.number == shown else None,
            "boards": boards(public, tables, games),
            "others": [each.number for each in tables if each.number not in games],
            **large_board(pages, at, game, game),
            "share": shared(public, chosen, game) if chosen is not None else share(public, "", page="/live"),
        }

    rests = public.rests(now)._replace(games=watched(pages, *games.values()))
    return cached_page(pages, rests, "public/public_live.html", facts)


@blueprint.get("/<address>/live/<int:number>/<int:table>/<int:seq>")
def show_moment(address: str, number: int, table: int, seq: int) -> Response:
    """A table after one of its entries, with the moves before and after.  The other boards are those of the moment in
    which the page is read, so it has none: whoever follows the moves keeps theirs.
    """
    pages = open_boards(address)
    public = pages.content
    found = text.table_of(public, number, table)
    last = visible_game(pages, found)
    if last is None or not 0 < seq <= last.seq:
        raise Problem("not_found", path=request.path)

    def facts() -> dict[str, Any]:
        game = last if seq == last.seq else service().part(TableGames).at(found.id, seq)
        return {
            "number": number,
            "rounds": text.rounds(public),
            "clock": None,
            "boards": (),
            "others": [each.number for each in public.at(number)],
            **large_board(pages, found, game, last, is_moment=True),
            "share": shared(public, found, game, f"/{seq}"),
        }

    return cached_page(pages, Rests(games=watched(pages, last)), "public/public_live.html", facts)


def shared(public: PublicEvent, table: PublicTable, game: TableGame | None, end: str = "") -> SharedPage:
    events = last_events(game) if game is not None else ()
    return table_share(public, table, game, events, f"/live/{table.round}/{table.number}{end}")


def large_board(
    pages: Pages, table: PublicTable | None, game: TableGame | None, last: TableGame | None, *, is_moment: bool = False
) -> dict[str, Any]:
    """The template variables of the table that is shown large, at ``game``, whose latest visible moment is ``last``."""
    found = {"table": table, "moment": is_moment, "watched": None, "replay": False}
    if table is None or game is None or last is None or not game.seq:
        return found
    course = service().part(WorthCourses).up_to(last)
    return {**found, "watched": watched_game(game, course), "replay": can_replay(pages, table, last)}
