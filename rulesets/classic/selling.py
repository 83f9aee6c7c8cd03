"""Selling buildings back to the bank: evenly, at half the cost, with the houses for broken hotels (JMA/SELL)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from rulesets.classic import building, debt, fields, raising
from rulesets.classic.draft import Draft, View
from rulesets.classic.order import clockwise
from rulesets.classic.pending import Debt
from rulesets.classic.state import Levels, State
from rulesets.classic.table import BANK
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Sell(NamedTuple):
    """Buildings are sold down to these levels."""

    player: int
    to: Levels


SELL = Form("sell", Sell, Field("player", fields.seat), Field("to", fields.levels))


def half_cost(view: View, deed: int) -> int:
    """What the bank pays for one step of a lot, half the building cost (JMA/SELL-1)."""
    return view.table.edition.deeds[deed].building_cost // 2


def proceeds(view: View, to: Levels) -> int:
    """What a sale brings: each step at half the building cost, a hotel counting five steps (JMA/SELL-1)."""
    return sum((view.holdings[deed].level - level) * half_cost(view, deed) for deed, level in to)


class GroupSale(NamedTuple):
    """A sale within one group: the seller's lots of it with their levels before and after, in board order."""

    group: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def uneven(self) -> bool:
        """Whether the result is uneven (JMA/SELL-1); where a ruling left a group uneven, a sale must even it out."""
        spread = max(self.after) - min(self.after)
        return spread > 1 and spread >= max(self.before) - min(self.before)

    @property
    def breaks_hotel(self) -> bool:
        """Whether a hotel goes."""
        return any(old == 5 > new for old, new in zip(self.before, self.after, strict=True))

    @property
    def houses_added(self) -> int:
        """Houses standing afterwards less those standing before: above zero they come from the bank."""
        standing = sum(level for level in self.after if level < 5) - sum(level for level in self.before if level < 5)
        return standing

    @property
    def steps(self) -> int:
        """Levels sold."""
        return sum(self.before) - sum(self.after)


def by_group(view: View, player: int, to: Levels) -> list[GroupSale]:
    """A player's sale, group by group."""
    deeds = view.table.edition.deeds
    wanted = dict(to)
    own = (deed for deed, _ in to if view.holdings[deed].owner == player)
    groups = dict.fromkeys(
        tuple(lot for lot in deeds[deed].siblings if view.holdings[lot].owner == player) for deed in own
    )
    return [
        GroupSale(
            group,
            tuple(view.holdings[deed].level for deed in group),
            tuple(wanted.get(deed, view.holdings[deed].level) for deed in group),
        )
        for group in groups
    ]


def own_buildings(state: State, report: Sell) -> list[Refusal] | None:
    """Own lots, to levels below the present ones."""
    for deed, level in report.to:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if level >= holding.level:
            return [refuse("level_not_below", deed=key, level=holding.level, amount=level)]
    return None


def even(state: State, report: Sell) -> list[Refusal] | None:
    """The result is even in every group (JMA/SELL-1)."""
    deeds = state.table.edition.deeds
    for sale in by_group(state, report.player, report.to):
        if sale.uneven:
            high, low = sale.after.index(max(sale.after)), sale.after.index(min(sale.after))
            return [refuse("sale_uneven", deed=deeds[sale.group[high]].key, high=max(sale.after),
                           low=deeds[sale.group[low]].key, level=min(sale.after))]  # fmt: skip
    return None


def timely(state: State, report: Sell) -> list[Refusal] | None:
    """Outside the time between turns only for a need, and nothing beyond it (JMA/SELL-5, SELL-3)."""
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
    """A hotel goes to houses of its own group; the bank's houses are for a debt beyond the cash (JMA/SELL-2,
    SELL-3).
    """
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
    if needed > state.houses:
        found.append(refuse("no_houses_to_break", needed=needed, stock=state.houses))
    if found:
        return found
    nearer = [other for other in nearer_sellers(state, report.player) if debt.missing(state, other)]
    reserved = sum(houses_wanted(state, other) for other in nearer)
    if nearer and needed + reserved > state.houses:
        return [refuse("served_after_nearer", player=seat, first=state.table.seats[nearer[0]], stock=state.houses)]
    return None


def nearer_sellers(view: View, player: int) -> list[int]:
    """Who owes the same drawer by the same card and sits nearer to the drawer, clockwise (JMA/SELL-4)."""
    drawers = [entry.to for entry in debt.debts(view, player) if entry.cause == "card" and entry.to >= 0]
    if not drawers:
        return []
    order = clockwise(view, drawers[0])
    before = order[: order.index(player)] if player in order else []
    return [other for other in before if any(_owes_card(entry, other, drawers[0]) for entry in view.pending)]


def _owes_card(entry: object, player: int, drawer: int) -> bool:
    return type(entry) is Debt and entry.player == player and entry.to == drawer and entry.cause == "card"


def targets(sale_before: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All even levels that lots of a group can be sold down to, the present ones excluded."""
    return [
        after
        for after in product(*(range(level + 1) for level in sale_before))
        if after != sale_before and not building.uneven(after)
    ]


def houses_wanted(view: View, player: int) -> int:
    """The most houses of the bank that a debtor may need to break hotels for the sum that is missing."""
    lacking = debt.missing(view, player)
    most = 0
    for group in view.table.edition.groups.values():
        before = tuple(view.holdings[deed].level for deed in group)
        if view.holdings[group[0]].owner != player or 5 not in before:
            continue
        half = half_cost(view, group[0])
        for after in targets(before):
            sale = GroupSale(group, before, after)
            if sale.breaks_hotel and (sale.steps - 1) * half < lacking:
                most = max(most, sale.houses_added)
    return most


def superfluous(state: State, report: Sell, lacking: int) -> bool:
    """Whether the sum would be reached with less: a legal sale that leaves more standing in one group (JMA/SELL-3).

    Taking houses from the bank is a permission: a sale that does without them is not held against one that does not.
    """
    total = proceeds(state, report.to)
    if total < lacking:
        return False
    sales = by_group(state, report.player, report.to)
    in_debt = debt.missing(state, report.player) > 0
    for sale in sales:
        half = half_cost(state, sale.group[0])
        spare = state.houses - sum(other.houses_added for other in sales if other is not sale)
        for after in product(*(range(low, high + 1) for low, high in zip(sale.after, sale.before, strict=True))):
            less = GroupSale(sale.group, sale.before, after)
            if (
                after != sale.after
                and not less.uneven
                and total - (sale.steps - less.steps) * half >= lacking
                and less.houses_added <= (spare if in_debt and sale.houses_added > 0 else 0)
            ):
                return True
    return False


def sell(draft: Draft, report: Sell) -> None:
    """The pieces go back and the bank pays half their cost."""
    table = draft.table
    for deed, level in report.to:
        amount = (draft.holdings[deed].level - level) * half_cost(draft, deed)
        draft.set_level(deed, level)
        draft.pay(BANK, report.player, amount)
        draft.event("sold", player=table.seats[report.player], deed=table.deed_key(deed), level=level, amount=amount)
