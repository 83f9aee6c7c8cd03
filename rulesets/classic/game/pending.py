"""What a table still has to do before play goes on, besides the throws that follow by themselves.

Entries stand in ``State.pending`` in the order in which they came up, the throw of a turn last; seats and deeds are
numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulesets.kernel.track.table import NONE

HOUSE = "house"
HOTEL = "hotel"
JAIL_FEE = "jail_fee"
"""The cause of the debt after the third failed throw in jail."""
INTEREST = "interest"
"""The cause of the debt for a mortgaged deed received."""


class Throw(NamedTuple):
    """A throw that is not the start of a turn: after bail or a release card (``turn``), or for ``utility_rent``.

    ``doubles`` stands here only where a given position does not say how many doubles were thrown.

    ``times``: what the sum of a throw for utility rent is multiplied with; ``to``: the owner at the landing.
    """

    player: int
    why: str
    times: int = 0
    to: int = NONE


class Purchase(NamedTuple):
    """The deed landed on: bought at its price, or declined."""

    player: int
    deed: int


class Auction(NamedTuple):
    """An auction of a deed, or of a ``piece`` (house, hotel).  ``out``: seats that may not bid any more."""

    deed: int
    piece: str
    bidder: int
    amount: int
    out: tuple[int, ...]


class Payment(NamedTuple):
    """Won at auction and not yet paid."""

    player: int
    amount: int
    deed: int
    piece: str
    out: tuple[int, ...]


class Place(NamedTuple):
    """A piece won and paid for: the winner names the lot."""

    player: int
    piece: str
    amount: int


class Draw(NamedTuple):
    """A card to be drawn."""

    player: int
    deck: str


class PayOrDraw(NamedTuple):
    """London's card that lets choose: a fine paid with the cash in hand, or another card.  It is no debt."""

    player: int
    amount: int
    deck: str


class TaxChoice(NamedTuple):
    """Income tax: the flat sum, or a part of what the player is worth."""

    player: int


class Debt(NamedTuple):
    """A debt (JMA/DEBT-3): rent, tax, card, jail_fee, interest.

    ``to`` is a seat, BANK or EACH.  ``dice`` (jail_fee): the throw by which the token moves once the fee is settled.
    ``taken_over``: a jail fee that its payer has taken over from a bankrupt (JMA/BANKR-10).
    """

    player: int
    to: int
    amount: int
    cause: str
    deed: int = NONE
    dice: tuple[int, int] | None = None
    taken_over: bool = False


Pending = Throw | Purchase | Auction | Payment | Place | Draw | PayOrDraw | TaxChoice | Debt


def is_fee(entry: Pending) -> bool:
    """Whether an entry is the jail fee of a player who is still to leave jail by it."""
    return type(entry) is Debt and entry.cause == JAIL_FEE and not entry.taken_over


def in_order(entries: Iterable[Pending]) -> tuple[Pending, ...]:
    """Entries in the order in which they are dealt with: the throw of a turn after all that waits before it."""
    return tuple(sorted(entries, key=lambda entry: type(entry) is Throw and entry.why != "utility_rent"))
