"""What building can be declared (RECORD/START)."""

from __future__ import annotations

from rulesets.classic.game.state import TURN, State
from rulesets.classic.property import building
from rulesets.kernel.refusal import Refusal, refuse


def by_the_excluded(state: State) -> list[Refusal]:
    """A player who could not pay for a piece declares nothing until it is built (JMA/SHORT-6)."""
    seats = state.table.seats
    return [refuse("declared_by_excluded", player=seats[seat]) for seat, _ in state.declared if seat in state.excluded]


def unfit_lots(state: State) -> list[Refusal]:
    """Declared lots are in own whole unmortgaged groups, at levels above what stands (JMA/BUILD-2).

    One fault of a kind is named for a group.
    """
    found: dict[tuple[int, str], Refusal] = {}
    for seat, levels in state.declared:
        for deed, level in levels:
            fault = unfit_lot(state, seat, deed, level)
            if fault is not None:
                found.setdefault((state.table.edition.deeds[deed].siblings[0], fault.code), fault)
    return list(found.values())


def unfit_lot(state: State, seat: int, deed: int, level: int) -> Refusal | None:
    """Return why a lot cannot have been declared, or None."""
    table = state.table
    lot = table.edition.deeds[deed]
    player = table.seats[seat]
    if not lot.building_cost:
        return refuse("declared_on_no_lot", player=player, deed=lot.key)
    rows = [(sibling, state.holdings[sibling]) for sibling in lot.siblings]
    if lacking := [table.deed_key(sibling) for sibling, row in rows if row.owner != seat]:
        return refuse("declared_group_divided", player=player, deed=lot.key, lacking=lacking)
    if mortgaged := [table.deed_key(sibling) for sibling, row in rows if row.mortgaged]:
        return refuse("declared_group_mortgaged", player=player, deed=lot.key, mortgaged=mortgaged)
    now = state.holdings[deed].level
    if level <= now:
        return refuse("declared_above_nothing", player=player, deed=lot.key, level=now, amount=level)
    return None


def uneven(state: State) -> list[Refusal]:
    """A declared group is even once it is built (JMA/BUILD-3, BUILD-4)."""
    found = []
    deeds = state.table.edition.deeds
    for seat, levels in state.declared:
        wanted = dict(levels)
        for group in dict.fromkeys(deeds[deed].siblings for deed in wanted if deeds[deed].building_cost):
            after = [max(state.holdings[lot].level, wanted.get(lot, 0)) for lot in group]
            if building.spread(state.table.figures, after) > 1:
                keys = [deeds[lot].key for lot in group]
                found.append(refuse("declared_uneven", player=state.table.seats[seat], deeds=keys, levels=after))
    return found


def in_turn(state: State) -> list[Refusal]:
    """If building belongs to the time between turns, nothing is declared in a turn (JMA/BUILD-1)."""
    if state.phase != TURN or not state.table.figures.builds_between_turns:
        return []
    return [refuse("declared_in_turn", player=state.table.seats[seat]) for seat, _ in state.declared]


CHECKS = (by_the_excluded, unfit_lots, uneven, in_turn)
