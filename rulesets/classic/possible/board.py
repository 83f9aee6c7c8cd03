"""What can stand on the board: pieces, owners, groups, and what was paid for buildings (RECORD/START)."""

from __future__ import annotations

from rulesets.classic.game import steps
from rulesets.classic.game.state import State
from rulesets.classic.property import building
from rulesets.classic.turns import parking
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.table import BANK

UNEVEN = "group_uneven"
"""The fault that a ruling may leave, and that a position names as ``uneven``."""


def more_pieces_than_there_are(state: State) -> list[Refusal]:
    """The bank cannot have given out more houses and hotels than there are."""
    edition = state.table.edition
    found = []
    if state.houses < 0:
        found.append(refuse("too_many_houses", count=edition.houses - state.houses, most=edition.houses))
    if state.hotels < 0:
        found.append(refuse("too_many_hotels", count=edition.hotels - state.hotels, most=edition.hotels))
    return found


def money_in_the_middle(state: State) -> list[Refusal]:
    """Money lies in the middle of the board only by the house rule (HOUSE/PARKING-1)."""
    if not state.pot or parking.is_played(state.table):
        return []
    return [refuse("pot_without_house_rule", amount=state.pot)]


def used_deeds_of_nobody(state: State) -> list[Refusal]:
    """A deed of the bank carries neither building nor mortgage."""
    return [
        refuse("bank_deed_used", deed=deed.key)
        for deed, holding in zip(state.table.edition.deeds, state.holdings, strict=True)
        if holding.owner == BANK and (holding.level or holding.mortgaged)
    ]


def deeds_of_players_out(state: State) -> list[Refusal]:
    """A player who is out owns nothing."""
    seats = state.table.seats
    return [
        refuse("deed_of_player_out", deed=deed.key, player=seats[holding.owner])
        for deed, holding in zip(state.table.edition.deeds, state.holdings, strict=True)
        if holding.owner != BANK and state.players[holding.owner].out
    ]


def misplaced_buildings(state: State) -> list[Refusal]:
    """Buildings stand on unmortgaged lots of colour groups, and were paid for step by step."""
    found = []
    for deed, holding in zip(state.table.edition.deeds, state.holdings, strict=True):
        if holding.owner == BANK:
            continue
        if holding.level and not deed.building_cost:
            found.append(refuse("built_on_no_lot", deed=deed.key))
        elif holding.level and holding.mortgaged:
            found.append(refuse("built_and_mortgaged", deed=deed.key))
        if holding.costs and len(holding.costs) not in possible_steps(state, holding.level):
            found.append(refuse("costs_unfit", deed=deed.key, level=holding.level, count=len(holding.costs)))
    return found


def possible_steps(state: State, level: int) -> tuple[int, ...]:
    """Return how many steps a level can stand for: a hotel more than one number, if the houses returned count."""
    figures = state.table.figures
    usual = steps.steps(figures, level)
    return (usual, 5) if level == 5 and figures.hotel_counts_returned else (usual,)


def built_groups(state: State) -> list[tuple[int, ...]]:
    edition = state.table.edition
    return [
        group
        for group in edition.groups.values()
        if edition.deeds[group[0]].building_cost and any(state.holdings[deed].level for deed in group)
    ]


def unfit_built_groups(state: State) -> list[Refusal]:
    """A built group has one owner and no mortgage."""
    found = []
    for group in built_groups(state):
        rows = [state.holdings[deed] for deed in group]
        keys = [state.table.deed_key(deed) for deed in group]
        if len({row.owner for row in rows}) > 1:
            found.append(refuse("built_group_divided", deeds=keys))
        elif any(row.mortgaged and not row.level for row in rows):
            found.append(refuse("built_group_mortgaged", deeds=keys))
    return found


def uneven_groups(state: State) -> list[tuple[int, ...]]:
    """The groups in which a lot is more than a step ahead of another."""
    rows = state.holdings
    figures = state.table.figures
    return [group for group in built_groups(state) if building.spread(figures, [rows[lot].level for lot in group]) > 1]


def uneven_levels(state: State) -> list[Refusal]:
    """No lot of a group is more than a step ahead of another (JMA/BUILD-3), unless a ruling has left it so."""
    return [
        refuse(
            UNEVEN,
            deeds=[state.table.deed_key(lot) for lot in group],
            levels=[state.holdings[lot].level for lot in group],
        )
        for group in uneven_groups(state)
    ]


CHECKS = (
    more_pieces_than_there_are,
    money_in_the_middle,
    used_deeds_of_nobody,
    deeds_of_players_out,
    misplaced_buildings,
    unfit_built_groups,
    uneven_levels,
)
