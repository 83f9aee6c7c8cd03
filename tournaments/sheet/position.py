"""Converts a sheet into a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.sheet import cash, pieces
from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import PlayerSheet, TableSheet


def position_of(sheet: TableSheet, seats: list[str], edition: Any) -> tuple[dict[str, Any], list[Objection]]:
    """The position on the sheet as its ruleset reads one (record format, Position), and objections to what does not fit
    into it.

    ``seats``: the keys of the seats, in start order.
    """
    objections: list[Objection] = []
    players: dict[str, Any] = {}
    deeds: dict[str, dict[str, Any]] = {}
    holders: dict[str, str] = {}
    for seat, player in zip(seats, sheet.players, strict=True):
        amount, wrong = cash.counted(player, edition)
        levels, misplaced = pieces.levels(player, edition)
        objections += [*wrong, *misplaced]
        players[seat] = {"cash": amount, "cards": list(player.cards), "out": player.fell is not None}
        for each in player.deeds:
            if each.deed in holders:
                names = {"name": player.name, "other": holders[each.deed], "deed": each.deed}
                objections.append(about_the_sheet(REFUSE, each.deed, "deed_twice", **names))
                continue
            holders[each.deed] = player.name
            stands = {**each.stands, **({"level": levels[each.deed]} if levels.get(each.deed) else {})}
            deeds[each.deed] = {**stands, "owner": seat, "mortgaged": each.mortgaged}
        for deed in _without_deed(player, levels):
            facts = {"name": player.name, "deed": deed}
            objections.append(about_the_sheet(REFUSE, player.player, "pieces_without_deed", **facts))
    return {"phase": "over", "players": players, "deeds": deeds}, objections


def _without_deed(player: PlayerSheet, levels: Mapping[str, int]) -> list[str]:
    held = {each.deed for each in player.deeds}
    return [deed for deed, level in levels.items() if level and deed not in held]
