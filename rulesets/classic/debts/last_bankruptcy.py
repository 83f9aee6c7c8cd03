"""The bankruptcy that ends the game: the last rival's, or in a short game an earlier one (END, SHORT; RANK-1)."""

from __future__ import annotations

from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import OVER
from rulesets.classic.property import interest
from rulesets.kernel.track.order import active


def is_last(view: View) -> bool:
    """Whether the next bankruptcy is the one that ends the game.

    Clauses: US/SHORT-9, US/SHORT-10, WIKI/SHORT-8.
    """
    last = view.table.figures.last_bankruptcy
    return last > 0 and sum(player.out for player in view.players) + 1 >= last


def keeps_buildings(view: View) -> bool:
    """Whether the next bankruptcy hands buildings over as they stand (US/SHORT-11)."""
    return is_last(view) and view.table.figures.buildings_go_over


def end_by_bankruptcy(draft: Draft, deeds: list[int]) -> None:
    """End the game after the bankruptcy that ends it.

    If the creditor pays interest on the mortgaged deeds received before the count, it is taken from the cash in hand;
    the game is over at once, or when what is lacking is raised.

    Clauses: US/SHORT-10, US/SHORT-11, WIKI/SHORT-8, WIKI/SHORT-9.
    """
    draft.keep_due(lambda entry: draft.closing and type(entry) is Debt)
    draft.declared = draft.excluded = ()
    draft.rents = ()
    pay_before_count(draft, deeds)
    draft.closing = True
    close_when_settled(draft)


def pay_before_count(draft: Draft, deeds: list[int]) -> None:
    """Make the last bankrupt's creditor owe the interest on the mortgaged deeds before the count, and pay it at once if
    the cash in hand suffices (WIKI/SHORT-9, reading 14).
    """
    if not draft.table.figures.interest_before_count:
        return
    owed = interest.on_receipt(draft, deeds)
    if owed and sum(entry.amount for entry in owed) <= draft.players[owed[0].player].cash:
        for entry in owed:
            debt.settle(draft, entry)


def close_when_settled(draft: Draft) -> None:
    """End the game once the debts that the last bankruptcy left are settled."""
    if draft.closing and not draft.pending and draft.phase != OVER:
        finish(draft)
        draft.event("over_by_bankruptcy")


def end_by_monopoly(draft: Draft) -> None:
    """End the game at once, because all others are bankrupt (JMA/RANK-1).

    Clauses: CLASSIC-JA/END-1, US/END-1, WIKI/END-1, WIKI/OBJECT-1.
    """
    winner = active(draft)[0]
    finish(draft)
    draft.event("won_by_monopoly", player=draft.table.seats[winner])


def finish(draft: Draft) -> None:
    """End the game: nothing is due any more."""
    draft.phase = OVER
    draft.keep_due(lambda entry: False)
    draft.declared = draft.excluded = ()
    draft.doubles = 0
    draft.order = ()
    draft.rents = ()
    draft.inherited = ()
    draft.closing = False
    draft.fell_at = 0
    draft.close_window()
