"""Declarations that lapse at once, as far as they have become impossible or cannot be paid any more (JMA/BUILD-9).

It has become impossible if a group is not whole or is mortgaged, or if the result would be uneven.  Pieces that have
run out may still come back until the building is closed or the last of them is placed: only then does what needs them
lapse too.  What lapses in part comes down by the last lot on its highest level, again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Auction
from rulesets.classic.game.state import Levels
from rulesets.classic.property import building, stock, win
from rulesets.classic.property.building import cost, group_faults, spread
from rulesets.classic.shortages import declaration
from rulesets.kernel.matter import Matter


def lapse(draft: Draft) -> None:
    """Let lapse, with a warning, what declarations can no longer be built or paid for; strike out lots that stand as
    declared.  Who could not pay for a piece, and that declarations are taken anew, is forgotten with the last of them.

    Clauses: CLASSIC-JA/SHORTAGE-2, US/SHORTAGE-2, WIKI/BUILD-18.
    """
    keep(draft, standing)
    if not draft.declared and stock.piece_entry(draft) is None:
        draft.excluded, draft.anew = (), False


DECLARATIONS = Matter(is_open=lambda view: bool(view.declared or view.excluded or view.anew), lapse=lapse)
"""Building that is declared, until it is built or has lapsed."""


def lapse_used_up(draft: Draft, direct: Collection[int]) -> None:
    """Let lapse what needs pieces that have run out, and what cannot be built or paid for otherwise.

    ``direct``: the lots of hotels that were declared directly before the pieces ran out.
    """
    keep(draft, lambda view, player, levels: within_reach(view, standing(view, player, levels), direct))


def keep(draft: Draft, part: Callable[[View, int, Levels], Levels]) -> None:
    """Keep a part of each declaration, and warn the players whose declarations do not stay whole.

    A hotel that lapses returns no houses, so what waited for them is looked at again.
    """
    losing: set[int] = set()
    changed = True
    while changed:
        changed = False
        for seat, levels in draft.declared:
            open_levels = tuple((deed, level) for deed, level in levels if draft.holdings[deed].level < level)
            left = part(draft, seat, open_levels)
            if left != open_levels:
                losing.add(seat)
            if left != levels:
                declaration.set_to(draft, seat, left)
                changed = True
    report_lapsed(draft, losing)


def report_lapsed(draft: Draft, losing: set[int]) -> None:
    """Warn the players whose declarations have lapsed, in part or as a whole."""
    for seat in sorted(losing):
        draft.warn("declaration_lapsed", player=draft.table.seats[seat])
    if losing - {seat for seat, _ in draft.declared}:
        draft.event("declarations_lapsed")


def standing(view: View, player: int, levels: Levels) -> Levels:
    """Return what is left of a declaration: what is still possible, as far as its player can still pay it."""
    return payable(view, player, possible(view, player, levels))


def possible(view: View, player: int, levels: Levels) -> Levels:
    """Return what is still possible of a declaration: groups that are own, whole, unmortgaged, and even afterwards."""
    deeds = view.table.edition.deeds
    found: list[tuple[int, int]] = []
    for group in dict.fromkeys(deeds[deed].siblings for deed, _ in levels):
        part = tuple(lot for lot in levels if lot[0] in group)
        if not group_faults(view, player, group, ""):
            while part and uneven(view, group, dict(part)):
                part = less_by_one(view, part)
            found += part
    return tuple(sorted(found))


def uneven(view: View, group: tuple[int, ...], wanted: dict[int, int]) -> bool:
    """Whether a group would be uneven with lots at the wanted levels."""
    return spread(view.table.figures, [max(view.holdings[lot].level, wanted.get(lot, 0)) for lot in group]) > 1


def payable(view: View, player: int, levels: Levels) -> Levels:
    """Return what a player can pay of a declaration; a winner is asked once the piece, which is part of it, stands."""
    entry = stock.piece_entry(view)
    if entry is not None and type(entry) is not Auction and win.caller(entry) == player:
        return levels
    while levels and cost(view, levels) > declaration.means(view, player, levels):
        levels = less_by_one(view, levels)
    return levels


def less_by_one(view: View, levels: Levels) -> Levels:
    """Return a declaration with the last lot on its highest level a step lower."""
    high = max(level for _, level in levels)
    return lowered(view, levels, max(deed for deed, level in levels if level == high))


def lowered(view: View, levels: Levels, deed: int) -> Levels:
    """Return a declaration with one lot a step lower, or without it if nothing is left to build there.

    Below a hotel are the houses that come before it, or nothing if it is bought without them (WIKI/BUILD-16).
    """
    rest = dict(levels)
    now = view.holdings[deed].level
    houses = now if building.is_direct(view, deed, 5) else up_to_houses(view, deed)
    rest[deed] = houses if rest[deed] == 5 else rest[deed] - 1
    return tuple((lot, level) for lot, level in rest.items() if view.holdings[lot].level < level)


def within_reach(view: View, levels: Levels, direct: Collection[int]) -> Levels:
    """Return what is left of a declaration when pieces have run out.

    Without hotels, the houses that come before them (but none for a hotel declared directly, WIKI/BUILD-16); without
    houses, the hotels that need none.
    """
    if not view.hotels:
        houses = ((deed, level if level < 5 else up_to_houses(view, deed)) for deed, level in levels)
        levels = tuple(
            (deed, level) for deed, level in houses if view.holdings[deed].level < level and deed not in direct
        )
    return levels if houses_may_come(view) else stock.hotels_ready(view, levels)


def up_to_houses(view: View, deed: int) -> int:
    """Return the level of a lot that is to have the houses for a hotel, but not the hotel."""
    return max(view.holdings[deed].level, view.table.figures.hotel_from)


def houses_may_come(view: View) -> bool:
    """Whether the bank has houses, or a declared hotel returns some."""
    ready = any(stock.hotels_ready(view, levels) for _, levels in view.declared)
    return bool(view.houses) or (ready and bool(view.hotels))
