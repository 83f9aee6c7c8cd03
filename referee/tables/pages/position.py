"""A table as an arbiter reads it: who has what, what is due, and the end of its log in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.language import language
from referee.core.pages.format import clock_of_day
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import narrate
from referee.tables.queries import line_views
from rulesets import Game
from rulesets.kernel.telling.pieces import words_of
from rulesets.languages import language as settings

LINES = 12
"""How many entries of the log are shown at first."""


@dataclass(frozen=True, slots=True)
class OwnedDeed:
    """A deed that a player owns.  ``built``: what stands there, or empty."""

    name: str
    built: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class PlayerAtTable:
    """What a player has, in words.  ``turn``: whether it is their turn; ``out``: whether they are bankrupt."""

    seat: str
    name: str
    turn: bool
    cash: str
    space: str
    jail: bool
    out: bool
    cards: Sequence[str]
    deeds: Sequence[OwnedDeed]


@dataclass(frozen=True, slots=True)
class Position:
    """Who has what after the entry ``seq``, in seat order, and what is due, in words."""

    players: Sequence[PlayerAtTable]
    due: Sequence[str]
    over: bool
    seq: int


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """An entry of the log on a page.  ``sentences``: what happened; ``refused``: why it was refused, in sentences."""

    seq: int
    at: str
    sentences: Sequence[str]
    refused: Sequence[str]


def position(found: TableGame) -> Position:
    """Who has what after an entry."""
    game = found.game
    table, stands = game.state.table, game.ruleset.position(game)
    players = [
        PlayerAtTable(
            seat=seat,
            name=table.names.get(seat, seat),
            turn=stands.get("turn") == seat and not game.ruleset.over(game),
            cash=label(game, "money", each["cash"]),
            space=label(game, "space", each["space"]) if "space" in each else "",
            jail=each.get("jail") is not None,
            out=each.get("out", False),
            cards=[label(game, "thing", card) for card in each.get("cards", ())],
            deeds=deeds_of(game, stands, seat),
        )
        for seat, each in stands["players"].items()
    ]
    due = [" ".join(narrate(found, [each], language())) for each in game.ruleset.due(game)]
    return Position(players, due, game.ruleset.over(game), found.seq)


def excerpt(game: TableGame, most: int = LINES) -> list[LoggedLine]:
    """The last entries up to a position, the latest last."""
    lines = service().part(TableGames).lines(game.table_id, max(0, game.seq - most), game.seq)
    return [
        LoggedLine(
            each.seq,
            clock_of_day(each.at),
            each.told or [each.reason or ""],
            [refusal["message"] for refusal in each.refusals],
        )
        for each in line_views(service().database, game, lines, language())
    ]


def label(game: Game, kind: str, value: object) -> str:
    """The name of something in a game in the reader's language; the value itself if it has no name."""
    return game.ruleset.mechanics.label(game.state.table, kind, value, language()) or str(value)


def deeds_of(game: Game, position: Mapping[str, Any], seat: str) -> list[OwnedDeed]:
    """The deeds of a seat in a position, in board order."""
    return [
        OwnedDeed(label(game, "deed", key), standing_text(game, each), each.get("mortgaged", False))
        for key, each in position["deeds"].items()
        if each["owner"] == seat
    ]


def standing_text(game: Game, deed: Mapping[str, Any]) -> str:
    """What stands on a deed of a position, in words; empty if nothing does."""
    return settings(language()).joins.list.join(words_of(game, deed, language()))
