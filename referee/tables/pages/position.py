"""A table as an arbiter reads it: who has what, what is due, and the end of its log in words."""

from __future__ import annotations

from typing import Any

from referee.core.language import language
from referee.core.pages.moments import clock_of_day
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import happened
from referee.tables.api.tablet import as_json
from referee.tables.pages.owned import deeds_of, label

LINES = 12
"""Entries of the log that are shown at first."""


def position(found: TableGame) -> dict[str, Any]:
    """Who has what after an entry, in seat order, and what is due."""
    game = found.game
    table, stands = game.state.table, game.ruleset.position(game)
    players = [
        {
            "seat": seat,
            "name": table.names.get(seat, seat),
            "turn": stands["turn"] == seat and not game.ruleset.over(game),
            "cash": label(game, "money", each["cash"]),
            "space": label(game, "space", each["space"]),
            "jail": each["jail"] is not None,
            "out": each["out"],
            "cards": [label(game, "thing", card) for card in each["cards"]],
            "deeds": deeds_of(game, stands, seat),
        }
        for seat, each in stands["players"].items()
    ]
    due = [" ".join(happened(found, [each], language())) for each in game.ruleset.due(game)]
    return {"players": players, "due": due, "over": game.ruleset.over(game), "seq": found.seq}


def excerpt(found: TableGame) -> list[dict[str, Any]]:
    """The last entries before and at a position, the latest last."""
    lines = service().part(TableGames).lines(found.table_id, max(0, found.seq - LINES), found.seq)
    return [
        {"seq": each["seq"], "at": clock_of_day(each["at"]), "told": each["told"] or [each["reason"] or ""],
         "refused": [one["message"] for one in each["refusals"]]}
        for each in (as_json(line, found) for line in lines)
    ]  # fmt: skip
