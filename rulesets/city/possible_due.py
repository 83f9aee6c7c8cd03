"""What can be due in a position: from whom, for which districts, and to whom (RECORD/START).

Each check is a small pure function ``(state) -> list[Refusal]`` named after what it finds.
"""

from __future__ import annotations

from collections import Counter

from rulesets.city.game.pending import JAIL_FEE, TAX, Auction, Draw, Purchase, Throw
from rulesets.city.game.state import FREE, OVER, TURN, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.position import due_twice
from rulesets.kernel.track.table import BANK, NONE


def debts(state: State) -> list[Debt]:
    return [entry for entry in state.pending if isinstance(entry, Debt)]


def fees(state: State) -> list[Debt]:
    """The jail fees owed after a last failed throw for freedom."""
    return [entry for entry in debts(state) if entry.cause == JAIL_FEE]


def from_players_out(state: State) -> list[Refusal]:
    """Only players who are still in the game can have something to do or have made a call."""
    named = []
    for entry in state.pending:
        if isinstance(entry, Auction):
            named += [entry.caller] * (entry.caller != NONE) + [seat for seat, _ in entry.calls]
        else:
            named.append(entry.player)
    seats = state.table.seats
    return [refuse("due_from_player_out", player=seats[seat]) for seat in named if state.players[seat].out]


def districts_with_an_owner(state: State) -> list[Refusal]:
    """Only districts owned by the bank are offered or auctioned."""
    return [
        refuse("due_for_owned_deed", deed=state.table.deed_key(entry.deed))
        for entry in state.pending
        if isinstance(entry, Auction | Purchase) and state.districts[entry.deed].owner != BANK
    ]


def districts_twice(state: State) -> list[Refusal]:
    """A district is either offered or auctioned, and only once."""
    return due_twice(state.table, (entry.deed for entry in state.pending if isinstance(entry, Purchase | Auction)))


def several_landings(state: State) -> list[Refusal]:
    """Only one token lands at a time, on one space that offers a district or asks for a card (CITY/OVER-2)."""
    seats = state.table.seats
    purchases = [entry for entry in state.pending if isinstance(entry, Purchase)]
    draws = sum(isinstance(entry, Draw) for entry in state.pending)
    found = []
    if len(purchases) > 1:
        deeds = [state.table.deed_key(entry.deed) for entry in purchases]
        found.append(refuse("two_purchases", players=[seats[entry.player] for entry in purchases], deeds=deeds))
    if draws > 1 or (draws and purchases):
        found.append(refuse("landed_twice", count=draws + len(purchases)))
    return found


def of_the_jailed(state: State) -> list[Refusal]:
    """A player in jail has landed on no space, and does not throw again in this turn (CITY/JAIL-4)."""
    seats = state.table.seats
    found = [
        refuse("landed_in_jail", player=seats[entry.player])
        for entry in state.pending
        if isinstance(entry, Purchase | Draw) and state.players[entry.player].jail != FREE
    ]
    throwing = [entry.player for entry in state.pending if isinstance(entry, Throw)]
    if state.doubles and state.phase == TURN:
        throwing.append(state.turn)
    jailed = dict.fromkeys(seat for seat in throwing if state.players[seat].jail != FREE)
    return [*found, *(refuse("doubles_of_jailed", player=seats[seat]) for seat in jailed)]


def calls_out_of_notes(state: State) -> list[Refusal]:
    """Calls are multiples of the smallest note (CITY/AUCTION-3)."""
    step = state.table.figures.bid_step
    return [
        refuse("call_out_of_steps", player=state.table.seats[seat], amount=amount, step=step)
        for entry in state.pending
        if isinstance(entry, Auction)
        for seat, amount in entry.calls
        if amount % step
    ]


def debts_to_nobody(state: State) -> list[Refusal]:
    """A debt is owed to the bank or to another player in the game, in multiples of the smallest note."""
    table = state.table
    found = []
    for entry in debts(state):
        seat = table.seats[entry.player]
        if entry.to != BANK and (entry.to == entry.player or state.players[entry.to].out):
            found.append(refuse("debt_to_nobody", player=seat))
        if entry.amount % table.figures.bid_step:
            found.append(refuse("cash_not_in_notes", player=seat, amount=entry.amount))
    return found


def debts_to_a_wrong_creditor(state: State) -> list[Refusal]:
    """Taxes and the jail fee are owed to the bank (CITY/LAND-7, JAIL-10)."""
    codes = {TAX: "tax_not_to_bank", JAIL_FEE: "fee_not_to_bank"}
    return [
        refuse(
            codes[entry.cause],
            player=state.table.seats[entry.player],
            to=state.table.party(entry.to),
            amount=entry.amount,
        )
        for entry in debts(state)
        if entry.cause in codes and entry.to != BANK
    ]


def fees_of_another_sum(state: State) -> list[Refusal]:
    """The jail fee has the amount set by the rules (CITY/JAIL-10)."""
    fee = state.table.figures.bail
    return [
        refuse("fee_of_another_sum", player=state.table.seats[entry.player], amount=entry.amount, fee=fee)
        for entry in fees(state)
        if entry.amount != fee
    ]


def fees_without_a_last_try(state: State) -> list[Refusal]:
    """The jail fee is owed by a player in jail, once, after the last throw for freedom has failed (CITY/JAIL-10)."""
    table = state.table
    last = table.figures.jail_throws
    found = []
    for player, count in Counter(entry.player for entry in fees(state)).items():
        seat, failed = table.seats[player], state.players[player].jail
        if count > 1:
            found.append(refuse("fee_twice", player=seat, count=count))
        if failed == FREE:
            found.append(refuse("fee_out_of_jail", player=seat))
        elif failed != last - 1:
            found.append(refuse("fee_before_last_try", player=seat, count=failed, number=last))
    return found


def play_after_the_end(state: State) -> list[Refusal]:
    """Nothing is due in a finished game; once the agreed time is over only debts are settled (CITY/END-0)."""
    if state.phase == OVER:
        return [refuse("over_with_play")] if state.pending else []
    if not state.time_up:
        return []
    if not debts(state):
        return [refuse("counted_but_not_over")]
    return [refuse("open_after_time")] if len(debts(state)) != len(state.pending) else []


CHECKS = (
    from_players_out,
    districts_with_an_owner,
    districts_twice,
    several_landings,
    of_the_jailed,
    calls_out_of_notes,
    debts_to_nobody,
    debts_to_a_wrong_creditor,
    fees_of_another_sum,
    fees_without_a_last_try,
    play_after_the_end,
)
