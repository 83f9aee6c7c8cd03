"""What a table still has to do before play goes on, apart from the throws that follow by themselves.

Entries are kept in ``State.pending`` in the order in which they came up, the throw of a turn last; seats and deeds are
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
"""The cause of the debt for having received a mortgaged deed."""


class Throw(NamedTuple):
    """A throw that is not the start of a turn: after bail or a release card (``turn``), or for ``utility_rent``.

    ``doubles`` occurs here only if a given position does not say how many doubles were thrown.

    ``times``: the factor on the sum of a throw for utility rent; ``to``: the owner at the landing.
    """

    player: int
    why: str
    times: int = 0
    to: int = NONE


class Purchase(NamedTuple):
    """The deed landed on, to be bought at its price or declined."""

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
    """A win at auction that is not yet paid.  ``direct``: as in `Place`."""

    player: int
    amount: int
    deed: int
    piece: str
    out: tuple[int, ...]
    direct: tuple[int, ...] = ()
    final: bool = False


class Place(NamedTuple):
    """A piece won and paid for, whose winner has yet to name the lot.

    ``direct``: lots that a hotel may go on without the houses that they lack, as judged at the hammer (WIKI/BUILD-16).
    ``final``: at the hammer the win reached the printed cost of every lot of the winner: no call takes it away again,
    whatever the winner does (JMA/SHORT-5).
    """

    player: int
    piece: str
    amount: int
    direct: tuple[int, ...] = ()
    final: bool = False


class Draw(NamedTuple):
    """A card to be drawn."""

    player: int
    deck: str


class PayOrDraw(NamedTuple):
    """The choice on London's card: a fine paid with the cash in hand, or another card.  It is not a debt."""

    player: int
    amount: int
    deck: str


class TaxChoice(NamedTuple):
    """The choice at income tax: the flat sum, or a percentage of what the player is worth."""

    player: int


class Debt(NamedTuple):
    """A debt (JMA/DEBT-3): rent, tax, card, jail_fee, interest.

    ``to`` is a seat, BANK or EACH.  ``dice`` (jail_fee): the throw by which the token moves once the fee is settled.
    ``taken_over``: whether a jail fee was taken over from a bankrupt (JMA/BANKR-10).
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
    """Whether an entry is the jail fee of a player who has still to leave jail by it."""
    return type(entry) is Debt and entry.cause == JAIL_FEE and not entry.taken_over


def in_order(entries: Iterable[Pending]) -> tuple[Pending, ...]:
    """Return entries in the order in which they are dealt with: the throw of a turn after all that comes before it."""
    return tuple(sorted(entries, key=lambda entry: type(entry) is Throw and entry.why != "utility_rent"))
