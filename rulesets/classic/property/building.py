"""Houses and hotels on the lots: where they may stand, what they cost, putting them up (HOUSE, HOTEL, JMA/BUILD)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Levels
from rulesets.classic.game.table import Figures
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.table import BANK


def owned_groups(view: View, player: int) -> list[tuple[int, ...]]:
    """The colour groups of building lots that a player owns whole, mortgaged or not."""
    holdings = view.holdings
    edition = view.table.edition
    return [
        group
        for group in edition.groups.values()
        if holdings[group[0]].owner == player
        and edition.deeds[group[0]].building_cost
        and all(holdings[deed].owner == player for deed in group)
    ]


def whole_groups(view: View, player: int) -> list[tuple[int, ...]]:
    """The colour groups that a player owns whole and unmortgaged, where building is possible (JMA/BUILD-2)."""
    holdings = view.holdings
    return [group for group in owned_groups(view, player) if not any(holdings[deed].mortgaged for deed in group)]


def group_faults(view: View, player: int, group: Sequence[int], key: str) -> list[Refusal]:
    """Return why a group is not fit for building: not owned whole, or partly mortgaged (JMA/BUILD-2;
    CLASSIC-JA/HOUSE-1, MORT-7 and the same of US; WIKI/BUILD-1, BUILD-3).
    """
    holdings = view.holdings
    for deed in group:
        owner, _, mortgage, _ = holdings[deed]
        if owner != player or mortgage:
            break
    else:
        return []
    table = view.table
    strange = [deed for deed in group if holdings[deed].owner != player]
    if strange:
        lacking = [table.deed_key(deed) for deed in strange]
        return [refuse("group_not_whole", player=table.seats[player], deed=key, lacking=lacking)]
    mortgaged = [table.deed_key(deed) for deed in group if holdings[deed].mortgaged]
    return [refuse("group_mortgaged", deed=key, mortgaged=mortgaged)]


def spread(figures: Figures, levels: Sequence[int]) -> int:
    """How many steps the highest lot of a group is ahead of the lowest; more than one is uneven (JMA/BUILD-3)."""
    return steps.rank(figures, max(levels)) - steps.rank(figures, min(levels))


def is_direct(view: View, deed: int, level: int) -> bool:
    """Whether a hotel is bought without the houses that it lacks, because the bank has none left (WIKI/BUILD-16)."""
    return level == 5 and not view.houses and lacks_houses_alone(view, deed)


def lacks_houses_alone(view: View, deed: int) -> bool:
    """Whether a lot lacks houses for a hotel that all others of its group have, or a hotel, and the rules let a hotel
    skip them (WIKI/BUILD-16, reading 7).
    """
    figures = view.table.figures
    return (
        figures.direct_hotel
        and view.holdings[deed].level < figures.hotel_from
        and all(
            view.holdings[lot].level >= figures.hotel_from
            for lot in view.table.edition.deeds[deed].siblings
            if lot != deed
        )
    )


def cost(view: View, levels: Levels) -> int:
    """What building up to these levels costs at the printed price, in dollars.

    Clauses: HOUSE-4 and HOTEL-3 of CLASSIC-JA and US; WIKI/BUILD-7, BUILD-12, BUILD-16.
    """
    deeds = view.table.edition.deeds
    figures = view.table.figures
    holdings = view.holdings
    total = 0
    for deed, level in levels:
        total += steps.steps_up(figures, holdings[deed].level, level) * deeds[deed].building_cost
    return total


def construct(draft: Draft, player: int, levels: Levels) -> None:
    """Build at the printed price, hotels first."""
    table = draft.table
    deeds, figures, seat, events = table.edition.deeds, table.figures, table.seats[player], draft.events
    total = 0
    for deed, level in sorted(levels, key=lambda lot: -lot[1]) if len(levels) > 1 else levels:
        facts = deeds[deed]
        step = facts.building_cost
        price = steps.steps_up(figures, draft.holdings[deed].level, level) * step
        draft.set_level(deed, level, steps.built(draft, deed, level, step))
        total += price
        events.append({"kind": "built", "player": seat, "deed": facts.key, "level": level, "amount": price})
    draft.pay(player, BANK, total)
