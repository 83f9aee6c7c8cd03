"""What stays the same during a game: seats, edition, options and the ruleset's figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulesets.editions import Edition
from rulesets.kernel.track.table import BANK

EACH = -2
"""Every other player still in the game, as the payee of one debt (the pay-each card)."""


LAST_THROW = "last_throw"
"""After the signal one last throw is made and dealt with (JMA/TIME-7)."""
AT_ONCE = "at_once"
"""The signal ends the game."""
FINISH_TURN = "finish_turn"
"""The running turn is finished; between turns the game ends at once."""
EQUAL_TURNS = "equal_turns"
"""Play goes on until everybody has had the same number of turns: the turn of the last seat still in ends the round."""
ENDINGS = (AT_ONCE, FINISH_TURN, EQUAL_TURNS)
"""The endings that a regulation may choose from."""


POT_FROM = {
    "tax": "parking_taxes",
    "card": "parking_fines",
    "bail": "parking_jail",
    "jail_fee": "parking_jail",
}
"""By the cause of a payment to the bank, the option that puts it in the middle of the board (HOUSE/PARKING-2)."""
POT_STAKE = "parking_stake"
"""The option that says what the bank puts there (HOUSE/PARKING-3)."""


class Figures(NamedTuple):
    """The law in figures: what differs between rulesets (amounts in whole dollars).

    What a tournament may set is an option; an option with the name of a figure sets that figure.

    ``least_bid``, ``bid_step``: the first call of an auction, and the steps of all calls.
    ``most_doubles``: the double of a turn that leads to jail.
    ``jail_throws``: throws for freedom; after the last one that fails the fee is owed.  ``bail_throws``: before how
    many of them bail may be paid.  ``card_for_fee``: whether a release card settles the fee after the last failed
    throw.
    ``claims_until``: 0 if rent is owed at the landing; otherwise rent must be asked for before the n-th player after
    the payer throws, n being this figure.
    ``tax_choice``: when income tax may be ten per cent instead: never, if the edition prints it, or always.
    ``tax_counts``, ``resale_counts``: what a building counts for the ten per cent, and for half its price when it is
    sold back: what is printed, or what was paid.
    ``interest_percent``: on mortgages.  ``interest_on_receipt``: whether a player who receives a mortgaged deed pays it
    at once.
    ``principal_after_bankruptcy``: whether a deed from a bankrupt, once its interest is paid, can be lifted for the
    loan alone until the next throw.
    ``hotel_from``: houses that each lot of a group needs for a hotel.  ``hotel_counts_returned``: whether a hotel
    counts the houses really returned for it, instead of always ``hotel_from``.  ``direct_hotel``: whether a hotel may
    be bought when the bank has no house left, by paying for the missing houses.  ``mortgaged_may_follow``: whether a
    declaration waits for rivals who would first have to lift the mortgages of a whole group.
    ``pieces_from_cost``: whether calls for a scarce piece begin at its printed cost and its lot may not cost more.
    ``calls_open_pieces``: whether a call opens the auction of a scarce piece, and reopens it until the piece is placed.
    ``ending``: what follows the end signal, one of `ENDINGS`.
    ``builds_between_turns``: whether building belongs to the time between turns; otherwise it may be declared in a turn
    too.
    ``last_bankruptcy``: which bankruptcy ends the game, 0 if only the last survivor does.
    ``buildings_go_over``: whether that bankruptcy hands buildings over as they stand.  ``interest_before_count``:
    whether its creditor pays the interest on mortgaged deeds before the count.
    """

    least_bid: int
    bid_step: int
    most_doubles: int
    jail_throws: int
    bail_throws: int
    card_for_fee: bool
    claims_until: int
    tax_choice: str
    tax_counts: str
    resale_counts: str
    interest_percent: int
    interest_on_receipt: bool
    principal_after_bankruptcy: bool
    hotel_from: int
    hotel_counts_returned: bool
    direct_hotel: bool
    mortgaged_may_follow: bool
    pieces_from_cost: bool
    calls_open_pieces: bool
    ending: str
    builds_between_turns: bool
    last_bankruptcy: int
    buildings_go_over: bool
    interest_before_count: bool

    def __repr__(self) -> str:
        return f"<Figures: calls from {self.least_bid} in steps of {self.bid_step}, and {len(self) - 2} more>"


@dataclass(frozen=True, slots=True)
class Table:
    """One game's constants; every state carries it.  Seats are numbered from 0 in turn order.

    ``reports``: the types of report that the ruleset has.  ``decks`` in the order of ``State.known``; ``release``: the
    key of the release card of each deck that has one.
    """

    seats: tuple[str, ...]
    reports: frozenset[str]
    edition: Edition
    options: Mapping[str, Any]
    figures: Figures
    names: Mapping[str, str]
    seat_number: Mapping[str, int]
    decks: tuple[str, ...]
    release: Mapping[str, str]

    def __repr__(self) -> str:
        return f"<Table of {' '.join(self.seats)} on {self.edition.name}>"

    def party(self, number: int) -> str:
        """The key of a seat number, ``bank`` or ``each``."""
        return self.seats[number] if number >= 0 else "bank" if number == BANK else "each"

    def deed_key(self, number: int) -> str:
        return self.edition.deeds[number].key
