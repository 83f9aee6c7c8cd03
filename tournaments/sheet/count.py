"""Counts the assets on a sheet by the ruleset that was played, within what its pieces allow.

The sheet becomes a position, and the ruleset says what it is worth and what is impossible in it; its valuation is not
repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import rulesets
from rulesets import HeaderRefused, Money, Ruleset
from rulesets.kernel.telling.assets import Assets
from rulesets.languages import LANGUAGES
from rulesets.languages import language as settings
from tournaments.result import GameResult, PlayerResult
from tournaments.sheet.objection import (
    CONFIRM,
    NOTE,
    REFUSE,
    Objection,
    about_the_sheet,
    by_law,
)
from tournaments.sheet.position import position_of
from tournaments.sheet.sheet import PlayerSheet, TableSheet
from tournaments.sheet.worth import CountLine, worth_lines


def assets_objection(assets: Assets, money: Money, together: int) -> list[Objection]:
    """An objection to be confirmed if a table's assets exceed what there is in the game; else an empty list."""
    if assets.most is None or together <= assets.most:
        return []
    facts = {"assets": money.shown(together), "most": money.shown(assets.most)}
    return [about_the_sheet(CONFIRM, "", "assets_above_all", **facts)]


@dataclass(frozen=True, slots=True)
class CountedPlayer:
    """A player's assets: the lines add up to ``assets``; a bankrupt player has none.  ``written``: the total that the
    judge entered.
    """

    player: str
    assets: int
    lines: tuple[CountLine, ...]
    written: int | None


@dataclass(frozen=True, slots=True)
class Counted:
    """A recomputed sheet.  ``result``: None if an objection makes counting impossible."""

    players: tuple[CountedPlayer, ...]
    objections: tuple[Objection, ...]
    result: GameResult | None


def count(sheet: TableSheet) -> Counted:
    """Count the assets of a table's players and collect every objection to the sheet.

    Raises `rulesets.UnknownRuleset` for an unknown ruleset.
    """
    ruleset = rulesets.load(sheet.ruleset, sheet.version)
    seats = [str(number) for number in range(1, len(sheet.players) + 1)]
    names = {seat: sheet.name(player) for seat, player in zip(seats, sheet.players, strict=True)}
    ids = {seat: player.player for seat, player in zip(seats, sheet.players, strict=True)}
    try:
        game = ruleset.start(seats, sheet.edition, dict(sheet.options), names=names)
    except HeaderRefused as refused:
        return Counted((), tuple(by_law(ruleset, each, refused.table, ids) for each in refused.refusals), None)
    table = game.state.table
    assets, money = ruleset.mechanics.assets(table.edition), ruleset.mechanics.money(table.edition)
    position, objections = position_of(sheet, seats, assets, money)
    _, refusals = ruleset.mechanics.placed(table, position)
    objections += [by_law(ruleset, refusal, table, ids) for refusal in refusals]
    objections += _bankruptcy_objections(sheet)
    objections += _unowned_deeds(assets, position)
    if any(each.severity == REFUSE for each in objections):
        return Counted((), tuple(objections), None)
    counted = tuple(
        _counted(ruleset, table, position, seat, player) for seat, player in zip(seats, sheet.players, strict=True)
    )
    objections += _total_objections(sheet, counted, assets, money)
    return Counted(counted, tuple(objections), _result(sheet, counted))


def _counted(ruleset: Ruleset, table: Any, position: dict[str, Any], seat: str, sheet: PlayerSheet) -> CountedPlayer:
    if sheet.fell is not None:
        return CountedPlayer(sheet.player, 0, (), sheet.written)
    lines = worth_lines(ruleset, table, position, seat, sheet.notes)
    return CountedPlayer(sheet.player, sum(line.amount for line in lines), lines, sheet.written)


def _bankruptcy_objections(sheet: TableSheet) -> list[Objection]:
    fallen = [each for each in sheet.players if each.fell is not None]
    return [
        about_the_sheet(REFUSE, each.player, "bankruptcy_beyond", given=each.fell, most=len(fallen))
        for each in fallen
        if not 1 <= (each.fell or 0) <= len(fallen)
    ]


def _unowned_deeds(assets: Assets, position: Mapping[str, Any]) -> list[Objection]:
    """Note the deeds on nobody's sheet: they are the bank's, or were forgotten."""
    left = [deed for deed in assets.deeds() if deed.key not in position["deeds"]]
    if not left:
        return []
    joins = {language: settings(language).joins.list for language in LANGUAGES}
    named = {language: join.join(deed.names[language] for deed in left) for language, join in joins.items()}
    called = assets.called["many"]
    return [about_the_sheet(NOTE, "", "deeds_with_bank", count=len(left), deeds=named, called=called)]


def _total_objections(
    sheet: TableSheet, counted: tuple[CountedPlayer, ...], assets: Assets, money: Money
) -> list[Objection]:
    found = []
    for player, own in zip(sheet.players, counted, strict=True):
        if own.written is not None and own.written != own.assets:
            facts = {
                "name": sheet.name(player),
                "written": money.shown(own.written),
                "counted": money.shown(own.assets),
            }
            found.append(about_the_sheet(CONFIRM, player.player, "written_differs", **facts))
    together = sum(line.amount for own in counted for line in own.lines if line.kind == "cash")
    box = assets.most_cash if sheet.box is None else sheet.box
    if box is not None and together > box:
        code = "cash_above_any_box" if sheet.box is None else "cash_above_box"
        found.append(about_the_sheet(CONFIRM, "", code, cash=money.shown(together), box=money.shown(box)))
    return found


def _result(sheet: TableSheet, counted: tuple[CountedPlayer, ...]) -> GameResult:
    return GameResult(
        sheet.round,
        sheet.table,
        tuple(
            PlayerResult(
                player=player.player,
                start_order=order,
                assets=own.assets,
                fell=player.fell,
                left=player.left and player.fell is not None,
            )
            for order, (player, own) in enumerate(zip(sheet.players, counted, strict=True), 1)
        ),
    )
