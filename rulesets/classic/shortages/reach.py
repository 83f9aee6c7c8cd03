"""How far lots may be built up or sold down, and declarations lowered, in one report; a part of `legal`.

A report could name thousands of levels.  Those that break a rule by a figure alone are skipped here, and the docstrings
say by which rule; the rest are tried on the ruleset, the furthest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from rulesets.classic.debts import debt
from rulesets.classic.game.state import State
from rulesets.classic.game.table import Figures
from rulesets.classic.property import building, selling, stock
from rulesets.classic.shortages import declaration
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report
from rulesets.wordlist import wordlist

Targets = dict[int, int]
"""The levels that lots are brought to in a report, by deed."""

WHATEVER_LOTS = frozenset(
    wordlist("""
        stopped_by_signal build_out_of_time build_excluded sale_without_need nothing_declared declaration_binding
    """)
)
"""Codes for which a player's building, sale or withdrawal is refused whatever it names."""


def highest(game: Game, seat: int) -> dict[str, int]:
    """Return the lots that a player may build on, with the highest level that one report can bring each to.

    The rest of the group follows as evenness asks.  Only own whole unmortgaged groups are built on
    (`building.group_faults`).
    """
    state: State = game.state
    lots = sorted(lot for group in building.whole_groups(state, seat) for lot in group)
    if not lots:
        return {}
    assets = debt.assets(state, seat)
    return furthest(game, seat, "build", {lot: raised(state, seat, lot, assets) for lot in lots})


def lowest(game: Game, seat: int) -> dict[str, int]:
    """Return the lots that a player may sell from, with the lowest level that one report can bring each to.

    The rest of the group follows as evenness asks.
    """
    state: State = game.state
    lots = [lot for lot, holding in enumerate(state.holdings) if holding.owner == seat and holding.level]
    spare = max(0, stock.houses_to_spare(state)) if lots else 0
    return furthest(game, seat, "sell", {lot: lowered(state, seat, lot, spare) for lot in lots})


def least_declared(game: Game, seat: int) -> dict[str, int]:
    """Return the lots whose declared level may be lowered, with the lowest level that one report can bring each to.

    The rest of the group follows as evenness asks.
    """
    if not (declared := declaration.of(game.state, seat)):
        return {}
    every = list(withdrawals(game, seat))
    lots = {lot: sorted((to for to in every if lot in to), key=lambda to: (to[lot], len(to))) for lot, _ in declared}
    return furthest(game, seat, "withdraw_build", {lot: iter(found) for lot, found in lots.items()})


def furthest(game: Game, seat: int, kind: str, lots: Mapping[int, Iterator[Targets]]) -> dict[str, int]:
    """Return, for each lot, the level of the first of its targets that the ruleset accepts."""
    table = game.state.table
    found: dict[str, int] = {}
    allowed: dict[tuple[tuple[str, int], ...], bool] = {}  # cached: a group at one level comes up at each of its lots
    for lot, every in lots.items():
        for targets in every:
            to = tuple((table.deed_key(deed), level) for deed, level in sorted(targets.items()))
            if to not in allowed:
                report = as_report({"type": kind, "player": table.seats[seat], "to": dict(to)})
                refusal = game.ruleset.obstacle(game, report)
                if refusal is not None and refusal.code in WHATEVER_LOTS:
                    return found
                allowed[to] = refusal is None
            if allowed[to]:
                found[table.deed_key(lot)] = targets[lot]
                break
    return found


def raised(state: State, seat: int, lot: int, assets: int) -> Iterator[Targets]:
    """Yield what a report that builds a lot up might name, the highest level first and what costs least of each.

    Nothing goes below what stands and what is declared (`declaration.fit_lots`), the result is even
    (`declaration.even`): so each of the others stays there, or follows to some level within a step of the lot's, and
    all of these levels are tried.  Only those are left out for which the bank lacks pieces, even if hotels of other
    groups return houses in the same report, or which cost more than own ``assets``, in dollars
    (`declaration.affordable`).
    """
    figures, holdings = state.table.figures, state.holdings
    declared = dict(declaration.of(state, seat))
    standing = {
        deed: max(holdings[deed].level, declared.get(deed, 0)) for deed in state.table.edition.deeds[lot].siblings
    }
    group = tuple(standing)
    for level in range(5, standing[lot], -1):
        choices = [
            (level,) if deed == lot else near(figures, level, range(least, 6)) for deed, least in standing.items()
        ]
        for after in product(*choices):
            to = {deed: aim for deed, aim in zip(group, after, strict=True) if aim > standing[deed]}
            if building.cost(state, declaration.considered(state, seat, tuple(to.items()))) > assets:
                if after == tuple(each[0] for each in choices):
                    break  # the least that can be named is too dear
            elif building.spread(figures, after) <= 1:
                if not beyond_stock(state, group, to):
                    yield to
                yield from ({**to, **hotels} for hotels in returning(state, seat, group, to))


def returning(state: State, seat: int, group: tuple[int, ...], to: Targets) -> Iterator[Targets]:
    """Yield hotels on a player's other groups whose houses, returned as these are built first, make up for those that
    ``to`` takes beyond the stock: as few as do.
    """
    figures, holdings, declared = state.table.figures, state.holdings, dict(declaration.of(state, seat))
    pieces = {lot: min(level, figures.hotel_from if level == 5 else 4) for lot, level in to.items()}
    missing = sum(max(0, most - holdings[lot].level) for lot, most in pieces.items()) - state.houses
    count = -(-missing // figures.hotel_from)
    if missing <= 0 or count + sum(level == 5 for level in to.values()) > state.hotels:
        return
    ready = []
    for other in building.whole_groups(state, seat):
        levels = {lot: max(holdings[lot].level, declared.get(lot, 0)) for lot in other}
        if other != group and not any(building.spread(figures, (5, level)) > 1 for level in levels.values()):
            stands = (lot for lot, level in levels.items() if holdings[lot].level == level)
            ready.append([lot for lot in stands if figures.hotel_from <= levels[lot] < 5])
    for counts in product(*(range(min(len(lots), count) + 1) for lots in ready)):
        if sum(counts) == count:
            yield {lot: 5 for lots, number in zip(ready, counts, strict=True) for lot in lots[:number]}


def lowered(state: State, seat: int, lot: int, spare: int) -> Iterator[Targets]:
    """Yield what a report that sells a lot down might name, the lowest level first and what sells least of each.

    In all rules the result is even (`selling.even`), so that the others end within a step of the lot, unless a ruling
    has left them uneven; and the houses that broken hotels leave are among the ``spare`` ones of the bank
    (`selling.houses_in_bank`).
    """
    figures, holdings = state.table.figures, state.holdings
    own = tuple(deed for deed in state.table.edition.deeds[lot].siblings if holdings[deed].owner == seat)
    before = tuple(holdings[deed].level for deed in own)
    even = building.spread(figures, before) <= 1
    for level in range(holdings[lot].level):
        choices = []
        for deed, now in zip(own, before, strict=True):
            down = range(now, -1, -1)
            choices.append((level,) if deed == lot else near(figures, level, down) if even else tuple(down))
        for after in product(*choices):
            sale = selling.GroupSale(own, before, after)
            if not sale.uneven(figures) and sale.houses_added <= spare:
                yield {deed: aim for deed, aim, now in zip(own, after, before, strict=True) if aim < now}


def near(figures: Figures, level: int, levels: Iterable[int]) -> tuple[int, ...]:
    """Those of some levels that are within a step of one level, as evenness counts."""
    return tuple(each for each in levels if building.spread(figures, (level, each)) <= 1)


def beyond_stock(state: State, group: tuple[int, ...], to: Targets) -> bool:
    """Whether levels take more pieces than the bank has: hotels or, unless a declared hotel returns houses or one is
    built without them, the houses of the group (`stock.against_stock`).
    """
    figures = state.table.figures
    holdings = state.holdings
    hotels = sum(level == 5 for level in to.values())
    if hotels > state.hotels:
        return True
    if any(level == 5 for _, levels in state.declared for _, level in levels):
        return False
    if hotels and figures.direct_hotel and not state.houses:
        return False
    if hotels:
        return sum(max(figures.hotel_from - holdings[lot].level, 0) for lot in group) > state.houses
    return sum(level - holdings[lot].level for lot, level in to.items()) > state.houses


# -- every report within one colour group


def builds(game: Game, seat: int) -> Iterator[Targets]:
    """Yield what a report might declare within one colour group, with an even result (`declaration.even`)."""
    state: State = game.state
    declared = dict(declaration.of(state, seat))
    for group in building.whole_groups(state, seat):
        standing = {lot: max(state.holdings[lot].level, declared.get(lot, 0)) for lot in group}
        for to in changes({lot: range(level + 1, 6) for lot, level in standing.items()}):
            if building.spread(state.table.figures, tuple({**standing, **to}.values())) <= 1:
                yield to


def sales(game: Game, seat: int) -> Iterator[Targets]:
    """Yield what a report might sell within one colour group, with an even result (`selling.even`)."""
    state: State = game.state
    for group in state.table.edition.groups.values():
        own = tuple(lot for lot in group if state.holdings[lot].owner == seat)
        before = tuple(state.holdings[lot].level for lot in own)
        for to in changes({lot: range(level) for lot, level in zip(own, before, strict=True)}):
            after = tuple(to.get(lot, level) for lot, level in zip(own, before, strict=True))
            if not selling.GroupSale(own, before, after).uneven(state.table.figures):
                yield to


def withdrawals(game: Game, seat: int) -> Iterator[Targets]:
    """Yield to what a report might lower a declaration within one colour group."""
    state: State = game.state
    declared = dict(declaration.of(state, seat))
    for group in state.table.edition.groups.values():
        yield from changes({lot: range(state.holdings[lot].level, declared[lot]) for lot in group if lot in declared})


def changes(levels: Mapping[int, range]) -> Iterator[Targets]:
    """Yield every choice of new levels for some of these lots."""
    for chosen in product(*((None, *every) for every in levels.values())):
        if to := {lot: level for lot, level in zip(levels, chosen, strict=True) if level is not None}:
            yield to
