"""The game at a table as spectators see it: what everybody has, whatever the game."""

from __future__ import annotations

from typing import Any

from referee.log.table_game import TableGame
from referee.tables.pages.position import deeds_of, label


def position(found: TableGame) -> dict[str, Any]:
    """Who is to move, and by rank what everybody owns."""
    game = found.game
    table, stands = game.state.table, game.ruleset.position(game)
    players = [
        {
            "name": table.names.get(each["player"], each["player"]),
            "rank": each["rank"],
            "worth": label(game, "money", each["worth"]),
            "cash": label(game, "money", stands["players"][each["player"]]["cash"]),
            "out": stands["players"][each["player"]]["out"],
            "turn": stands["turn"] == each["player"] and not game.ruleset.over(game),
            "deeds": deeds_of(game, stands, each["player"]),
        }
        for each in game.ruleset.standing(game)
    ]
    return {"players": players, "over": game.ruleset.over(game)}
