"""Refusals in words, with their clauses, for pages about calls and cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.log.text import refused


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why something was refused, with its clause and the address of that."""

    message: str
    clause: str
    address: str


def refusals_of(table_id: str, seq: int, language: str) -> list[RefusalText]:
    """Why an entry was refused; empty where the log's rules are not installed any more."""
    games = service().part(TableGames)
    try:
        game = games.current(table_id)
    except LogDiffers:
        return []
    return [
        refusal_text(each, game)
        for line in games.lines(table_id, seq - 1, seq)
        for each in refused(game, line, language)
    ]


def refusal_text(refusal: Mapping[str, Any], game: TableGame) -> RefusalText:
    """A refusal as the record format has it, of the game at a table."""
    clause = refusal["clause"]
    return RefusalText(refusal["message"], clause, f"/rules/{game.game.ruleset.name}/{clause}")
