"""Selling in the association's rules: when, how much, and which hotels may be broken into houses (JMA/SELL)."""

from __future__ import annotations

from itertools import product

from rulesets.classic.debts import debt
from rulesets.classic.game.draft import View
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import State
from rulesets.classic.property import stock
from rulesets.classic.property.selling import GroupSale, Sell, by_group, proceeds, targets
from rulesets.jma import raising
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.order import clockwise


def half_cost(view: View, deed: int) -> int:
    """What the bank pays for one step of a lot, half the building cost (JMA/SELL-1)."""
    return view.table.edition.deeds[deed].building_cost // 2


def timely(state: State, report: Sell) -> list[Refusal] | None:
    """Outside the time between turns a player sells only for a need, and nothing beyond it (JMA/SELL-5, SELL-3)."""
    lacking = raising.sum_to_raise(state, report.player)
    if lacking == raising.FREELY:
        return None
    seat = state.table.seats[report.player]
    if lacking == 0:
        return [refuse("sale_without_need", player=seat)]
    if superfluous(state, report, lacking):
        breaking = any(sale.houses_added > 0 for sale in by_group(state, report.player, report.to))
        code = "break_superfluous" if breaking else "sale_superfluous"
        return [refuse(code, player=seat, missing=lacking, raised=proceeds(state, report.to))]
    return None


def houses_for_hotels(state: State, report: Sell) -> list[Refusal] | None:
    """A hotel breaks into houses of its own group; the bank's are for a debt beyond the cash (JMA/SELL-2, SELL-3)."""
    sales = by_group(state, report.player, report.to)
    adding = [sale for sale in sales if sale.breaks_hotel and sale.houses_added > 0]
    if not adding:
        return None
    seat = state.table.seats[report.player]
    needed = sum(sale.houses_added for sale in sales)
    own = sum(level for sale in adding for level in sale.before if level < 5)
    added = sum(sale.houses_added for sale in adding)
    found = []
    if not debt.missing(state, report.player):
        facts = {"player": seat, "standing": own, "wanted": own + added}
        found += [refuse("hotel_into_bank_houses", **facts), refuse("no_debt_to_break_for", player=seat)]
    in_bank = stock.houses_to_spare(state)
    if needed > in_bank:
        found.append(refuse("no_houses_to_break", needed=needed, stock=in_bank))
    if found:
        return found
    nearer = [other for other in nearer_sellers(state, report.player) if debt.missing(state, other)]
    reserved = sum(houses_wanted(state, other) for other in nearer)
    if nearer and needed + reserved > in_bank:
        return [refuse("served_after_nearer", player=seat, first=state.table.seats[nearer[0]], stock=in_bank)]
    return None


def nearer_sellers(view: View, player: int) -> list[int]:
    """Return who owes the same drawer by the same card and sits nearer to the drawer, clockwise (JMA/SELL-4)."""
    drawers = [entry.to for entry in debt.debts(view, player) if entry.cause == "card" and entry.to >= 0]
    if not drawers:
        return []
    order = clockwise(view, drawers[0])
    before = order[: order.index(player)] if player in order else []
    return [other for other in before if any(_owes_card(entry, other, drawers[0]) for entry in view.pending)]


def _owes_card(entry: object, player: int, drawer: int) -> bool:
    return type(entry) is Debt and entry.player == player and entry.to == drawer and entry.cause == "card"


def houses_wanted(view: View, player: int) -> int:
    """Return the most houses of the bank that a debtor may need to break hotels for the sum that is missing."""
    lacking = debt.missing(view, player)
    most = 0
    for group in view.table.edition.groups.values():
        before = tuple(view.holdings[deed].level for deed in group)
        if view.holdings[group[0]].owner != player or 5 not in before:
            continue
        half = half_cost(view, group[0])
        for after in targets(view.table.figures, before):
            sale = GroupSale(group, before, after)
            if sale.breaks_hotel and (sum(before) - sum(after) - 1) * half < lacking:
                most = max(most, sale.houses_added)
    return most


def superfluous(state: State, report: Sell, lacking: int) -> bool:
    """Whether less would reach the sum: a legal sale that leaves more standing in one group (JMA/SELL-3).

    Taking houses from the bank is optional: a sale that takes none is not compared with sales that take some.
    """
    total = proceeds(state, report.to)
    if total < lacking:
        return False
    sales = by_group(state, report.player, report.to)
    in_debt = debt.missing(state, report.player) > 0
    for sale in sales:
        half = half_cost(state, sale.group[0])
        spare = stock.houses_to_spare(state) - sum(other.houses_added for other in sales if other is not sale)
        for after in product(*(range(low, high + 1) for low, high in zip(sale.after, sale.before, strict=True))):
            less = GroupSale(sale.group, sale.before, after)
            if (
                after != sale.after
                and not less.uneven(state.table.figures)
                and total - (sum(after) - sum(sale.after)) * half >= lacking
                and less.houses_added <= (spare if in_debt and sale.houses_added > 0 else 0)
            ):
                return True
    return False
