"""Raising cash: who may mortgage or sell now, and how much (JMA/DEBT-4, AUCTION-3, SELL-5).

Between turns everybody may.  At other times it takes a need: a debt beyond the cash in hand, a purchase, a running
auction, or the cash for a deal with a debtor.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.classic import offers
from rulesets.classic.debts import debt
from rulesets.classic.game import steps
from rulesets.classic.game.draft import View
from rulesets.classic.game.order import window_open
from rulesets.classic.game.pending import Auction, Payment
from rulesets.classic.game.state import Offer, State
from rulesets.classic.turns import jail
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
    """Outside the time between turns a player mortgages only for a need, and nothing beyond it (JMA/DEBT-4, for a
    player who is provisionally bankrupt BANKR-5).
    """
    if window_open(state):
        return None
    if debt.debts(state, report.player) and debt.provisional(state, report.player):
        return mortgaged_for_nothing(state, report) or None
    seat = state.table.seats[report.player]
    lacking = sum_to_raise(state, report.player)
    if lacking == 0:
        return [refuse("mortgage_without_need", player=seat), refuse("outside_window", player=seat)]
    return superfluous(state, report, lacking) or None


def superfluous(state: State, report: OnDeeds, lacking: int) -> list[Refusal]:
    """Return the refusal of a deed without which the sum is reached."""
    values = [state.table.edition.deeds[deed].mortgage for deed in report.deeds]
    least = min(values)
    if lacking == FREELY or sum(values) - least < lacking:
        return []
    seat, deed = state.table.seats[report.player], report.deeds[values.index(least)]
    return [refuse("mortgage_superfluous", player=seat, missing=lacking, deed=state.table.deed_key(deed))]


def mortgaged_for_nothing(state: State, report: OnDeeds) -> list[Refusal]:
    """Return the refusals of a mortgage of a player who is provisionally bankrupt, unless a need stands behind it: the
    deeds go over as they are (JMA/BANKR-5).

    A mortgage by which every rescue would be lost is left to `standing.drops_rescue`.
    """
    player = report.player
    rescues = list(offers.saving_sets(state, player))
    untouched = [chosen for chosen in rescues if not any(set(offer.take.deeds) & set(report.deeds) for offer in chosen)]
    if rescues and not untouched:
        return []
    needs = [beside(state, player, chosen) for chosen in untouched]
    needs.append(for_win(state, player) if rescues else max(for_win(state, player), for_fee(state, player)))
    lacking = max(needs)
    found = superfluous(state, report, lacking)
    if not found:
        return []
    owed, own = debt.burden(state, player), debt.assets(state, player)
    facts = {"player": state.table.seats[player], "amount": owed, "assets": own}
    return [refuse("mortgage_of_bankrupt", **facts), *(found if lacking else [])]


def beside(state: State, player: int, chosen: Sequence[Offer]) -> int:
    """Return the sum that a rescue leaves to be raised from own assets, 0 if it brings all that is owed."""
    after = offers.outcome(state, chosen)
    assert after is not None
    return max(0, debt.burden(after, player) - after.players[player].cash)


def for_win(view: View, player: int) -> int:
    """Return the cash that a player lacks for a win at auction (JMA/AUCTION-3)."""
    wins = (entry.amount for entry in view.pending if type(entry) is Payment and entry.player == player)
    return max(0, next(wins, 0) - view.players[player].cash)


def for_fee(view: View, player: int) -> int:
    """Return what a bankrupt must mortgage to pay the jail fee and go bankrupt on the space reached: buildings come
    first, and a release card before all (JMA/BANKR-9).
    """
    fee = jail.fee_due(view, player)
    if fee is None or debt.settles_fee(view, player) or debt.assets(view, player) < fee.amount:
        return 0
    own = [deed for deed, holding in enumerate(view.holdings) if holding.owner == player]
    return max(0, fee.amount - view.players[player].cash - sum(steps.resale(view, deed) for deed in own))


def lift_timely(state: State, report: OnDeeds) -> list[Refusal] | None:
    """Mortgages are lifted between turns only (JMA/MORT-3)."""
    if window_open(state):
        return None
    seat = state.table.seats[report.player]
    return [refuse("lift_out_of_time", player=seat), refuse("outside_window", player=seat)]
