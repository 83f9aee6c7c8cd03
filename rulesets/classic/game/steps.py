"""What stands on a lot, counted in steps: each house is one, and a hotel is the houses returned for it and one more.

A step has its cost: the printed one, unless the piece was won at auction.  The last step built is the first one sold.
"""

from __future__ import annotations

from rulesets.classic.game.draft import View
from rulesets.classic.game.table import Figures


def rank(figures: Figures, level: int) -> int:
    """Return a level as the even rule counts it: a hotel stands one step above the houses that it needs.

    Clauses: US/SHORT-6, WIKI/SHORT-3.
    """
    return min(level, figures.hotel_from + 1)


def steps(figures: Figures, level: int) -> int:
    """Return how many steps a level has if nothing else is noted."""
    return level if level < 5 else figures.hotel_from + 1


def costs(view: View, deed: int) -> tuple[int, ...]:
    """Return what was paid for each step that stands on a lot, the oldest first."""
    holding = view.holdings[deed]
    if holding.costs or not holding.level:
        return holding.costs
    return (view.table.edition.deeds[deed].building_cost,) * steps(view.table.figures, holding.level)


def steps_up(figures: Figures, now: int, level: int) -> int:
    """Return how many steps it takes to build from one level up to another."""
    if level < 5:
        return level - now
    return max(figures.hotel_from - now, 0) + 1


def built(view: View, deed: int, level: int, price: int) -> tuple[int, ...]:
    """Return the costs to note after building up to a level at ``price`` a step: none for houses alone at the printed
    cost.

    Clauses: US/SHORT-17, WIKI/SHORT-14.
    """
    holding = view.holdings[deed]
    if level < 5 and not holding.costs and price == view.table.edition.deeds[deed].building_cost:
        return ()
    return _raised(view, deed, level, (price,) * steps_up(view.table.figures, holding.level, level))


def won(view: View, deed: int, level: int, price: int) -> tuple[int, ...]:
    """Return the costs to note after a piece won for ``price`` is put up; houses that it skips at the printed cost."""
    skipped = steps_up(view.table.figures, view.holdings[deed].level, level) - 1
    return _raised(view, deed, level, (*(view.table.edition.deeds[deed].building_cost,) * skipped, price))


def _raised(view: View, deed: int, level: int, added: tuple[int, ...]) -> tuple[int, ...]:
    figures = view.table.figures
    standing = (*costs(view, deed), *added)
    if level == 5 and not figures.hotel_counts_returned:
        standing = standing[-steps(figures, 5) :]
    return _noted(view, deed, level, standing)


def sold(view: View, deed: int, level: int) -> tuple[int, ...]:
    """Return the costs to note after selling down to a level."""
    return _noted(view, deed, level, costs(view, deed)[:level])


def _noted(view: View, deed: int, level: int, standing: tuple[int, ...]) -> tuple[int, ...]:
    usual = (view.table.edition.deeds[deed].building_cost,) * steps(view.table.figures, level)
    return () if standing == usual else standing


def resale(view: View, deed: int, level: int = 0) -> int:
    """Return what the bank pays for the steps above ``level``: half the cost of each, in whole dollars (JMA/SELL-1).

    Clauses: CLASSIC-JA/SELL-4, US/SELL-4, US/SHORT-8, WIKI/SELL-1, WIKI/SHORT-4.
    """
    if not view.holdings[deed].level:
        return 0
    if view.table.figures.resale_counts == "paid":
        return sum(cost // 2 for cost in costs(view, deed)[level:])
    return len(costs(view, deed)[level:]) * (view.table.edition.deeds[deed].building_cost // 2)
