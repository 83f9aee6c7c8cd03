"""Public pages of single games: the table as spectators may see it now, and finished games move by move."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response

from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.public import cache
from referee.public.pages import text
from referee.public.pages.frame import Pages, cached_page, choose_language, open_pages, page_response
from referee.public.pages.share import table_share
from referee.public.pages.story_text import story_text
from referee.public.queries import PublicTable
from referee.stories.delay import ShownGames
from referee.stories.moves import StandingMove, events_of, last_moves
from referee.stories.queries import TableStory, story_at
from referee.stories.sheet import SHEETS, sheet
from referee.stories.views import replay_view
from rulesets.kernel.telling.pieces import legend, pieces_on

TOLD_MOVES = 12
"""How many moves a table's page tells."""

blueprint = Blueprint("replay", __name__, url_prefix="/p")


def spectator_game(pages: Pages, table: PublicTable) -> TableGame:
    """The game at a table as far as spectators may see it, at most a second old."""
    delay, now = pages.content.shown.delay, service().database.now()
    return service().part(ShownGames).lately(table.id, delay, now, cache.LOOK_SECONDS)


def watched(pages: Pages, *games: TableGame | None) -> tuple[tuple[str, int, int, str], ...]:
    """What a page with games rests on, as in `referee.public.cache.Rests`."""
    delay = pages.content.shown.delay
    return tuple((each.table_id, delay.minutes, delay.turns, each.head) for each in games if each is not None)


def last_events(game: TableGame) -> Sequence[Mapping[str, Any]]:
    """The events of the last accepted entry; none if none of the last ten entries was accepted."""
    games = service().part(TableGames)
    accepted = [line for line in games.lines(game.table_id, max(0, game.seq - 10), game.seq) if line.accepted]
    return events_of(games, game.table_id, accepted[-1]) if accepted else ()


def told_last(game: TableGame) -> Sequence[StandingMove]:
    """The moves that a table's page tells, the latest first."""
    return last_moves(service().part(TableGames), game, TOLD_MOVES)


def can_replay(pages: Pages, table: PublicTable, seen: TableGame | None = None) -> bool:
    """Whether a game may be replayed: the event shows replays, and the game is over, by its rules or with its round.

    ``seen``: the game as spectators see it, if that is known: once it is over, they see all of it.
    """
    if not pages.content.shows("replays"):
        return False
    closed = any(each.number == table.round and each.state == "closed" for each in pages.content.rounds)
    if seen is None or closed:
        seen = pages.cached_value(("current", table.id), lambda: service().part(TableGames).current(table.id))
    game: TableGame = seen
    return bool(game.seq) and (closed or game.game.ruleset.over(game.game))


def replayable_game(address: str, number: int, table: int) -> tuple[Pages, PublicTable, str, TableStory]:
    """The pages, table, log head and story of a game that may be replayed.  Raises the problem ``not_found``."""
    pages = open_pages(address, "replays")
    found = text.table_of(pages.content, number, table)
    if not pages.content.shows("tables") or not pages.content.shows("seating") or not can_replay(pages, found):
        raise Problem("not_found", path=f"{number}-{table}")
    games = service().part(TableGames)
    game = games.current(found.id)
    story: TableStory = pages.cached_value(("story", found.id, game.head), lambda: story_at(games, found.id))
    return pages, found, game.head, story


@blueprint.get("/<address>/tables/<int:number>/<int:table>/replay")
def show_replay(address: str, number: int, table: int) -> Response:
    pages, found, head, story = replayable_game(address, number, table)
    last = service().part(TableGames).current(found.id)
    game = last.game

    def facts() -> dict[str, Any]:
        return {
            "table": found,
            "round": text.round_names(pages.content)[number],
            "story": story_text(story, language()),
            "pieces": legend(pieces_on(game, language())),
            "most": max(1, *map(max, story.story.cash.values())),
            "share": table_share(pages.content, found, last, last_events(last), f"/tables/{number}/{table}/replay"),
        }

    return cached_page(pages, head, "public/public_replay.html", facts)


@blueprint.get("/<address>/tables/<int:number>/<int:table>/replay.json")
def show_moments(address: str, number: int, table: int) -> Response:
    pages, found, head, story = replayable_game(address, number, table)
    choose_language(pages.content.event.language)

    def make() -> str:
        return json.dumps(asdict(replay_view(story, language())), ensure_ascii=False, separators=(",", ":"))

    name = ("replay.json", found.id, language())
    return page_response(pages.page(name, head, make), kind="application/json")


@blueprint.get("/<address>/tables/<int:number>/<int:table>/replay/<name>.csv")
def show_sheet(address: str, number: int, table: int, name: str) -> Response:
    """A sheet of a game's figures as CSV.  Raises the problem ``not_found`` for an unknown sheet."""
    pages, found, head, story = replayable_game(address, number, table)
    if name not in SHEETS:
        raise Problem("not_found", path=f"{name}.csv")
    written = pages.page(("csv", found.id, name), head, lambda: sheet(story.story, name))
    return page_response(written, kind="text/csv; charset=utf-8")
