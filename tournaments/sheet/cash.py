"""Cash on a sheet: a total, or the number of notes of each value."""

from __future__ import annotations

from rulesets import Money
from rulesets.kernel.telling.assets import Assets
from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import PlayerSheet


def counted(sheet: PlayerSheet, name: str, assets: Assets, money: Money) -> tuple[int, list[Objection]]:
    """The cash of a player, and the objections: notes that the game does not have, a total that does not match the
    notes.

    Whether the total itself is possible (not below zero, payable in notes of Monopoly City) is decided by the ruleset.
    """
    if sheet.notes is None:
        if sheet.cash is None and sheet.fell is None:
            return 0, [about_the_sheet(REFUSE, sheet.player, "cash_not_counted", name=name)]
        return sheet.cash or 0, []
    found = []
    known = assets.notes
    strange = [value for value in sheet.notes if known and value not in known]
    if strange:
        facts = {"given": ", ".join(map(money.shown, strange)), "known": ", ".join(map(money.shown, known))}
        found.append(about_the_sheet(REFUSE, sheet.player, "note_unknown", name=name, **facts))
    if any(number < 0 for number in sheet.notes.values()):
        found.append(about_the_sheet(REFUSE, sheet.player, "notes_below_none", name=name))
    total = sum(value * number for value, number in sheet.notes.items())
    if sheet.cash is not None and sheet.cash != total:
        facts = {"cash": money.shown(sheet.cash), "notes": money.shown(total)}
        found.append(about_the_sheet(REFUSE, sheet.player, "cash_not_notes", name=name, **facts))
    return total, found
