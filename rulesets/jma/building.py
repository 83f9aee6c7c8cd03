"""When the association's rules allow building: between turns, by declarations that stand, and are void as a whole
(JMA/BUILD); hotels and sales come before the auction of what is scarce (JMA/SHORT-7).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from rulesets.classic.deal import Trade
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import window_open
from rulesets.classic.game.pending import HOUSE, Auction
from rulesets.classic.game.state import State
from rulesets.classic.property import selling, stock
from rulesets.classic.property.selling import Sell
from rulesets.classic.shortages import declaration, lapsing
from rulesets.classic.shortages.declaration import Build
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeeds


def in_window(state: State, _report: object) -> list[Refusal] | None:
    """Building belongs to the time between turns, before the end signal (JMA/BUILD-1)."""
    if state.time_up:
        return [refuse("stopped_by_signal")]
    if not window_open(state):
        return [refuse("build_out_of_time"), refuse("build_outside_window")]
    return None


def whole(
    check: Callable[[State, Build], list[Refusal] | None],
) -> Callable[[State, Build], list[Refusal] | None]:
    """Wrap a ``check`` of a declaration, which is void as a whole if the check finds a fault (JMA/BUILD-9)."""

    @wraps(check)
    def checked(state: State, report: Build) -> list[Refusal] | None:
        found = check(state, report)
        return [*found, refuse("declaration_void", player=state.table.seats[report.player])] if found else None

    return checked


# -- hotels and sales before an auction


def no_piece_called(state: State, report: Build) -> list[Refusal] | None:
    """Nobody declares while a piece is auctioned, paid for or placed (JMA/SHORT-3), except hotels that can be built at
    once while calls for a house run (JMA/SHORT-7).
    """
    return None if before_houses(state, report) else declaration.no_piece_called(state, report)


def before_houses(view: View, report: Build) -> bool:
    """Whether a declaration holds only hotels, which are built before the house that is being called for."""
    entry = stock.piece_entry(view)
    if not isinstance(entry, Auction) or entry.piece != HOUSE:
        return False
    levels = declaration.considered(view, report.player, report.to)
    return stock.hotels_ready(view, levels) == levels


def build(draft: Draft, report: Build) -> None:
    """Build or declare; houses that hotels return may make an auction needless (JMA/SHORT-7)."""
    declaration.build(draft, report)
    void_if_covered(draft)


def sell(draft: Draft, report: Sell) -> None:
    """Return pieces to the bank, which may make an auction needless (JMA/SHORT-7)."""
    selling.sell(draft, report)
    void_if_covered(draft)


def void_if_covered(draft: Draft) -> None:
    """Make the auction of a piece void if the stock now covers all declarations, which then wait to be closed."""
    entry = stock.piece_entry(draft)
    if isinstance(entry, Auction) and covered(draft, entry.piece):
        draft.remove(entry)
        draft.event("auction_void", piece=entry.piece)


def covered(view: View, piece: str) -> bool:
    """Whether the bank has a piece for everybody who has declared one; of declared hotels nothing has come back yet."""
    if piece != HOUSE:
        return sum(len(stock.hotels_ready(view, levels)) for _, levels in view.declared) <= view.hotels
    deeds = view.table.edition.deeds
    target: dict[int, int] = {}
    for deed, level in declaration.wanted(view).items():
        if level < 5:
            target[deed] = max(level, target.get(deed, 0))
        else:
            target |= {lot: max(target.get(lot, 0), lapsing.up_to_houses(view, lot)) for lot in deeds[deed].siblings}
    return sum(max(level - view.holdings[lot].level, 0) for lot, level in target.items()) <= view.houses


# -- a declaration stands


def keeps_declaration(state: State, report: Any, after: Draft) -> list[Refusal] | None:
    """Nobody undoes a declaration by a mortgage, a lift, a sale or a deal, except for a debt or a win (JMA/BUILD-8)."""
    if not isinstance(report, OnDeeds | Sell | Trade) or not declaration.waiting(state) or declaration.lowerable(state):
        return None
    before = declaration.of(state, report.player)
    if declaration.of(after, report.player) == before or debt.own_need(state, report.player):
        return None
    return [refuse("declaration_undone", player=state.table.seats[report.player])]


DECLARATIONS = lapsing.DECLARATIONS._replace(breaks=keeps_declaration)
"""Building that is declared, which stands against its player."""
