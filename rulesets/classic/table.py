"""What stays the same during a game: seats, edition, options and the ruleset's figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.editions import Edition

BANK = -1
"""The bank as an owner, payer or payee."""
EACH = -2
"""Every other player still in the game, as the payee of one debt (the pay-each card)."""


class Figures(NamedTuple):
    """Figures that a ruleset fixes (amounts in whole dollars); what a tournament may set is an option instead."""

    least_bid: int
    bid_step: int
    most_doubles: int
    jail_throws: int
    interest_percent: int
    card_price_limit: int


class Table(NamedTuple):
    """One game's constants; every state carries it.  Seats are numbered from 0 in turn order.

    ``decks`` in the order of ``State.known``; ``release``: the key of the release card of each deck that has one.
    """

    seats: tuple[str, ...]
    edition: Edition
    options: Mapping[str, Any]
    figures: Figures
    names: Mapping[str, str]
    seat_number: Mapping[str, int]
    decks: tuple[str, ...]
    release: Mapping[str, str]

    def party(self, number: int) -> str:
        """The key of a seat number, ``bank`` or ``each``."""
        return self.seats[number] if number >= 0 else "bank" if number == BANK else "each"

    def deed_key(self, number: int) -> str:
        """The key of a deed number."""
        return self.edition.deeds[number].key
