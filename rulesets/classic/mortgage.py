"""Mortgaging deeds and lifting mortgages (JMA/MORT, DEBT-4)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import fields, raising
from rulesets.classic.draft import Draft
from rulesets.classic.order import window_open
from rulesets.classic.state import State
from rulesets.classic.table import BANK, Table
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Mortgage(NamedTuple):
    """Deeds are mortgaged."""

    player: int
    deeds: tuple[int, ...]


class Lift(NamedTuple):
    """Mortgages are lifted."""

    player: int
    deeds: tuple[int, ...]


MORTGAGE = Form("mortgage", Mortgage, Field("player", fields.seat), Field("deeds", fields.deeds))
LIFT = Form("lift_mortgage", Lift, Field("player", fields.seat), Field("deeds", fields.deeds))


def interest(table: Table, amount: int) -> int:
    """Ten per cent of a sum in whole dollars, rounded as the option ``interest_rounding`` says (reading 15)."""
    percent = table.figures.interest_percent
    product = amount * percent
    rounding = table.options["interest_rounding"]
    if rounding == "up":
        return -(-product // 100)
    return product // 100 if rounding == "down" else (product + 50) // 100


def lift_cost(table: Table, deed: int) -> int:
    """What lifting costs: the mortgage value and the interest (JMA/MORT-2), each deed rounded by itself."""
    value = table.edition.deeds[deed].mortgage
    return value + interest(table, value)


def own_unmortgaged(state: State, report: Mortgage) -> list[Refusal] | None:
    """Own deeds that are not mortgaged yet."""
    seats = state.table.seats
    for deed in report.deeds:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=seats[report.player], deed=key)]
        if holding.mortgaged:
            return [refuse("already_mortgaged", deed=key)]
    return None


def unbuilt(state: State, report: Mortgage) -> list[Refusal] | None:
    """No building stands in the group (JMA/MORT-1)."""
    for deed in report.deeds:
        for sibling in state.table.edition.deeds[deed].siblings:
            if state.holdings[sibling].level:
                return [refuse("group_built", deed=state.table.deed_key(deed), built=state.table.deed_key(sibling))]
    return None


def timely(state: State, report: Mortgage) -> list[Refusal] | None:
    """Outside the time between turns only for a need, and nothing beyond it (JMA/DEBT-4)."""
    if window_open(state):
        return None
    seat = state.table.seats[report.player]
    lacking = raising.sum_to_raise(state, report.player)
    if lacking == 0:
        return [refuse("mortgage_without_need", player=seat), refuse("outside_window", player=seat)]
    if lacking != raising.FREELY:
        values = [state.table.edition.deeds[deed].mortgage for deed in report.deeds]
        least = min(values)
        if sum(values) - least >= lacking:
            deed = report.deeds[values.index(least)]
            return [refuse("mortgage_superfluous", player=seat, missing=lacking, deed=state.table.deed_key(deed))]
    return None


def mortgage(draft: Draft, report: Mortgage) -> None:
    """The bank pays the mortgage value of each deed."""
    seat = draft.table.seats[report.player]
    for deed in report.deeds:
        value = draft.table.edition.deeds[deed].mortgage
        draft.set_holding(deed, draft.holdings[deed]._replace(mortgaged=True))
        draft.pay(BANK, report.player, value)
        draft.event("mortgaged", player=seat, deed=draft.table.deed_key(deed), amount=value)


def own_mortgaged(state: State, report: Lift) -> list[Refusal] | None:
    """Own deeds that are mortgaged."""
    for deed in report.deeds:
        holding = state.holdings[deed]
        key = state.table.deed_key(deed)
        if holding.owner != report.player:
            return [refuse("deed_not_held", player=state.table.seats[report.player], deed=key)]
        if not holding.mortgaged:
            return [refuse("not_mortgaged", deed=key)]
    return None


def lift_timely(state: State, report: Lift) -> list[Refusal] | None:
    """Mortgages are lifted between turns only (JMA/MORT-3)."""
    if window_open(state):
        return None
    seat = state.table.seats[report.player]
    return [refuse("lift_out_of_time", player=seat), refuse("outside_window", player=seat)]


def lift_affordable(state: State, report: Lift) -> list[Refusal] | None:
    """Value and interest are in hand (JMA/MORT-2)."""
    cost = sum(lift_cost(state.table, deed) for deed in report.deeds)
    cash = state.players[report.player].cash
    if cash >= cost:
        return None
    seat = state.table.seats[report.player]
    return [refuse("cash_missing", player=seat, amount=cost, cash=cash, missing=cost - cash)]


def lift(draft: Draft, report: Lift) -> None:
    """The player pays each mortgage back with the interest."""
    seat = draft.table.seats[report.player]
    for deed in report.deeds:
        cost = lift_cost(draft.table, deed)
        draft.pay(report.player, BANK, cost)
        draft.set_holding(deed, draft.holdings[deed]._replace(mortgaged=False))
        draft.event("lifted", player=seat, deed=draft.table.deed_key(deed), amount=cost)
