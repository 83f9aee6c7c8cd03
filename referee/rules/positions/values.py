"""The form values that would have been typed for a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rules.positions.due import FIELDS, entries_with_rows, fields_of
from rulesets import notation
from rulesets.kernel.ruleset import Game

CHECKBOXES = ("time_up", "last_throw", "begun", "go_reached")
"""The checkboxes of the form."""
THROW_AHEAD = "throw"
"""The phase of a turn whose throw is still to come, after bail or a release card."""


def seat_orders(seats: tuple[str, ...]) -> dict[str, str]:
    """The place of each seat, from 1, as used in field names."""
    return {seat: str(number) for number, seat in enumerate(seats, 1)}


def form_values(game: Game) -> dict[str, str]:
    """The form values for a game's current position; empty fields are left out."""
    position = game.ruleset.position(game)
    order = seat_orders(game.state.table.seats)
    found = {"turn": order[position["turn"]], "phase": _phase(position), "doubles": str(position["doubles"])}
    found |= {name: "1" for name in CHECKBOXES if position[name]}
    if "pot" in position:
        found["pot"] = str(position["pot"])
    for seat, player in position["players"].items():
        at = order[seat]
        found[f"cash_{at}"] = str(player["cash"])
        found[f"space_{at}"] = player["space"] if player["jail"] is None else f"jail:{player['jail']}"
        if player["out"]:
            found[f"out_{at}"] = str(player.get("out_at", 0))
        found |= {f"card_{deck}": at for deck in player["cards"]}
    for key, deed in position["deeds"].items():
        found |= {f"deed_{key}": order[deed["owner"]], f"level_{key}": str(deed["level"])}
        if deed["mortgaged"]:
            found[f"mortgaged_{key}"] = "1"
    for number, row in enumerate(entries_with_rows(position), 1):
        filled = fields_of(row, order)
        found |= {f"due_{number}_{field}": filled[field] for field in ("kind", *FIELDS)}
    found |= _declared(game, position)
    return {field: value for field, value in found.items() if value}


def _phase(position: Mapping[str, Any]) -> str:
    ahead = any(row["kind"] == "roll" and row["why"] == "turn" for row in position["due"])
    return THROW_AHEAD if position["phase"] == "turn" and ahead else str(position["phase"])


def declared_buildings(position: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The building declared in a position, by seat."""
    return next((row["declared"] for row in position["due"] if row.get("declared")), {})


def _declared(game: Game, position: Mapping[str, Any]) -> dict[str, str]:
    levels = declared_buildings(position)
    if not levels:
        return {}
    codes = notation.codes(game)
    order = seat_orders(game.state.table.seats)
    lines = {seat: notation.write({"type": "build", "player": seat, "to": to}, codes) for seat, to in levels.items()}
    return {f"declared_{order[seat]}": line.partition(" build ")[2] for seat, line in lines.items()}
