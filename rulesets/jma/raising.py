"""Raising cash: who may mortgage or sell now, and how much (JMA/DEBT-4, AUCTION-3, SELL-5).

Between turns everybody may.  At other times it takes a need: a debt beyond the cash in hand, a purchase, a running
auction, or the cash for a deal with a debtor.
"""

from __future__ import annotations

from rulesets.classic import offers
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import View
from rulesets.classic.game.order import window_open
from rulesets.classic.game.pending import Auction
from rulesets.classic.game.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeeds
from rulesets.kernel.track.order import active

FREELY = -1
"""Cash may be raised without a limit."""


def sum_to_raise(view: View, player: int) -> int:
    """Return FREELY, the sum that a player lacks, or 0 if the player may not raise cash now."""
    if window_open(view):
        return FREELY
    if lacking := debt.own_need(view, player):
        return lacking
    if any(type(entry) is Auction for entry in view.pending):
        return FREELY
    if not view.time_up and any(can_deal_with_debtor(view, player, other) for other in active(view)):
        return FREELY
    return 0


def can_deal_with_debtor(view: View, player: int, debtor: int) -> bool:
    """Whether ``player`` could conclude a deal in debt negotiation with ``debtor`` (reading 3).

    While the debtor is provisionally bankrupt the creditor cannot, unless a rescue stands (JMA/BANKR-4).
    """
    if player == debtor or not debt.missing(view, debtor):
        return False
    if player not in debt.creditors(view, debtor):
        return True
    return not debt.provisional(view, debtor) or offers.certain(view, debtor)


def mortgage_timely(state: State, report: OnDeeds) -> list[Refusal] | None:
    """Outside the time between turns a player mortgages only for a need, and nothing beyond it (JMA/DEBT-4)."""
    if window_open(state):
        return None
    seat = state.table.seats[report.player]
    lacking = sum_to_raise(state, report.player)
    if lacking == 0:
        return [refuse("mortgage_without_need", player=seat), refuse("outside_window", player=seat)]
    if lacking != FREELY:
        values = [state.table.edition.deeds[deed].mortgage for deed in report.deeds]
        least = min(values)
        if sum(values) - least >= lacking:
            deed = report.deeds[values.index(least)]
            return [refuse("mortgage_superfluous", player=seat, missing=lacking, deed=state.table.deed_key(deed))]
    return None


def lift_timely(state: State, report: OnDeeds) -> list[Refusal] | None:
    """Mortgages are lifted between turns only (JMA/MORT-3)."""
    if window_open(state):
        return None
    seat = state.table.seats[report.player]
    return [refuse("lift_out_of_time", player=seat), refuse("outside_window", player=seat)]
