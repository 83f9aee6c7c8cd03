"""Building houses and hotels by declaration (JMA/BUILD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulesets.classic import debt, fields, shortage, steps
from rulesets.classic.draft import Draft, View
from rulesets.classic.order import active, signalled
from rulesets.classic.pending import HOTEL
from rulesets.classic.state import Levels, State
from rulesets.classic.table import BANK, Figures
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Build(NamedTuple):
    """A declaration to build up to these levels."""

    player: int
    to: Levels


class Withdraw(NamedTuple):
    """An own declaration is withdrawn, or lowered to these levels."""

    player: int
    to: Levels


class CloseBuilding(NamedTuple):
    """Nobody else follows."""


BUILD = Form("build", Build, Field("player", fields.seat), Field("to", fields.levels))
WITHDRAW = Form("withdraw_build", Withdraw, Field("player", fields.seat), Field("to", fields.levels))
CLOSE = Form("close_building", CloseBuilding)


# -- groups


def whole_groups(view: View, player: int) -> list[tuple[int, ...]]:
    """The colour groups that a player owns whole and unmortgaged, where building is possible (JMA/BUILD-2)."""
    holdings = view.holdings
    edition = view.table.edition
    return [
        group
        for group in edition.groups.values()
        if edition.deeds[group[0]].building_cost
        and all(holdings[deed].owner == player and not holdings[deed].mortgaged for deed in group)
    ]


def group_faults(view: View, player: int, group: Sequence[int], key: str) -> list[Refusal]:
    """Why a group is not fit for building: not owned whole, or partly mortgaged (JMA/BUILD-2; CLASSIC-JA/HOUSE-1,
    MORT-7 and the same of US; WIKI/BUILD-1, BUILD-3).
    """
    table = view.table
    strange = [deed for deed in group if view.holdings[deed].owner != player]
    if strange:
        return [refuse("group_not_whole", player=table.seats[player], deed=key,
                       lacking=[table.deed_key(deed) for deed in strange])]  # fmt: skip
    mortgaged = [table.deed_key(deed) for deed in group if view.holdings[deed].mortgaged]
    return [refuse("group_mortgaged", deed=key, mortgaged=mortgaged)] if mortgaged else []


def spread(figures: Figures, levels: Sequence[int]) -> int:
    """How many steps the highest lot of a group is ahead of the lowest; more than one is uneven (JMA/BUILD-3)."""
    return steps.rank(figures, max(levels)) - steps.rank(figures, min(levels))


def is_direct(view: View, deed: int, level: int) -> bool:
    """Whether a hotel is bought without the houses that are missing for it, none being left in the bank (WIKI/BUILD-16,
    reading 7: the other lots of the group have the houses, or a hotel).
    """
    figures = view.table.figures
    return (
        figures.direct_hotel
        and level == 5
        and not view.houses
        and view.holdings[deed].level < figures.hotel_from
        and all(
            view.holdings[lot].level >= figures.hotel_from
            for lot in view.table.edition.deeds[deed].siblings
            if lot != deed
        )
    )


def declaration(view: View, player: int) -> Levels:
    """What a player has declared."""
    return next((levels for seat, levels in view.declared if seat == player), ())


def merged(old: Levels, new: Levels) -> Levels:
    """A declaration raised by a further one."""
    return tuple(sorted({**dict(old), **dict(new)}.items()))


def cost(view: View, levels: Levels) -> int:
    """What building up to these levels costs at the printed price.

    Clauses: HOUSE-4 and HOTEL-3 of CLASSIC-JA and US; WIKI/BUILD-7, BUILD-12, BUILD-16.
    """
    deeds = view.table.edition.deeds
    figures = view.table.figures
    return sum(
        steps.steps_up(figures, view.holdings[deed].level, level) * deeds[deed].building_cost for deed, level in levels
    )


class Lot(NamedTuple):
    """A lot as the stock sees it: its present level and the one wanted; ``direct``: a hotel without houses first."""

    now: int
    level: int
    direct: bool = False

    @classmethod
    def of(cls, view: View, deed: int, level: int) -> Lot:
        """A lot of the position and the level wanted for it."""
        return cls(view.holdings[deed].level, level, is_direct(view, deed, level))

    def needs_houses(self, figures: Figures) -> bool:
        """Whether houses of the bank are needed for it."""
        return self.level < 5 or (self.now < figures.hotel_from and not self.direct)


# -- declaring


def no_piece_called(state: State, _report: object) -> list[Refusal] | None:
    """While a piece is auctioned, paid for or placed nobody declares (JMA/SHORT-3, SHORTAGE-2, WIKI/BUILD-18)."""
    if shortage.piece_entry(state) is not None:
        return [refuse("build_during_auction")]
    return None


def not_excluded(state: State, report: Build) -> list[Refusal] | None:
    """Whoever could not pay for a piece does not declare until it is built (JMA/SHORT-6)."""
    if report.player in state.excluded:
        return [refuse("build_excluded", player=state.table.seats[report.player])]
    return None


def fit_lots(state: State, report: Build) -> list[Refusal] | None:
    """Lots of own, whole, unmortgaged groups, raised above what stands and what is declared."""
    table = state.table
    declared = dict(declaration(state, report.player))
    found: dict[str, Refusal] = {}
    for deed, level in report.to:
        holding = state.holdings[deed]
        facts = table.edition.deeds[deed]
        if not facts.building_cost:
            found.setdefault("a", refuse("not_a_lot", deed=facts.key))
            found.setdefault("z", refuse("nothing_is_built_there", deed=facts.key))
            continue
        for fault in group_faults(state, report.player, facts.siblings, facts.key):
            found.setdefault(fault.code, fault)
        if holding.owner != report.player:
            found.setdefault("y", refuse("deed_not_held", player=table.seats[report.player], deed=facts.key))
        elif level == holding.level == 5:
            found.setdefault("b", refuse("hotel_stands", deed=facts.key))
            found.setdefault("x", refuse("level_not_above", deed=facts.key, level=holding.level, amount=level))
        elif level <= holding.level:
            found.setdefault("x", refuse("level_not_above", deed=facts.key, level=holding.level, amount=level))
        elif level < declared.get(deed, 0):
            found.setdefault("w", refuse("declaration_lowered", deed=facts.key, level=declared[deed], amount=level))
    if not found and all(level == declared.get(deed) for deed, level in report.to):
        deed, level = report.to[0]
        return [refuse("level_not_above", deed=table.deed_key(deed), level=level, amount=level)]
    return list(found.values()) or None


def even(state: State, report: Build) -> list[Refusal] | None:
    """The result is even in every group, with a hotel only above four houses everywhere (JMA/BUILD-3, BUILD-4)."""
    result = dict(merged(declaration(state, report.player), report.to))
    deeds = state.table.edition.deeds
    found: list[Refusal] = []
    for group in {deeds[deed].siblings for deed, _ in report.to if deeds[deed].building_cost}:
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
    """A declaration does not by itself exceed the stock; hotels declared by anybody return their houses first
    (SHORT-1).
    """
    own = merged(declaration(state, report.player), report.to)
    mine = {deed: level for deed, level in own if level > state.holdings[deed].level}
    others = {
        deed: level
        for seat, levels in state.declared
        if seat != report.player
        for deed, level in hotels_ready(state, levels)
    }
    houses, hotels = shortage.against_stock(state, mine | others)
    alone = shortage.against_stock(state, mine)
    found = []
    if houses:
        found.append(refuse("houses_exceed_stock", stock=state.houses))
    if hotels and alone.hotels:
        found.append(refuse("hotels_exceed_stock", stock=state.hotels))
    return found or None


def affordable(state: State, report: Build) -> list[Refusal] | None:
    """What takes effect at once needs its cash; what waits must at least be within own assets (JMA/BUILD-9)."""
    own = merged(declaration(state, report.player), report.to)
    price = cost(state, own)
    player = state.players[report.player]
    seat = state.table.seats[report.player]
    if player.cash >= price:
        return None
    lacking = refuse("cash_missing", player=seat, amount=price, cash=player.cash, missing=price - player.cash)
    own_assets = debt.assets(state, report.player)
    if own_assets < price:
        return [refuse("declaration_unpayable", player=seat, amount=price, assets=own_assets), lacking]
    return [lacking] if at_once(state, report.player, own) else None


def room(view: View, player: int) -> tuple[int, int]:
    """How many houses and hotels a player could still declare, cash aside: what may follow (record format, flow)."""
    houses = hotels = 0
    enough = view.table.figures.hotel_from
    for group in whole_groups(view, player):
        levels = [view.holdings[deed].level for deed in group]
        houses += sum(4 - level for level in levels if level < 4)
        if min(levels) >= enough:
            hotels += len(levels) - levels.count(5)
    return houses, hotels


def at_once(view: View, player: int, levels: Levels) -> bool:
    """Whether a declaration takes effect at once: nobody could follow beyond the stock (JMA/BUILD-6)."""
    if view.declared:
        return False
    rooms = [room(view, other) for other in active(view) if other != player]
    figures = view.table.figures
    if any(Lot.of(view, deed, level).needs_houses(figures) for deed, level in levels):
        following = sum(houses for houses, _ in rooms)
        if shortage.against_stock(view, dict(levels), following).houses:
            return False
    if declared := sum(level == 5 for _, level in levels):
        return declared + sum(hotels for _, hotels in rooms) <= view.hotels
    return True


def build(draft: Draft, report: Build) -> None:
    """The building stands at once where nobody could follow beyond the stock; otherwise the declaration waits."""
    levels = merged(declaration(draft, report.player), report.to)
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
        short=shortage.short(draft),
    )


def construct(draft: Draft, player: int, levels: Levels) -> None:
    """Build at the printed price, hotels first."""
    table = draft.table
    for deed, level in sorted(levels, key=lambda lot: -lot[1]):
        price = cost(draft, ((deed, level),))
        draft.set_level(deed, level, steps.built(draft, deed, level, table.edition.deeds[deed].building_cost))
        draft.pay(player, BANK, price)
        draft.event("built", player=table.seats[player], deed=table.deed_key(deed), level=level, amount=price)


# -- withdrawing


def withdrawable(state: State, report: Withdraw) -> list[Refusal] | None:
    """Declarations come down only while they exceed the stock together (JMA/BUILD-8), to levels still declared and
    even.
    """
    seat = state.table.seats[report.player]
    declared = dict(declaration(state, report.player))
    if not declared or not shortage.open_building(state):
        found = [refuse("stopped_by_signal")] if signalled(state) else []
        return [*found, refuse("nothing_declared", player=seat)]
    found = []
    if not shortage.short(state):
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
            found.append(refuse("build_uneven", deed=deeds[group[high]].key, high=max(levels),
                                low=deeds[group[low]].key, level=min(levels)))  # fmt: skip
            break
    return found or None


def withdraw(draft: Draft, report: Withdraw) -> None:
    """The declaration comes down; one that falls to nothing is gone."""
    table = draft.table
    remaining = {**dict(declaration(draft, report.player)), **dict(report.to)}
    levels = tuple((deed, level) for deed, level in sorted(remaining.items()) if level > draft.holdings[deed].level)
    draft.declared = tuple(
        (seat, levels if seat == report.player else old)
        for seat, old in draft.declared
        if seat != report.player or levels
    )
    if not draft.declared:
        draft.excluded = ()
    draft.event(
        "withdrew",
        player=table.seats[report.player],
        to={table.deed_key(deed): level for deed, level in report.to},
        short=shortage.short(draft),
    )


# -- closing


def possible(view: View, player: int, levels: Levels) -> Levels:
    """What is still possible of a declaration: groups that became unfit or uneven meanwhile lapse."""
    deeds = view.table.edition.deeds
    wanted = dict(levels)
    fit = []
    for deed, level in levels:
        group = deeds[deed].siblings
        result = [max(view.holdings[lot].level, wanted.get(lot, 0)) for lot in group]
        if (
            level > view.holdings[deed].level
            and not group_faults(view, player, group, "")
            and (spread(view.table.figures, result) <= 1)
        ):
            fit.append((deed, level))
    return tuple(fit)


def hotels_ready(view: View, levels: Levels) -> Levels:
    """The hotels of a declaration that can be built at once: four houses stand on the lot, four or more on the
    others.
    """
    deeds = view.table.edition.deeds
    enough = view.table.figures.hotel_from
    return tuple(
        (deed, level)
        for deed, level in levels
        if level == 5
        and view.holdings[deed].level < 5
        and (min(view.holdings[lot].level for lot in deeds[deed].siblings) >= enough or is_direct(view, deed, level))
    )


def to_be_built(view: View) -> list[tuple[int, Levels]]:
    """What closing would build now: everything that fits the stock, or only the hotels when houses are scarce."""
    scarce = shortage.scarce(view)
    if scarce == HOTEL:
        return []
    return [(seat, hotels_ready(view, levels) if scarce else levels) for seat, levels in view.declared]


def as_closing(state: State) -> Draft:
    """The position with the declarations that are still possible."""
    draft = Draft(state)
    drop_impossible(draft)
    return draft


def closable(state: State, _report: CloseBuilding) -> list[Refusal] | None:
    """Something is declared, and who builds now has the cash or cannot raise it at all (then the declaration
    lapses).
    """
    if not shortage.open_building(state):
        found = [refuse("stopped_by_signal")] if signalled(state) else []
        return [*found, refuse("no_building_declared")]
    found = []
    for seat, levels in to_be_built(as_closing(state)):
        price = cost(state, levels)
        cash = state.players[seat].cash
        if cash < price <= debt.assets(state, seat):
            found.append(refuse("cash_missing", player=state.table.seats[seat], amount=price, cash=cash,
                                missing=price - cash))  # fmt: skip
    return found or None


def close(draft: Draft, _report: CloseBuilding) -> None:
    """What fits the stock is built at the printed price; otherwise the first scarce piece is auctioned
    (JMA/SHORT-2).
    """
    drop_impossible(draft)
    if not draft.declared:
        return
    if shortage.scarce(draft):
        shortage.open_piece(draft)
        return
    rows = draft.declared
    draft.declared = draft.excluded = ()
    for seat, levels in sorted(rows, key=lambda row: all(level < 5 for _, level in row[1])):
        construct(draft, seat, levels)


def build_hotels_first(draft: Draft) -> None:
    """Hotels are built before houses are auctioned (JMA/BUILD-7, SHORT-7)."""
    left = []
    for seat, levels in draft.declared:
        ready = hotels_ready(draft, levels)
        construct(draft, seat, ready)
        if rest := tuple(lot for lot in levels if lot not in ready):
            left.append((seat, rest))
    draft.declared = tuple(left)


def drop_impossible(draft: Draft) -> None:
    """Declarations that became impossible, or cannot be paid at all, lapse with a warning (JMA/BUILD-9); so do those
    for pieces that are used up meanwhile.
    """
    kept = []
    for seat, levels in draft.declared:
        fit = possible(draft, seat, levels)
        if cost(draft, fit) > debt.assets(draft, seat):
            fit = ()
        if fit != levels:
            draft.warn("declaration_lapsed", player=draft.table.seats[seat])
        if fit:
            kept.append((seat, fit))
    draft.declared = tuple(kept)
    if kept:
        shortage.drop_beyond_stock(draft)
    if not draft.declared:
        draft.excluded = ()
