"""The form values that would have been typed for a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rules.positions.due import FIELDS, fields_of, shown
from rulesets import notation
from rulesets.kernel.ruleset import Game

TICKS = ("time_up", "last_throw", "begun", "go_reached")
"""The checkboxes of the form."""
THROW_AHEAD = "throw"
"""The phase of a turn whose throw is still to come, after bail or a release card."""


def orders(seats: tuple[str, ...]) -> dict[str, str]:
    """The place of each seat, from 1, as used in field names."""
    return {seat: str(number) for number, seat in enumerate(seats, 1)}


def values(game: Game) -> dict[str, str]:
    """The form values for a game's current position; empty fields are left out."""
    stands = game.ruleset.position(game)
    order = orders(game.state.table.seats)
    found = {"turn": order[stands["turn"]], "phase": _phase(stands), "doubles": str(stands["doubles"])}
    found |= {name: "1" for name in TICKS if stands[name]}
    for seat, player in stands["players"].items():
        at = order[seat]
        found[f"cash_{at}"] = str(player["cash"])
        found[f"space_{at}"] = player["space"] if player["jail"] is None else f"jail:{player['jail']}"
        if player["out"]:
            found[f"out_{at}"] = str(player.get("out_at", 0))
        found |= {f"card_{deck}": at for deck in player["cards"]}
    for key, deed in stands["deeds"].items():
        found |= {f"deed_{key}": order[deed["owner"]], f"level_{key}": str(deed["level"])}
        if deed["mortgaged"]:
            found[f"mortgaged_{key}"] = "1"
    for number, row in enumerate(shown(stands), 1):
        filled = fields_of(row, order)
        found |= {f"due_{number}_{field}": filled[field] for field in ("kind", *FIELDS)}
    found |= _declared(game, stands)
    return {field: value for field, value in found.items() if value}


def _phase(stands: Mapping[str, Any]) -> str:
    ahead = any(row["kind"] == "roll" and row["why"] == "turn" for row in stands["due"])
    return THROW_AHEAD if stands["phase"] == "turn" and ahead else str(stands["phase"])


def declared_buildings(stands: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The building declared in a position, by seat."""
    return next((row["declared"] for row in stands["due"] if row.get("declared")), {})


def _declared(game: Game, stands: Mapping[str, Any]) -> dict[str, str]:
    levels = declared_buildings(stands)
    if not levels:
        return {}
    codes = notation.codes(game)
    order = orders(game.state.table.seats)
    lines = {seat: notation.write({"type": "build", "player": seat, "to": to}, codes) for seat, to in levels.items()}
    return {f"declared_{order[seat]}": line.partition(" build ")[2] for seat, line in lines.items()}
