"""Every report that can be made now, one by one, for whoever plays or searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.kernel.ruleset import Game
from rulesets.reports import Report, as_report


def moves(game: Game) -> Iterator[Report]:
    """Yield complete reports that are accepted now: those of `Ruleset.legal`, and what its templates stand for as far
    as that is finite and few.

    Of calls it yields the lowest, of what several deeds or colour groups could do together each by itself, of the deal
    at the set-up and of throws for an order one, and no deals between players: they have no end.
    """
    for entry in game.ruleset.legal(game):
        yield from map(as_report, completed(game, entry))


def completed(game: Game, entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what `moves` has of one entry: itself, or reports of a template.

    A family of games says what its templates stand for by ``completions`` of its mechanics.
    """
    if "choose" not in entry:
        yield entry
    elif (completions := getattr(game.ruleset.mechanics, "completions", None)) is not None:
        yield from completions(game, entry)
