"""The constants of a game: seats, edition, options and the figures of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.city.game.board import Edition


class Figures(NamedTuple):
    """The figures fixed by the rules.  Amounts are thousands (K): 2000 is 2M.

    ``least_bid``, ``bid_step``: the first call of an auction and the step of all amounts.  ``block_limit``: blocks on a
    district.  ``stadium_needs``: districts of one colour for a stadium; ``tower_needs``: whole groups for the tower.
    ``removal``: the price of removing a hazard, for each of its blocks.
    """

    starting_cash: int = 37700
    least_bid: int = 10
    bid_step: int = 10
    most_doubles: int = 3
    jail_throws: int = 3
    bail: int = 500
    industry_tax: int = 2000
    block_limit: int = 8
    rent_factor: int = 2
    stadiums: int = 2
    stadium_needs: int = 2
    stadium_price: int = 2000
    stadium_income: int = 1000
    towers: int = 1
    tower_needs: int = 2
    tower_price: int = 7000
    removal: int = 500

    def __repr__(self) -> str:
        return f"<Figures: calls from {self.least_bid} in steps of {self.bid_step}, and {len(self) - 2} more>"


class Table(NamedTuple):
    """The constants of one game; every state holds a reference to them.  Seats are numbered from 0 in turn order."""

    seats: tuple[str, ...]
    edition: Edition
    options: Mapping[str, Any]
    figures: Figures
    names: Mapping[str, str]
    seat_number: Mapping[str, int]

    def __repr__(self) -> str:
        return f"<Table of {' '.join(self.seats)} on {self.edition.name}>"

    def party(self, number: int) -> str:
        """The key of a seat number, or ``bank``."""
        return self.seats[number] if number >= 0 else "bank"

    def deed_key(self, number: int) -> str:
        return self.edition.deeds[number].key


def seats() -> tuple[int, int]:
    """The least and greatest number of players: two to six (PLAYERS-1)."""
    return 2, 6
