"""Selling buildings back to the bank: evenly, at half the cost, with the houses for broken hotels (SELL)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Levels, State
from rulesets.classic.game.table import Figures
from rulesets.classic.property import building, stock
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.table import BANK


class Sell(NamedTuple):
    """Buildings are sold down to these levels."""

    player: int
    to: Levels


SELL = Form("sell", Sell, Field("player", fields.seat), Field("to", classic_fields.levels))


def proceeds(view: View, to: Levels) -> int:
    """What a sale brings: half the cost of each step, a hotel counting five steps (JMA/SELL-1)."""
    return sum(steps.resale(view, deed, level) for deed, level in to)


class GroupSale(NamedTuple):
    """A sale within one group: the seller's lots of it with their levels before and after, in board order."""

    group: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    def uneven(self, figures: Figures) -> bool:
        """Whether the result is uneven (JMA/SELL-1); where a ruling left a group uneven, a sale must even it out."""
        spread = building.spread(figures, self.after)
        return spread > 1 and spread >= building.spread(figures, self.before)

    @property
    def breaks_hotel(self) -> bool:
        return any(old == 5 > new for old, new in zip(self.before, self.after, strict=True))

    @property
    def houses_added(self) -> int:
        """Houses standing afterwards minus those standing before: if above zero, they come from the bank."""
        standing = sum(level for level in self.after if level < 5) - sum(level for level in self.before if level < 5)
        return standing


def by_group(view: View, player: int, to: Levels) -> list[GroupSale]:
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
    """The lots are own ones, and the levels below the present ones; a hotel that stands for three houses goes down to
    three at most (US/SHORT-8, WIKI/SHORT-3).
    """
    enough = state.table.figures.hotel_from
    for deed, level in report.to:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if enough < level < holding.level == 5:
            return [refuse("hotel_stands_for_three", deed=key, number=enough, level=level)]
        if level >= holding.level:
            return [refuse("level_not_below", deed=key, level=holding.level, amount=level)]
    return None


def even(state: State, report: Sell) -> list[Refusal] | None:
    """The result is even in every group (JMA/SELL-1; HOUSE-10 and SELL-6 of CLASSIC-JA and US; WIKI/SELL-3)."""
    deeds = state.table.edition.deeds
    for sale in by_group(state, report.player, report.to):
        if sale.uneven(state.table.figures):
            high, low = sale.after.index(max(sale.after)), sale.after.index(min(sale.after))
            facts = {"deed": deeds[sale.group[high]].key, "high": max(sale.after), "low": deeds[sale.group[low]].key}
            return [refuse("sale_uneven", **facts, level=min(sale.after))]
    return None


def houses_in_bank(state: State, report: Sell) -> list[Refusal] | None:
    """The houses that broken hotels leave standing are in the bank; several hotels may go down together to as many as
    there are (reading 9; WIKI/SELL-2, CLASSIC-JA/SELL-5, US/SELL-5).
    """
    needed = sum(sale.houses_added for sale in by_group(state, report.player, report.to))
    spare = stock.houses_to_spare(state)
    if needed <= max(spare, 0):
        return None
    return [refuse("no_houses_to_break", needed=needed, stock=spare)]


def targets(figures: Figures, before: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all even levels that lots of a group can be sold down to, except the present ones."""
    return [
        after
        for after in product(*(range(level + 1) for level in before))
        if after != before and building.spread(figures, after) <= 1
    ]


def sell(draft: Draft, report: Sell) -> None:
    """Return the pieces to the bank, which pays half their cost.

    Clauses: CLASSIC-JA/SELL-5, US/SELL-5, WIKI/SELL-2.
    """
    table = draft.table
    for deed, level in report.to:
        amount = steps.resale(draft, deed, level)
        draft.set_level(deed, level, steps.sold(draft, deed, level))
        draft.pay(BANK, report.player, amount)
        draft.event("sold", player=table.seats[report.player], deed=table.deed_key(deed), level=level, amount=amount)
