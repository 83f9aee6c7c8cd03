"""A sheet as a position, and the result of a table that kept a log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets import Money
from rulesets.kernel.telling.assets import Assets
from tournaments.fault import Fault, Faulty
from tournaments.result import GameResult, PlayerResult, places
from tournaments.sheet import cash, pieces
from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import PlayerSheet, TableSheet


def position_of(
    sheet: TableSheet, seats: list[str], assets: Assets, money: Money
) -> tuple[dict[str, Any], list[Objection]]:
    """The position on the sheet as its ruleset reads one (record format, Position), and objections to what does not fit
    into it.

    ``seats``: the keys of the seats, in start order.
    """
    objections: list[Objection] = []
    players: dict[str, Any] = {}
    deeds: dict[str, dict[str, Any]] = {}
    holders: dict[str, str] = {}
    for seat, player in zip(seats, sheet.players, strict=True):
        name = sheet.name(player)
        amount, wrong = cash.counted(player, name, assets, money)
        levels, misplaced = pieces.levels(player, name, assets)
        objections += [*wrong, *misplaced]
        players[seat] = {"cash": amount, "cards": list(player.cards), "out": player.fell is not None}
        for each in player.deeds:
            if each.deed in holders:
                names = {"name": name, "other": holders[each.deed], "deed": each.deed}
                objections.append(about_the_sheet(REFUSE, each.deed, "deed_twice", **names))
                continue
            holders[each.deed] = name
            stands = {**each.stands, **({"level": levels[each.deed]} if levels.get(each.deed) else {})}
            mortgaged = {"mortgaged": each.mortgaged} if assets.mortgages else {}
            deeds[each.deed] = {**stands, "owner": seat, **mortgaged}
        for deed in _without_deed(player, levels):
            facts = {"name": name, "deed": deed}
            objections.append(about_the_sheet(REFUSE, player.player, "pieces_without_deed", **facts))
    return {"phase": "over", "players": players, "deeds": deeds}, objections


def _without_deed(player: PlayerSheet, levels: Mapping[str, int]) -> list[str]:
    held = {each.deed for each in player.deeds}
    return [deed for deed, level in levels.items() if level and deed not in held]


def from_standing(
    standing: Sequence[Mapping[str, Any]],
    seated: Mapping[str, str],
    round: int,
    table: int,
    out: Collection[str] = (),
    left: Collection[str] = (),
) -> GameResult:
    """The result from ``ruleset.standing(game)`` (record format, Position; Monopoly City too, in thousands).

    ``seated``: the player's id of each seat, in turn order.  ``out``: seats that are out by the position; the standing
    alone does not show a bankrupt player whose place is unknown; ``left``: those of them that left the game.
    If equals were ordered by a roll-off, the places of the standing are entered in the result.  Raises `Faulty` if
    somebody's worth is open because of an unsettled tax, if seats do not match, or if the order of bankruptcies is
    open.
    """
    rows = {row["player"]: row for row in standing}
    faults = [Fault(seat, "seat_not_seated", {"given": seat}) for seat in rows if seat not in seated]
    faults += [Fault(seat, "seat_not_in_standing", {"given": seat}) for seat in seated if seat not in rows]
    faults += [Fault(seat, "worth_open", {"given": seat}) for seat, row in rows.items() if row["worth"] is None]
    won = any(row.get("monopoly_win") for row in standing)
    for seat, row in rows.items():
        fallen = seat in out or (won and not row.get("monopoly_win"))
        if fallen and row.get("out_at") is None:
            faults.append(Fault(seat, "bankruptcy_order_open", {"given": seat}))
    if faults:
        raise Faulty(faults)
    result = GameResult(
        round,
        table,
        tuple(
            PlayerResult(seated[seat], order, rows[seat]["worth"], rows[seat].get("out_at"), seat in left)
            for order, seat in enumerate(seated, 1)
        ),
    )
    ranks = {seated[seat]: row["rank"] for seat, row in rows.items()}
    return result if places(result) == ranks else _with_places(result, ranks)


def _with_places(result: GameResult, ranks: Mapping[str, int]) -> GameResult:
    return replace(result, players=tuple(replace(each, place=ranks[each.player]) for each in result.players))
