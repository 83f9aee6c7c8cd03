"""Declarations that lapse: at once if they have become impossible, at the closing if they cannot be paid (JMA/BUILD-9).

A part of a declaration is what it says about one colour group.  It has become impossible if the group is not whole or
is mortgaged, or if the result would be uneven.  Pieces that have run out may still come back until the building is
closed or the last of them is placed: only then does what needs them lapse too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Levels
from rulesets.classic.property import stock
from rulesets.classic.property.building import cost, group_faults, spread
from rulesets.classic.shortages import declaration
from rulesets.kernel.matter import Matter


def lapse(draft: Draft) -> None:
    """Let the parts of declarations that have become impossible lapse, with a warning (reading 5); strike out lots that
    stand as declared.

    Clauses: CLASSIC-JA/SHORTAGE-2, US/SHORTAGE-2, WIKI/BUILD-18.
    """
    keep(draft, possible)


DECLARATIONS = Matter(is_open=lambda view: bool(view.declared), lapse=lapse)
"""Building that is declared, until it is built or has lapsed."""


def lapse_used_up(draft: Draft, direct: Collection[int]) -> None:
    """Let lapse what needs pieces that have run out, and what has become impossible otherwise.

    ``direct``: the lots of hotels that were declared directly before the pieces ran out.
    """
    keep(draft, lambda view, player, levels: within_reach(view, possible(view, player, levels), direct))


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
    if not draft.declared:
        draft.excluded = ()


def possible(view: View, player: int, levels: Levels) -> Levels:
    """Return what is still possible of a declaration: groups that are own, whole, unmortgaged, and even afterwards."""
    wanted = dict(levels)
    deeds = view.table.edition.deeds
    fit: set[int] = set()
    for group in dict.fromkeys(deeds[deed].siblings for deed in wanted):
        result = [max(view.holdings[lot].level, wanted.get(lot, 0)) for lot in group]
        if not group_faults(view, player, group, "") and spread(view.table.figures, result) <= 1:
            fit.update(group)
    return tuple(lot for lot in levels if lot[0] in fit)


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


def drop_unpayable(draft: Draft) -> None:
    """Let declarations lapse, with a warning, that their players can no longer pay out of all that they own."""
    losing = {seat for seat, levels in draft.declared if cost(draft, levels) > debt.assets(draft, seat)}
    draft.declared = tuple(row for row in draft.declared if row[0] not in losing)
    report_lapsed(draft, losing)
