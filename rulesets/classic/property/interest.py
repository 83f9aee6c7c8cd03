"""Interest: ten per cent in whole dollars, on lifting a mortgage and on receiving a mortgaged deed (MORT)."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import INTEREST, Debt
from rulesets.classic.game.table import Table
from rulesets.kernel.track.table import BANK


def ten_percent(table: Table, amount: int) -> int:
    """Ten per cent of a sum in whole dollars, rounded as the option ``interest_rounding`` says (reading 15)."""
    product = amount * table.figures.interest_percent
    rounding = table.options["interest_rounding"]
    if rounding == "up":
        return -(-product // 100)
    return product // 100 if rounding == "down" else (product + 50) // 100


def unpaid(view: View, deed: int) -> Debt | None:
    """Return the interest that the owner of a deed still owes for having received it, or None."""
    owner = view.holdings[deed].owner
    for entry in view.pending:
        if type(entry) is Debt and (entry.player, entry.cause, entry.deed) == (owner, INTEREST, deed):
            return entry
    return None


def lift_cost(view: View, deed: int) -> int:
    """Return what lifting a mortgage costs: its value and the interest, each deed rounded by itself (JMA/MORT-2).

    If the interest is still owed for having received the deed, lifting pays it once; if it was paid for a deed from a
    bankrupt, the value alone is left until the next throw.

    Clauses: CLASSIC-JA/MORT-6, MORT-11, MORT-13, BANKR-7, BANKR-8 and the same of US; WIKI/MORT-7, MORT-8.
    """
    table = view.table
    value = table.edition.deeds[deed].mortgage
    if deed in view.inherited and unpaid(view, deed) is None:
        return value
    return value + ten_percent(table, value)


def on_receipt(draft: Draft, deeds: Iterable[int]) -> list[Debt]:
    """Make players who received mortgaged deeds owe the bank the interest on each, in board order, if the rules say so.

    A player who passes a deed on still owes the interest for having had it.  Returns the new debts.

    Clauses: CLASSIC-JA/MORT-12, BANKR-6 and the same of US; WIKI/MORT-8, BANKR-4.
    """
    table = draft.table
    if not table.figures.interest_on_receipt:
        return []
    owed = []
    for deed in sorted(deeds):
        holding = draft.holdings[deed]
        if holding.mortgaged and holding.owner != BANK:
            amount = ten_percent(table, table.edition.deeds[deed].mortgage)
            owed.append(Debt(holding.owner, BANK, amount, INTEREST, deed))
            draft.owe(owed[-1])
    return owed
