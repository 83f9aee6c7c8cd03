"""Worth: what a player has at the end (JMA/TIME-2, the short games' SHORT clauses)."""

from __future__ import annotations

from rulesets.classic.game import steps
from rulesets.classic.game.draft import View


def worth(view: View, player: int) -> int:
    """Return cash, deeds at the printed price (mortgaged ones at half) and buildings at the printed cost, in dollars; a
    hotel counts as its steps: five times the cost, less in a short game.

    Clauses: JMA/TIME-2; US/SHORT-13 to SHORT-17, US/TIMED-2; WIKI/SHORT-10 to SHORT-14, WIKI/TIMED-2.
    """
    total = view.players[player].cash
    for holding, deed in zip(view.holdings, view.table.edition.deeds, strict=True):
        if holding.owner == player:
            total += deed.price // 2 if holding.mortgaged else deed.price
            if holding.level:
                total += len(steps.costs(view, deed.number)) * deed.building_cost
    return total
