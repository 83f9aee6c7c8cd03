"""Declaring building, and lowering a declaration (JMA/BUILD; SHORTAGE-2 of CLASSIC-JA and US, WIKI/BUILD-18).

A declaration takes effect at once if nobody could follow beyond the stock; otherwise it waits until the building is
closed (`shortage`).
"""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.debts import debt
from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import signalled
from rulesets.classic.game.state import Levels, State
from rulesets.classic.property import building, stock
from rulesets.classic.property.building import construct, cost, group_faults, spread
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.ledger import in_hand


class Build(NamedTuple):
    """A declaration to build up to these levels."""

    player: int
    to: Levels


class Withdraw(NamedTuple):
    """A player withdraws a declaration, or lowers it to these levels."""

    player: int
    to: Levels


BUILD = Form("build", Build, Field("player", fields.seat), Field("to", classic_fields.levels))
WITHDRAW = Form(
    "withdraw_build", Withdraw, Field("player", fields.seat), Field("to", classic_fields.levels), nature=FORMALITY
)


# -- what is declared


def of(view: View, player: int) -> Levels:
    if not view.declared:
        return ()
    return next((levels for seat, levels in view.declared if seat == player), ())


def considered(view: View, player: int, to: Levels) -> Levels:
    """Return what a declaration comes to: the player's own with the further one added; during an auction, only what is
    built before the piece under the hammer (JMA/SHORT-7).
    """
    if stock.piece_entry(view) is None:
        return raised(view, player, to)
    return tuple((deed, level) for deed, level in to if level > view.holdings[deed].level)


def raised(view: View, player: int, to: Levels) -> Levels:
    """Return a player's declaration with a further one added, in board order, without lots at their level already."""
    if not view.declared:
        holdings = view.holdings
        return tuple([(deed, level) for deed, level in to if level > holdings[deed].level])
    both = {**dict(of(view, player)), **dict(to)}
    return tuple((deed, level) for deed, level in sorted(both.items()) if level > view.holdings[deed].level)


def wanted(view: View) -> dict[int, int]:
    return {deed: level for _, levels in view.declared for deed, level in levels if level > view.holdings[deed].level}


def direct(view: View) -> frozenset[int]:
    """Return the lots of hotels declared directly, without the houses that are missing (WIKI/BUILD-16)."""
    return frozenset(
        deed for _, levels in view.declared for deed, level in levels if building.is_direct(view, deed, level)
    )


def short(view: View) -> bool:
    """Whether the declarations together exceed the stock."""
    return any(stock.against_stock(view, wanted(view)))


def lowerable(view: View) -> bool:
    """Whether declarations may be lowered: they exceed the stock (JMA/BUILD-8), or are taken anew after a win or a void
    win (JMA/SHORT-3, SHORT-6).
    """
    return view.anew or short(view)


def means(view: View, player: int, levels: Levels) -> int:
    """Return what a player can pay for a declaration, in dollars: cash and own assets but for the groups built on, less
    what is owed (JMA/BUILD-9).
    """
    deeds = view.table.edition.deeds
    groups = {lot for deed, _ in levels for lot in deeds[deed].siblings}
    return debt.assets(view, player, groups) - debt.burden(view, player)


def waiting(view: View) -> bool:
    """Whether declarations wait for others to follow (JMA/BUILD-6)."""
    return bool(view.declared) and stock.piece_entry(view) is None


# -- declaring


def no_piece_called(state: State, _report: object) -> list[Refusal] | None:
    """Nobody declares while a piece is auctioned, paid for or placed (JMA/SHORT-3, SHORTAGE-2, WIKI/BUILD-18)."""
    if stock.piece_entry(state) is not None:
        return [refuse("build_during_auction")]
    return None


def not_excluded(state: State, report: Build) -> list[Refusal] | None:
    """A player who could not pay for a piece does not declare until it is built (JMA/SHORT-6)."""
    if report.player in state.excluded:
        return [refuse("build_excluded", player=state.table.seats[report.player])]
    return None


def fit_lots(state: State, report: Build) -> list[Refusal] | None:
    """The lots are in own, whole, unmortgaged groups, and at least one is raised above what stands and what is
    declared.

    A lot may be named at its present level.
    """
    table = state.table
    holdings, deeds = state.holdings, table.edition.deeds
    declared = dict(of(state, report.player))
    found: dict[str, Refusal] = {}
    group: tuple[int, ...] = ()
    for deed, level in report.to:
        holding = holdings[deed]
        facts = deeds[deed]
        if not facts.building_cost:
            found.setdefault("a", refuse("not_a_lot", deed=facts.key))
            found.setdefault("z", refuse("nothing_is_built_there", deed=facts.key))
            continue
        if facts.siblings != group:  # once per group, if its lots are named one after the other
            group = facts.siblings
            for fault in group_faults(state, report.player, group, facts.key):
                found.setdefault(fault.code, fault)
        if holding.owner != report.player:
            found.setdefault("y", refuse("deed_not_held", player=table.seats[report.player], deed=facts.key))
        elif level < holding.level:
            found.setdefault("x", refuse("level_not_above", deed=facts.key, level=holding.level, amount=level))
        elif level < declared.get(deed, 0):
            found.setdefault("w", refuse("declaration_lowered", deed=facts.key, level=declared[deed], amount=level))
    return list(found.values()) or nothing_raised(state, report, declared)


def nothing_raised(state: State, report: Build, declared: dict[int, int]) -> list[Refusal] | None:
    """Return the refusal of a declaration that raises no lot above what stands, or is declared, there; or None."""
    for deed, level in report.to:
        if level > state.holdings[deed].level and level > declared.get(deed, 0):
            return None
    hotels = [refuse("hotel_stands", deed=state.table.deed_key(deed)) for deed, level in report.to if level == 5]
    deed, level = report.to[0]
    return [*hotels[:1], refuse("level_not_above", deed=state.table.deed_key(deed), level=level, amount=level)]


def even(state: State, report: Build) -> list[Refusal] | None:
    """The result is even in every group, with a hotel only above four houses everywhere (JMA/BUILD-3, BUILD-4)."""
    result = dict(raised(state, report.player, report.to))
    deeds = state.table.edition.deeds
    found: list[Refusal] = []
    for group in dict.fromkeys(deeds[deed].siblings for deed, _ in report.to if deeds[deed].building_cost):
        levels = [max(state.holdings[deed].level, result.get(deed, 0)) for deed in group]
        if spread(state.table.figures, levels) <= 1:
            continue
        key = deeds[group[levels.index(max(levels))]].key
        low = deeds[group[levels.index(min(levels))]].key
        if max(levels) == 5:
            code = "hotel_needs_three" if state.table.figures.hotel_from == 3 else "hotel_needs_four"
            found.append(refuse(code, deed=key, low=low, level=min(levels)))
        found.append(refuse("build_uneven", deed=key, high=max(levels), low=low, level=min(levels)))
    return found or None


def within_stock(state: State, report: Build) -> list[Refusal] | None:
    """A declaration does not exceed the stock by itself; hotels declared by anybody return their houses first
    (SHORT-1).
    """
    wanted = mine = dict(considered(state, report.player, report.to))
    hotels_left = state.hotels - list(mine.values()).count(5)
    if state.declared:
        others = (levels for seat, levels in state.declared if seat != report.player)
        ready = [lot for levels in others for lot in stock.hotels_ready(state, levels)]
        ready.sort(key=lambda lot: -state.holdings[lot[0]].level)  # the most returned first, as far as there are hotels
        wanted = mine | dict(ready[: max(hotels_left, 0)])
    found = []
    if stock.against_stock(state, wanted).houses:
        found.append(refuse("houses_exceed_stock", stock=state.houses))
    if hotels_left < 0:
        found.append(refuse("hotels_exceed_stock", stock=state.hotels))
    return found or None


def affordable(state: State, report: Build) -> list[Refusal] | None:
    """A declaration is within its player's means, rivals about or not (JMA/BUILD-9; HOUSE-4 and HOTEL-3 of CLASSIC-JA
    and US, WIKI/BUILD-7, BUILD-12); what takes effect at once needs its price in cash.
    """
    own = considered(state, report.player, report.to)
    price = cost(state, own)
    lacking = in_hand(state, report.player, price)
    if lacking is None and not state.pending:
        return None
    within = means(state, report.player, own)
    if within < price:
        facts = {"player": state.table.seats[report.player], "amount": price, "assets": max(within, 0)}
        found = [refuse("declaration_unpayable", **facts)] if any(level < 5 for _, level in own) else []
        found += [refuse("hotels_unpayable", **facts)] if any(level == 5 for _, level in own) else []
        return [*found, *(lacking or ())]
    return lacking if at_once(state, report.player, own) else None


def at_once(view: View, player: int, levels: Levels) -> bool:
    """Whether a declaration takes effect at once: nobody could follow beyond the stock (JMA/BUILD-6), or it comes
    before an auction (JMA/SHORT-7).
    """
    if stock.piece_entry(view) is not None:
        return True
    if view.declared:
        return False
    others = stock.room_of_others(view, player)
    figures = view.table.figures
    wanted = dict(levels)
    declared = list(wanted.values()).count(5)
    needed = declared < len(wanted) or any(
        stock.Lot.of(view, deed, level).needs_houses(figures) for deed, level in levels
    )
    if needed and stock.against_stock(view, wanted, others.houses).houses:
        return False
    return not declared or declared + others.hotels <= view.hotels


def build(draft: Draft, report: Build) -> None:
    """Build at once if nobody could follow beyond the stock; otherwise let the declaration wait."""
    levels = considered(draft, report.player, report.to)
    if at_once(draft, report.player, levels):
        construct(draft, report.player, levels)
        return
    table = draft.table
    rest = tuple(row for row in draft.declared if row[0] != report.player)
    draft.declared = (*rest, (report.player, levels))
    draft.event(
        "declared",
        player=table.seats[report.player],
        to={table.deed_key(deed): level for deed, level in levels},
        short=short(draft),
    )


# -- lowering


def withdrawable(state: State, report: Withdraw) -> list[Refusal] | None:
    """Declarations are lowered only while that is free (`lowerable`); to levels below what is declared, and evenly."""
    seat = state.table.seats[report.player]
    declared = dict(of(state, report.player))
    if not declared or not waiting(state):
        found = [refuse("stopped_by_signal")] if signalled(state) else []
        return [*found, refuse("nothing_declared", player=seat)]
    found = []
    if not lowerable(state):
        found.append(refuse("declaration_binding", player=seat))
    for deed, level in report.to:
        now = state.holdings[deed].level
        key = state.table.deed_key(deed)
        if deed not in declared or not now <= level < declared[deed]:
            found.append(refuse("not_a_withdrawal", deed=key, level=declared.get(deed, now), amount=level))
            return found
    remaining = {**declared, **dict(report.to)}
    deeds = state.table.edition.deeds
    for deed, _ in report.to:
        group = deeds[deed].siblings
        levels = [max(state.holdings[lot].level, remaining.get(lot, 0)) for lot in group]
        if spread(state.table.figures, levels) > 1:
            high, low = levels.index(max(levels)), levels.index(min(levels))
            facts = {"deed": deeds[group[high]].key, "high": max(levels), "low": deeds[group[low]].key}
            found.append(refuse("build_uneven", **facts, level=min(levels)))
            break
    return found or None


def withdraw(draft: Draft, report: Withdraw) -> None:
    """Lower the declaration; one that is lowered to nothing is gone."""
    table = draft.table
    set_to(draft, report.player, raised(draft, report.player, report.to))
    draft.event(
        "withdrew",
        player=table.seats[report.player],
        to={table.deed_key(deed): level for deed, level in report.to},
        short=short(draft),
    )


def set_to(draft: Draft, player: int, levels: Levels) -> None:
    """Replace a player's declaration with these levels; one without a lot is gone."""
    rows = ((seat, levels if seat == player else old) for seat, old in draft.declared)
    draft.declared = tuple(row for row in rows if row[1])
