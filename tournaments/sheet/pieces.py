"""Buildings counted by group or in total: which lots they stand on.

All lots of a group have the same building cost, so their distribution within the group does not affect the total; they
must be built evenly.
"""

from __future__ import annotations

from typing import Any

from rulesets.languages import LANGUAGES
from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import Pieces, PlayerSheet

HOTEL = 5


def levels(sheet: PlayerSheet, name: str, edition: Any) -> tuple[dict[str, int], list[Objection]]:
    """The level of each lot that results from group or total counts, and the objections."""
    names = edition.group_names
    by_group = dict(sheet.groups)
    objections: list[Objection] = []
    if sheet.pieces is not None:
        whole = _whole_groups(sheet, edition)
        if len(whole) == 1 and not by_group:
            by_group[whole[0]] = sheet.pieces
        else:
            named = {language: ", ".join(names[group][language] for group in whole) or "–" for language in LANGUAGES}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_place_open", name=name, groups=named))
    found: dict[str, int] = {}
    for group, pieces in by_group.items():
        if group not in edition.groups:
            known = ", ".join(edition.groups)
            objections.append(about_the_sheet(REFUSE, sheet.player, "group_unknown", given=group, known=known))
            continue
        lots = [edition.deeds[number].key for number in edition.groups[group]]
        if any(deed.deed in lots and deed.stands for deed in sheet.deeds):
            facts = {"name": name, "group": names[group]}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_twice", **facts))
        elif (spread := _spread(pieces, len(lots))) is None:
            facts = {"name": name, "group": names[group], "lots": len(lots)}
            facts |= {"houses": pieces.houses, "hotels": pieces.hotels}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_too_many", **facts))
        else:
            found |= dict(zip(lots, spread, strict=True))
    return found, objections


def _whole_groups(sheet: PlayerSheet, edition: Any) -> list[str]:
    """The groups that can be built on and that the player holds completely and without mortgages."""
    free = {each.deed for each in sheet.deeds if not each.mortgaged}
    return [
        group
        for group, numbers in edition.groups.items()
        if all(_costs(edition.deeds[number]) and edition.deeds[number].key in free for number in numbers)
    ]


def _costs(deed: Any) -> int:
    """The building cost of a deed; 0 in Monopoly City, which has no houses and hotels."""
    return getattr(deed, "building_cost", 0)


def _spread(pieces: Pieces, lots: int) -> list[int] | None:
    """Levels with the highest on the last lots; None if the lots cannot hold the buildings."""
    rest = lots - pieces.hotels
    if min(pieces.houses, pieces.hotels, rest) < 0 or pieces.houses > 4 * rest:
        return None
    each, more = divmod(pieces.houses, rest) if rest else (0, 0)
    return [each] * (rest - more) + [each + 1] * more + [HOTEL] * pieces.hotels
