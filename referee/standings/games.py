"""The games behind the standings, with the points of each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from referee.results.contest import scored
from referee.results.facts import Facts
from referee.results.views import GamePlayer, game_players
from referee.standings.queries import IncludedResults
from referee.standings.views import names_of
from tournaments.standings.sentence import rounded


@dataclass(frozen=True, slots=True)
class GameView:
    """A game, by round and table."""

    round: int
    table: int
    counts: Annotated[bool, "Whether it counts for the standings."]
    players: Sequence[GamePlayer]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a player that counts, and its points."""

    round: int
    table: int
    place: int
    monopoly_win: bool
    ended: str
    points: str | None
    steps: Sequence[str]


def game_views(facts: Facts, shown: str, language: str, *, up_to: int, player: str | None = None) -> Iterator[GameView]:
    """Yield the games that are shown, up to a round, with each player's points and how they are computed.

    ``player``: only the games of this one.
    """
    names, money = names_of(facts), facts.regulation.game.money
    for game in scored(facts, shown):
        at = [each.player for each in game.result.players]
        if game.result.round <= up_to and (player is None or player in at):
            players = game_players(game.result, game.scores, names, money, language)
            yield GameView(game.result.round, game.result.table, game.counts, players)


def readable_points(points: str | None) -> str | None:
    """The points of a game as people read them: with as many decimals as sums have in the standings."""
    return None if points is None else rounded(Fraction(points))


def games_by_player(seen: IncludedResults, language: str) -> dict[str, list[PlayedGame]]:
    found: dict[str, list[PlayedGame]] = {}
    for game in game_views(seen.facts, seen.shown, language, up_to=seen.after):
        for each in game.players if game.counts else ():
            points = readable_points(each.points)
            played = PlayedGame(game.round, game.table, each.place, each.monopoly_win, each.ended, points, each.steps)
            found.setdefault(each.player, []).append(played)
    return found
