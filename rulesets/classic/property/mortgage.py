"""Mortgaging deeds and lifting mortgages (MORT; what lifting costs: `interest`)."""

from __future__ import annotations

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.state import State
from rulesets.classic.property import interest
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import OnDeeds, on_deeds
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK

MORTGAGE = on_deeds("mortgage", most=28)
LIFT = on_deeds("lift_mortgage", most=28)


def own_unmortgaged(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The deeds are own ones that are not mortgaged yet."""
    seats = state.table.seats
    for deed in report.deeds:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=seats[report.player], deed=key)]
        if holding.mortgaged:
            return [refuse("already_mortgaged", deed=key)]
    return None


def unbuilt(state: State, report: OnDeeds) -> list[Refusal] | None:
    """No building stands in the group (JMA/MORT-1, CLASSIC-JA/MORT-2, US/MORT-2, WIKI/MORT-1)."""
    for deed in report.deeds:
        for sibling in state.table.edition.deeds[deed].siblings:
            if state.holdings[sibling].level:
                return [refuse("group_built", deed=state.table.deed_key(deed), built=state.table.deed_key(sibling))]
    return None


def mortgage(draft: Draft, report: OnDeeds) -> None:
    """Mortgage each deed; the bank pays its mortgage value.

    Clauses: CLASSIC-JA/MORT-3, US/MORT-3, WIKI/MORT-2.
    """
    seat, deeds = draft.table.seats[report.player], draft.table.edition.deeds
    for deed in report.deeds:
        value = deeds[deed].mortgage
        draft.set_holding(deed, draft.holdings[deed]._replace(mortgaged=True))
        draft.pay(BANK, report.player, value)
        draft.events.append({"kind": "mortgaged", "player": seat, "deed": deeds[deed].key, "amount": value})


def own_mortgaged(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The deeds are own ones that are mortgaged."""
    for deed in report.deeds:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if not holding.mortgaged:
            return [refuse("not_mortgaged", deed=key)]
    return None


def lift_settles(state: State, report: OnDeeds) -> list[Refusal] | None:
    """While the game waits for the last settlement, only deeds that interest is owed for are lifted (WIKI/SHORT-9)."""
    if state.closing and any(interest.unpaid(state, deed) is None for deed in report.deeds):
        return [refuse("over_by_bankruptcy")]
    return None


def lift_affordable(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The mortgage value and the interest are in hand."""
    return in_hand(state, report.player, sum(interest.lift_cost(state, deed) for deed in report.deeds))


def lift(draft: Draft, report: OnDeeds) -> None:
    """Pay each mortgage back with the interest; interest owed for having received the deed is included."""
    seat, deeds = draft.table.seats[report.player], draft.table.edition.deeds
    for deed in report.deeds:
        cost = interest.lift_cost(draft, deed)
        draft.pay(report.player, BANK, cost)
        if (owed := interest.unpaid(draft, deed)) is not None:
            draft.remove(owed)
        draft.set_holding(deed, draft.holdings[deed]._replace(mortgaged=False))
        if draft.inherited:
            draft.inherited = tuple(other for other in draft.inherited if other != deed)
        draft.events.append({"kind": "lifted", "player": seat, "deed": deeds[deed].key, "amount": cost})
