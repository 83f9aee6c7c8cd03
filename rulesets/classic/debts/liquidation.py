"""Raising a bankrupt's cash: buildings sold evenly, deeds mortgaged, no more than needed; or all buildings sold."""

from __future__ import annotations

from rulesets.classic.debts.last_bankruptcy import keeps_buildings
from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft
from rulesets.classic.property import selling
from rulesets.kernel.track.table import BANK


def raise_cash(draft: Draft, player: int, amount: int) -> None:
    """Raise cash up to a sum, no more than needed: from own buildings evenly, then by mortgages in board order.

    If the bankruptcy hands buildings over as they stand, unbuilt deeds come first, then the buildings, and each group
    that is cleared is mortgaged before the next one is touched (US/SHORT-11).
    """
    if keeps_buildings(draft):
        mortgage_unbuilt(draft, player, amount)
    while draft.players[player].cash < amount and any(
        holding.owner == player and holding.level for holding in draft.holdings
    ):
        sell_step(draft, player)
        if keeps_buildings(draft):
            mortgage_unbuilt(draft, player, amount)
    mortgage_unbuilt(draft, player, amount)


def mortgage_unbuilt(draft: Draft, player: int, amount: int) -> None:
    """Mortgage deeds of groups without buildings in board order, until the cash reaches ``amount`` dollars."""
    for deed in draft.table.edition.deeds:
        holding = draft.holdings[deed.number]
        if draft.players[player].cash >= amount:
            return
        built = any(draft.holdings[sibling].level for sibling in deed.siblings)
        if holding.owner == player and not holding.mortgaged and not built:
            draft.set_holding(deed.number, holding._replace(mortgaged=True))
            draft.pay(BANK, player, deed.mortgage)
            draft.event("mortgaged", player=draft.table.seats[player], deed=deed.key, amount=deed.mortgage)


def sell_step(draft: Draft, player: int) -> None:
    """Sell the cheapest step that leaves its group even, or the whole group if a hotel cannot go back to houses."""
    edition = draft.table.edition
    figures = draft.table.figures
    groups = [group for group in edition.groups.values() if any(draft.holdings[lot].level for lot in group)]
    own = [group for group in groups if draft.holdings[group[0]].owner == player]
    group = min(own, key=lambda lots: edition.deeds[lots[0]].building_cost)
    lot = max(group, key=lambda deed: (steps.rank(figures, draft.holdings[deed].level), deed))
    level = draft.holdings[lot].level
    below = len(steps.costs(draft, lot)) - 1 if level == 5 else level - 1
    lots = {lot: below} if level < 5 or draft.houses >= below else dict.fromkeys(group, 0)
    selling.sell(draft, selling.Sell(player, tuple(sorted(lots.items()))))


def sell_all(draft: Draft, player: int) -> None:
    """Sell all buildings back to the bank at half the cost."""
    for deed in draft.table.edition.deeds:
        holding = draft.holdings[deed.number]
        if holding.owner == player and holding.level:
            amount = steps.resale(draft, deed.number)
            draft.set_level(deed.number, 0)
            draft.pay(BANK, player, amount)
            draft.event("sold", player=draft.table.seats[player], deed=deed.key, level=0, amount=amount)
