"""Cash on a sheet: a total, or the number of notes of each value."""

from __future__ import annotations

from typing import Any

from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import PlayerSheet


def counted(sheet: PlayerSheet, name: str, edition: Any) -> tuple[int, list[Objection]]:
    """The cash of a player, and the objections: notes that the edition does not have, a total that does not match the
    notes.

    Whether the total itself is possible (not below zero, payable in notes of Monopoly City) is decided by the ruleset.
    """
    if sheet.notes is None:
        if sheet.cash is None and sheet.fell is None:
            return 0, [about_the_sheet(REFUSE, sheet.player, "cash_not_counted", name=name)]
        return sheet.cash or 0, []
    found = []
    # An edition of Monopoly City does not say which notes it has.
    known = getattr(edition, "denominations", {})
    strange = [value for value in sheet.notes if known and value not in known]
    if strange:
        facts = {"given": ", ".join(map(str, strange)), "known": ", ".join(map(str, known))}
        found.append(about_the_sheet(REFUSE, sheet.player, "note_unknown", name=name, **facts))
    if any(number < 0 for number in sheet.notes.values()):
        found.append(about_the_sheet(REFUSE, sheet.player, "notes_below_none", name=name))
    total = sum(value * number for value, number in sheet.notes.items())
    if sheet.cash is not None and sheet.cash != total:
        facts = {"cash": str(sheet.cash), "notes": str(total)}
        found.append(about_the_sheet(REFUSE, sheet.player, "cash_not_notes", name=name, **facts))
    return total, found
