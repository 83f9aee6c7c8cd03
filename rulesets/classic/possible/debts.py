"""Which debts can be due, and which rents open: who owes what to whom, and for what (RECORD/START)."""

from __future__ import annotations

from collections import Counter

from rulesets.classic.game.pending import INTEREST, JAIL_FEE, Debt, is_fee
from rulesets.classic.game.state import FREE, State
from rulesets.classic.game.table import EACH
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.order import active
from rulesets.kernel.track.table import BANK, NONE

TO_THE_BANK = {"tax": "tax_not_to_bank", JAIL_FEE: "fee_not_to_bank", INTEREST: "interest_not_to_bank"}
"""The debts that are owed to the bank alone, by cause."""


def debts(state: State) -> list[Debt]:
    return [entry for entry in state.pending if isinstance(entry, Debt)]


def fees(state: State) -> list[Debt]:
    """The jail fees due from players who failed to throw a double, not those that a creditor took over."""
    return [entry for entry in debts(state) if is_fee(entry)]


def to_nobody(state: State) -> list[Refusal]:
    """A debt is owed to the bank, or to another player in the game."""
    return [
        refuse("debt_to_nobody", player=state.table.seats[entry.player])
        for entry in debts(state)
        if entry.to == entry.player or (entry.to >= 0 and state.players[entry.to].out)
    ]


def to_a_wrong_creditor(state: State) -> list[Refusal]:
    """Taxes, jail fees and interest go to the bank; rent to one creditor, never to each player."""
    found = []
    for entry in debts(state):
        facts = {
            "player": state.table.seats[entry.player],
            "to": state.table.party(entry.to),
            "amount": entry.amount,
        }
        if entry.cause in TO_THE_BANK and entry.to != BANK:
            found.append(refuse(TO_THE_BANK[entry.cause], **facts))
        elif entry.cause == "rent" and entry.to == EACH:
            found.append(refuse("rent_to_each", **facts))
    return found


def shares_with_a_rest(state: State) -> list[Refusal]:
    """What is owed to each of the other players is the same whole sum for all."""
    return [
        refuse("each_with_a_rest", player=state.table.seats[entry.player], amount=entry.amount, count=others)
        for entry in debts(state)
        if entry.to == EACH
        and (others := sum(seat != entry.player for seat in active(state)))
        and entry.amount % others
    ]


def interest_for_no_deed(state: State) -> list[Refusal]:
    """Interest is owed for a deed (record format, flow)."""
    return [
        refuse("interest_without_deed", player=state.table.seats[entry.player], amount=entry.amount)
        for entry in debts(state)
        if entry.cause == INTEREST and entry.deed == NONE
    ]


def fees_of_another_sum(state: State) -> list[Refusal]:
    """The jail fee is the edition's, taken over or not."""
    fee = state.table.edition.jail_fee
    return [
        refuse("fee_of_another_sum", player=state.table.seats[entry.player], amount=entry.amount, fee=fee)
        for entry in debts(state)
        if entry.cause == JAIL_FEE and entry.amount != fee
    ]


def fees_twice(state: State) -> list[Refusal]:
    """One failed throw makes one fee."""
    counted = Counter(entry.player for entry in fees(state))
    return [
        refuse("fee_twice", player=state.table.seats[seat], count=count) for seat, count in counted.items() if count > 1
    ]


def fees_out_of_jail(state: State) -> list[Refusal]:
    """The fee is owed by a player in jail, unless it was taken over (JMA/BANKR-10)."""
    return [
        refuse("fee_out_of_jail", player=state.table.seats[entry.player])
        for entry in fees(state)
        if state.players[entry.player].jail == FREE
    ]


def fees_before_the_last_try(state: State) -> list[Refusal]:
    """Only the last failed throw for freedom makes the fee due (JMA/JAIL-7)."""
    last = state.table.figures.jail_throws
    return [
        refuse("fee_before_last_try", player=state.table.seats[entry.player], count=failed, number=last)
        for entry in fees(state)
        if (failed := state.players[entry.player].jail) != FREE and failed != last - 1
    ]


def fees_by_doubles(state: State) -> list[Refusal]:
    """A double frees the player: no fee is owed after it (JMA/JAIL-4)."""
    return [
        refuse("fee_by_double", player=state.table.seats[entry.player], dice=list(entry.dice))
        for entry in fees(state)
        if entry.dice is not None and entry.dice[0] == entry.dice[1]
    ]


def open_rents_of_nobody(state: State) -> list[Refusal]:
    """A rent is open only if it must be asked for, and between two players in the game."""
    seats = state.table.seats
    found = [
        refuse("rent_to_nobody", player=seats[rent.player], deed=state.table.deed_key(rent.deed))
        for rent in state.rents
        if rent.player == rent.to or not state.table.figures.claims_until
    ]
    named = sorted({seat for rent in state.rents for seat in (rent.player, rent.to)})
    return [*found, *(refuse("due_from_player_out", player=seats[seat]) for seat in named if state.players[seat].out)]


CHECKS = (
    to_nobody,
    to_a_wrong_creditor,
    shares_with_a_rest,
    interest_for_no_deed,
    fees_of_another_sum,
    fees_twice,
    fees_out_of_jail,
    fees_before_the_last_try,
    fees_by_doubles,
    open_rents_of_nobody,
)
