"""The game at a table as spectators see it: what everybody has, whatever the game."""

from __future__ import annotations

from typing import Any

from referee.language import language
from referee.log.table_game import TableGame


def position(found: TableGame) -> dict[str, Any]:
    """Who is to move, and by rank what everybody owns."""
    game = found.game
    mechanics, table = game.ruleset.mechanics, game.state.table
    stands = game.ruleset.position(game)

    def label(kind: str, value: object) -> str:
        return mechanics.label(table, kind, value, language()) or str(value)

    def deed(key: str, each: dict[str, Any]) -> dict[str, Any]:
        level = each.get("level", 0)
        return {
            "name": label("deed", key),
            "built": label("level", level) if level else "",
            "mortgaged": each["mortgaged"],
        }

    players = [
        {
            "name": table.names.get(each["player"], each["player"]),
            "rank": each["rank"],
            "worth": label("money", each["worth"]),
            "cash": label("money", stands["players"][each["player"]]["cash"]),
            "out": stands["players"][each["player"]]["out"],
            "turn": stands["turn"] == each["player"] and not game.ruleset.over(game),
            "deeds": [deed(key, one) for key, one in stands["deeds"].items() if one["owner"] == each["player"]],
        }
        for each in game.ruleset.standing(game)
    ]
    return {"players": players, "over": game.ruleset.over(game)}
