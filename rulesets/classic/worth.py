"""Worth: what a player has at the end (JMA/TIME-2)."""

from __future__ import annotations

from rulesets.classic.draft import View


def worth(view: View, player: int) -> int:
    """Cash, deeds at the printed price (mortgaged ones at half), buildings at cost (a hotel five times), in dollars.

    Clauses: JMA/TIME-2.
    """
    total = view.players[player].cash
    for holding, deed in zip(view.holdings, view.table.edition.deeds, strict=True):
        if holding.owner == player:
            total += deed.price // 2 if holding.mortgaged else deed.price
            total += holding.level * deed.building_cost
    return total
