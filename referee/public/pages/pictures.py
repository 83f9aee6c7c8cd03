"""Pictures of public pages for sharing and embedding: cards, and every moment of a game that may be seen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from referee.core.cache import SizedCache
from referee.core.http.responses import SVG
from referee.core.language import language, word
from referee.core.pages.format import day_written
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.pictures.card import CardRow, PictureCard, card_picture
from referee.pictures.moment import Holder, PictureMoment, moment_picture
from referee.pictures.svg import Picture, svg
from referee.public.cache import CachedPage, PageCache, make_page
from referee.public.pages import text as texts
from referee.public.pages.frame import cached_page, choose_language, open_pages, page_response
from referee.public.pages.replay import can_replay, last_events, spectator_game
from referee.public.pages.share import moment_share
from referee.public.queries import PublicEvent, PublicTable
from referee.stories.views import drawn, in_words
from referee.tables.pages import label

blueprint = Blueprint("public_pictures", __name__, url_prefix="/p")
Pages = PageCache[PublicEvent]
PNG = "image/png"
EVENT_ROWS, STANDINGS_ROWS = 3, 6
"""The number of rows on the card of the event, and on that of the standings."""
CACHE_BYTES = 24_000_000
LONG_CACHING = "public, max-age=3600"
MOMENT_PICTURES: SizedCache[tuple[object, ...], CachedPage] = SizedCache(CACHE_BYTES, lambda _, found: found.weight)
"""Cached pictures of moments.  They never change, because the entries of a log never do."""
CONTENT_TYPES = {"svg": SVG, "png": PNG}


def rendered(picture: Picture, kind: str) -> str | bytes:
    if kind == "svg":
        return svg(picture)
    from referee.pictures.png import png

    return png(picture)


def picture_response(page: CachedPage, kind: str, caching: str) -> Response:
    """Turn a picture into a response that other sites may embed."""
    response = page_response(page, caching, kind)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


@blueprint.get("/<address>/share.png")
def show_event_card(address: str) -> Response:
    """The card of the event: its day and venue, and who leads, if that is public."""
    return card_response(open_pages(address), "share.png", EVENT_ROWS)


@blueprint.get("/<address>/standings/share.png")
def show_standings_card(address: str) -> Response:
    return card_response(open_pages(address, "standings"), "standings/share.png", STANDINGS_ROWS)


def card_response(pages: Pages, name: str, most: int) -> Response:
    """Respond with a card that has the first ``most`` rows of the standings."""
    public = pages.content
    choose_language(public.event.language, use_browser=False)

    def make() -> bytes | str:
        found = texts.standings(public) if public.shows("standings") else None
        rows = [CardRow(str(row.rank), row.name, next(iter(row.values), "")) for row in found["rows"]] if found else []
        event = public.event
        day = day_written(language(), event.held_on) if event.held_on else ""
        lines = [each for each in (day, event.venue) if each]
        head = found["when"] if found else ""
        return rendered(card_picture(PictureCard(event.name, lines, head, rows[:most]), language()), "png")

    return picture_response(pages.page((name, language()), None, make), PNG, "public, max-age=60")


def public_table(address: str, number: int, table: int) -> tuple[Pages, PublicTable]:
    """A table whose page is public.  Raises the problem ``not_found``."""
    pages = open_pages(address, "tables")
    if not pages.content.shows("seating"):
        raise Problem("not_found", path=f"{number}-{table}")
    return pages, texts.table_of(pages.content, number, table)


def latest_visible(pages: Pages, table: PublicTable) -> TableGame:
    """The latest moment of a game that everybody may see.  Raises the problem ``not_found`` if there is none."""
    if can_replay(pages, table):
        current: TableGame = pages.cached_value(
            ("current", table.id), lambda: service().part(TableGames).current(table.id)
        )
        return current
    if not pages.content.shows("live"):
        raise Problem("not_found", path=table.id)
    return spectator_game(pages, table)


def game_at(pages: Pages, table: PublicTable, seq: int) -> TableGame:
    """The game after an entry.  Raises the problem ``not_found`` for an entry that may not be seen, or not yet."""
    last = latest_visible(pages, table)
    if not 0 < seq <= last.seq:
        raise Problem("not_found", path=f"{table.id}-{seq}")
    return last if seq == last.seq else service().part(TableGames).at(table.id, seq)


@blueprint.get("/<address>/tables/<int:number>/<int:table>/at/<int:seq>.<any(svg, png):kind>")
def show_moment_picture(address: str, number: int, table: int, seq: int, kind: str) -> Response:
    """The picture of a moment: the board, what happened, everybody's cash."""
    pages, found = public_table(address, number, table)
    if seq > latest_visible(pages, found).seq:
        raise Problem("not_found", path=f"{found.id}-{seq}")
    choose_language(pages.content.event.language, use_browser=False)

    def make() -> CachedPage:
        picture = moment_picture(moment(pages.content, found, game_at(pages, found, seq)), language())
        return make_page(rendered(picture, kind))

    key = (found.id, seq, kind, language(), pages.content.event.name, texts.round_names(pages.content)[number])
    return picture_response(MOMENT_PICTURES.get(key, make), CONTENT_TYPES[kind], LONG_CACHING)


def moment(public: PublicEvent, table: PublicTable, game: TableGame) -> PictureMoment:
    law, state = game.game.ruleset, game.game.state.table
    position = law.position(game.game)
    holders = [
        Holder(
            seat,
            state.names.get(seat, seat),
            position["players"][seat]["cash"],
            label(game.game, "money", position["players"][seat]["cash"]),
            position["players"][seat].get("out", False),
        )
        for seat in state.seats
    ]
    place = f"{texts.round_names(public)[table.round]} {word('table_number', number=table.number)}"
    caption = in_words(game, last_events(game), language())
    head = " · ".join((public.event.name, place, f"#{game.seq}"))
    return PictureMoment(head, caption, texts.printed(game.game), drawn(position), holders)


@blueprint.get("/<address>/tables/<int:number>/<int:table>/at/<int:seq>")
def show_moment(address: str, number: int, table: int, seq: int) -> Response:
    """A moment on a page of its own: its picture, a link to the replay, and the code to embed it."""
    pages, found = public_table(address, number, table)
    game = game_at(pages, found, seq)

    def facts() -> dict[str, Any]:
        return moment_facts(pages, found, game)

    return cached_page(pages, can_replay(pages, found), "public/public_moment.html", facts)


def moment_facts(pages: Pages, table: PublicTable, game: TableGame) -> dict[str, Any]:
    """The template variables of a moment's page."""
    public = pages.content
    return {
        "table": table,
        "round": texts.round_names(public)[table.round],
        "seen": moment(public, table, game),
        "seq": game.seq,
        "replay": can_replay(pages, table),
        "share": moment_share(public, table, game, last_events(game)),
    }
