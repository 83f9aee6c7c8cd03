"""Taking over: the creditor of the space to be reached takes a bankrupt's estate and the jail fee (JMA/BANKR-10)."""

from __future__ import annotations

from rulesets.classic.debts import debt, estate
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import JAIL_FEE, Debt, is_fee
from rulesets.classic.game.state import OVER, State
from rulesets.classic.turns import jail
from rulesets.jma import going_out
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.table import BANK

TAKE_OVER = by_player("take_over", FORMALITY)


def jail_fee(view: View) -> Debt | None:
    """Return the jail fee that somebody owes for leaving jail, or None."""
    for entry in view.pending:
        if type(entry) is Debt and is_fee(entry):
            return entry
    return None


def fee_to_take_over(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Only the creditor at the space to be reached takes over, and only a fee beyond the debtor's own assets
    (JMA/BANKR-10).
    """
    table = state.table
    seat = table.seats[report.player]
    entry = jail_fee(state)
    if entry is None:
        return [refuse("no_fee_due", player=seat)]
    behind = debt.ahead(state, entry)
    if behind is None or behind.owner != report.player:
        owner = table.seats[behind.owner] if behind else None
        return [refuse("not_the_creditor_ahead", player=seat, creditor=owner)]
    if may_be_taken_over(state, entry):
        return None
    own = debt.assets(state, entry.player)
    return [refuse("fee_payable", player=table.seats[entry.player], amount=entry.amount, assets=own)]


def may_be_taken_over(view: View, fee: Debt) -> bool:
    """Whether the creditor at the space to be reached may take a jail fee over: it is beyond its debtor's own assets, a
    release card included (JMA/BANKR-10).
    """
    payable = debt.assets(view, fee.player) >= fee.amount or view.players[fee.player].cards
    return not payable and debt.ahead(view, fee) is not None


def take_over(draft: Draft, report: ByPlayer) -> None:
    """Move the token and make the player bankrupt there to the creditor.

    The creditor gets the estate first and then owes the fee (JMA/BANKR-10).
    """
    entry = jail_fee(draft)
    assert entry is not None
    seats = draft.table.seats
    draft.event("fee_taken_over", player=seats[report.player], debtor=seats[entry.player], amount=entry.amount)
    draft.remove(entry)
    jail.leave_by(draft, entry.player, entry.dice, "fee")
    estate.liquidate(draft, entry.player, report.player, going_out.by_the_throw(draft))
    if draft.phase != OVER:
        draft.owe(Debt(report.player, BANK, entry.amount, JAIL_FEE, taken_over=True))
