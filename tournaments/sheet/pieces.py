"""Buildings counted by group or in total: which lots they stand on.

All lots of a group have the same building cost, so their distribution within the group does not affect the total; they
must be built evenly.
"""

from __future__ import annotations

from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets
from rulesets.languages import LANGUAGES
from tournaments.sheet.objection import REFUSE, Objection, about_the_sheet
from tournaments.sheet.sheet import Pieces, PlayerSheet

HOTEL = 5


def levels(sheet: PlayerSheet, name: str, assets: Assets) -> tuple[dict[str, int], list[Objection]]:
    """The level of each lot that results from group or total counts, and the objections."""
    groups = {each.key: each for each in assets.groups}
    by_group = dict(sheet.groups)
    objections: list[Objection] = []
    if sheet.pieces is not None:
        whole = _whole_groups(sheet, assets)
        if len(whole) == 1 and not by_group:
            by_group[whole[0].key] = sheet.pieces
        else:
            named = {language: ", ".join(group.names[language] for group in whole) or "–" for language in LANGUAGES}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_place_open", name=name, groups=named))
    found: dict[str, int] = {}
    for key, pieces in by_group.items():
        if (group := groups.get(key)) is None:
            known = ", ".join(groups)
            objections.append(about_the_sheet(REFUSE, sheet.player, "group_unknown", given=key, known=known))
            continue
        lots = [deed.key for deed in group.deeds]
        if any(deed.deed in lots and deed.stands for deed in sheet.deeds):
            facts: dict[str, object] = {"name": name, "group": group.names}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_twice", **facts))
        elif (spread := _spread(pieces, len(lots))) is None:
            facts = {"name": name, "group": group.names, "lots": len(lots)}
            facts |= {"houses": pieces.houses, "hotels": pieces.hotels}
            objections.append(about_the_sheet(REFUSE, sheet.player, "pieces_too_many", **facts))
        else:
            found |= dict(zip(lots, spread, strict=True))
    return found, objections


def _whole_groups(sheet: PlayerSheet, assets: Assets) -> list[AssetGroup]:
    """The groups that can be built on and that the player holds completely and without mortgages."""
    free = {each.deed for each in sheet.deeds if not each.mortgaged}
    return [group for group in assets.groups if all(_has_levels(deed) and deed.key in free for deed in group.deeds)]


def _has_levels(deed: AssetDeed) -> bool:
    """Whether houses and hotels can stand on a deed."""
    return any(piece.key == "level" for piece in deed.pieces)


def _spread(pieces: Pieces, lots: int) -> list[int] | None:
    """Levels with the highest on the last lots; None if the lots cannot hold the buildings."""
    rest = lots - pieces.hotels
    if min(pieces.houses, pieces.hotels, rest) < 0 or pieces.houses > 4 * rest:
        return None
    each, more = divmod(pieces.houses, rest) if rest else (0, 0)
    return [each] * (rest - more) + [each + 1] * more + [HOTEL] * pieces.hotels
