"""Pending entries: what a table still has to do before play goes on, besides the throws that follow by themselves.

They are in ``State.pending`` in the order in which they arose; seats and districts are numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.table import NONE

RENT = "rent"
TAX = "tax"
CARD = "card"
JAIL_FEE = "jail_fee"
"""The cause of the debt after the third failed throw in jail (CITY/JAIL-10)."""


class Throw(NamedTuple):
    """A throw that does not begin a turn: after bail, a release card or the jail fee, or for a double."""

    player: int
    why: str = "turn"


class Purchase(NamedTuple):
    """The unowned district landed on: to be bought at its price, or auctioned (CITY/LAND-1, CITY/LAND-2)."""

    player: int
    deed: int


class Auction(NamedTuple):
    """A district to be auctioned.

    ``caller``: who decided on the auction and opens it, NONE where anybody may.  ``calls``: (seat, amount in K), the
    highest last.  ``running``: whether the Auction button has been pressed, and ``since`` when (seconds; None: not
    given).  ``estate``: left by a player who went bankrupt to the bank.
    """

    deed: int
    caller: int = NONE
    calls: tuple[tuple[int, int], ...] = ()
    running: bool = False
    since: float | None = None
    estate: bool = False

    @property
    def high(self) -> int:
        """The highest call so far, 0 without any."""
        return self.calls[-1][1] if self.calls else 0


class Draw(NamedTuple):
    """A Chance card to be drawn."""

    player: int


Pending = Throw | Purchase | Auction | Draw | Debt
