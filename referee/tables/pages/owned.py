"""What a player owns, as pages show it, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.language import language
from rulesets import Game


def label(game: Game, kind: str, value: object) -> str:
    """What something of a game is called in the reader's language; itself where it has no name."""
    return game.ruleset.mechanics.label(game.state.table, kind, value, language()) or str(value)


def deeds_of(game: Game, position: Mapping[str, Any], seat: str) -> list[dict[str, Any]]:
    """The deeds of a seat in a position, in board order: name, what is built there (or empty), whether mortgaged."""
    return [
        {
            "name": label(game, "deed", key),
            "built": label(game, "level", each["level"]) if each.get("level") else "",
            "mortgaged": each["mortgaged"],
        }
        for key, each in position["deeds"].items()
        if each["owner"] == seat
    ]
