"""What can be due from whom: what a landing asks for, and each deed and piece once (RECORD/START)."""

from __future__ import annotations

from rulesets.classic.game.pending import (
    HOTEL,
    HOUSE,
    Auction,
    Debt,
    Payment,
    Pending,
    Place,
    Purchase,
    Throw,
)
from rulesets.classic.game.state import BETWEEN_TURNS, FREE, TURN, State
from rulesets.classic.property import stock
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.position import due_twice
from rulesets.kernel.track.table import BANK

UTILITY_RENT = "utility_rent"


def asked_by_a_space(entry: Pending) -> bool:
    """Whether an entry is what a space, or its card, asks of the player who has landed there: a purchase, a card to
    draw, a choice, a throw for rent.
    """
    if isinstance(entry, Throw):
        return entry.why == UTILITY_RENT
    return not isinstance(entry, Debt | Auction | Payment | Place)


def players_out(state: State) -> list[Refusal]:
    """Only players in the game have something to do."""
    seats = state.table.seats
    named = []
    for entry in state.pending:
        named.append(entry.bidder if isinstance(entry, Auction) else entry.player)
    named += [seat for seat, _ in state.declared]
    return [
        refuse("due_from_player_out", player=seats[seat]) for seat in named if seat >= 0 and state.players[seat].out
    ]


def out_of_turn(state: State) -> list[Refusal]:
    """What a space asks, and the throw that a turn waits for, are due from the player whose turn it is."""
    seats = state.table.seats
    waiting = [
        entry.player
        for entry in state.pending
        if not isinstance(entry, Auction) and (isinstance(entry, Throw) or asked_by_a_space(entry))
    ]
    if state.phase == BETWEEN_TURNS:
        return [refuse("landed_between_turns", player=seats[seat]) for seat in waiting]
    if state.phase != TURN:
        return []
    turn = seats[state.turn]
    return [refuse("landed_out_of_turn", player=seats[seat], turn=turn) for seat in waiting if seat != state.turn]


def of_the_jailed(state: State) -> list[Refusal]:
    """A player in jail has landed on no space: no purchase, no card, no choice."""
    return [
        refuse("landed_in_jail", player=state.table.seats[entry.player])
        for entry in state.pending
        if not isinstance(entry, Auction | Throw)
        and asked_by_a_space(entry)
        and state.players[entry.player].jail != FREE
    ]


def several_landings(state: State) -> list[Refusal]:
    """One token lands on one space, which asks for one thing."""
    seats = state.table.seats
    entries = [entry for entry in state.pending if asked_by_a_space(entry)]
    purchases = [entry for entry in entries if isinstance(entry, Purchase)]
    found = []
    if len(purchases) > 1:
        deeds = [state.table.deed_key(entry.deed) for entry in purchases]
        found.append(
            refuse(
                "two_purchases", players=list(dict.fromkeys(seats[entry.player] for entry in purchases)), deeds=deeds
            )
        )
    others = len(entries) - len(purchases)
    if others > 1 or (others and purchases):
        found.append(refuse("landed_twice", count=len(entries)))
    return found


def deeds_twice(state: State) -> list[Refusal]:
    """A deed is offered, auctioned or paid for only once."""
    named = (entry.deed for entry in state.pending if isinstance(entry, Purchase | Auction | Payment))
    return due_twice(state.table, (deed for deed in named if deed >= 0))


def deeds_with_an_owner(state: State) -> list[Refusal]:
    """Only deeds of the bank are offered, auctioned or paid for."""
    return [
        refuse("due_for_owned_deed", deed=state.table.deed_key(entry.deed))
        for entry in state.pending
        if isinstance(entry, Purchase | Auction | Payment)
        and entry.deed >= 0
        and state.holdings[entry.deed].owner != BANK
    ]


def pieces_not_in_the_bank(state: State) -> list[Refusal]:
    """A piece that is auctioned, paid for or to be placed is still in the bank."""
    edition = state.table.edition
    entry = stock.piece_entry(state)
    piece = entry.piece if entry is not None else ""
    if piece == HOUSE and state.houses < 1:
        return [refuse("too_many_houses", count=edition.houses - state.houses + 1, most=edition.houses)]
    if piece == HOTEL and state.hotels < 1:
        return [refuse("too_many_hotels", count=edition.hotels - state.hotels + 1, most=edition.hotels)]
    return []


def pieces_twice(state: State) -> list[Refusal]:
    """Scarce pieces are auctioned one by one (JMA/SHORT-3)."""
    count = sum(bool(getattr(entry, "piece", "")) for entry in state.pending)
    return [refuse("pieces_due_at_once", count=count)] if count > 1 else []


def throws_off_utilities(state: State) -> list[Refusal]:
    """A throw for a utility's rent is made on another player's utility (JMA/RENT-5)."""
    return [
        refuse("utility_throw_elsewhere", player=state.table.seats[entry.player])
        for entry in state.pending
        if isinstance(entry, Throw) and entry.why == UTILITY_RENT and not _on_owned_utility(state, entry)
    ]


def _on_owned_utility(state: State, entry: Throw) -> bool:
    deed = state.table.edition.spaces[state.players[entry.player].space].deed
    owned = deed >= 0 and state.table.edition.deeds[deed].kind == "utility"
    return owned and entry.to not in (BANK, entry.player) and not state.players[entry.to].out


CHECKS = (
    players_out,
    out_of_turn,
    of_the_jailed,
    several_landings,
    deeds_twice,
    deeds_with_an_owner,
    pieces_not_in_the_bank,
    pieces_twice,
    throws_off_utilities,
)
