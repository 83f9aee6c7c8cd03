"""Mortgages: for a payment beyond the cash, at the present rent, lifted for the stored amount (CITY/MORT)."""

from __future__ import annotations

from rulesets.city.game.board import DISTRICTS
from rulesets.city.game.draft import Draft
from rulesets.city.game.state import State
from rulesets.city.property import rent
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track import ledger
from rulesets.kernel.track.fields import OnDeeds, on_deeds
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK

MORTGAGE = on_deeds("mortgage", DISTRICTS)
LIFT = on_deeds("lift_mortgage", DISTRICTS)


def needed(state: State, report: OnDeeds) -> list[Refusal] | None:
    """Mortgages are only for a compulsory payment that exceeds the cash, and only as many as it takes (CITY/MORT-1).

    Several districts are judged as a set, whatever the order in which they are named.
    """
    seat = state.table.seats[report.player]
    owed = ledger.owed(state, report.player)
    cash = state.players[report.player].cash
    if not owed:
        return [refuse("mortgage_owing_nothing", player=seat)]
    if owed <= cash:
        return [refuse("mortgage_not_needed", player=seat, amount=owed, cash=cash)]
    raised = {deed: rent.amount(state, deed) for deed in report.deeds if state.districts[deed].owner == report.player}
    beyond = cash + sum(raised.values()) - owed
    spare = next((deed for deed, value in raised.items() if 0 < value <= beyond), None)
    if spare is None:
        return None
    facts = {"amount": owed, "cash": cash, "deed": state.table.deed_key(spare)}
    return [refuse("mortgage_beyond_need", player=seat, **facts)]


def own_unmortgaged(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The districts belong to the player and are not mortgaged yet."""
    for deed in report.deeds:
        key = state.table.deed_key(deed)
        if state.districts[deed].owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if state.districts[deed].mortgaged:
            return [refuse("already_mortgaged", deed=key)]
    return None


def mortgage(draft: Draft, report: OnDeeds) -> None:
    """Turn the cards over for the present rents, which are stored; all buildings stay (MORT-2, MORT-3, MORT-4).

    Clauses: RENT-7.
    """
    for deed in report.deeds:
        turn_over(draft, report.player, deed)


def turn_over(draft: Draft, player: int, deed: int) -> None:
    """Mortgage one district at its present rent (MORT-2, MORT-3)."""
    amount = rent.value(draft, deed)
    draft.set_district(deed, draft.districts[deed]._replace(loan=amount))
    draft.pay(BANK, player, amount)
    draft.event("mortgaged", player=draft.table.seats[player], deed=draft.table.deed_key(deed), amount=amount)


def own_mortgaged(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The districts belong to the player and are mortgaged."""
    for deed in report.deeds:
        key = state.table.deed_key(deed)
        if state.districts[deed].owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if not state.districts[deed].mortgaged:
            return [refuse("not_mortgaged", deed=key)]
    return None


def lift_affordable(state: State, report: OnDeeds) -> list[Refusal] | None:
    """The price is exactly the stored amounts, and the player has it in cash (CITY/MORT-6)."""
    amount = sum(state.districts[deed].loan for deed in report.deeds)
    cash = state.players[report.player].cash
    if cash >= amount:
        return None
    facts = {"player": state.table.seats[report.player], "amount": amount, "cash": cash}
    found = in_hand(state, report.player, amount) or []
    return [
        refuse("lift_at_stored_amount", **facts, deeds=[state.table.deed_key(deed) for deed in report.deeds]),
        *found,
    ]


def lift(draft: Draft, report: OnDeeds) -> None:
    """Pay the stored amount to the bank, without interest; rent and building are open at once (MORT-6, MORT-7)."""
    for deed in report.deeds:
        amount = draft.districts[deed].loan
        draft.set_district(deed, draft.districts[deed]._replace(loan=0))
        draft.pay(report.player, BANK, amount)
        draft.event("lifted", player=draft.table.seats[report.player], deed=draft.table.deed_key(deed), amount=amount)
