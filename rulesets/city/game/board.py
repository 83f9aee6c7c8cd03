"""Defines an edition of Monopoly City: the board, the district cards and the Chance cards as immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulesets.kernel.telling.money import Money

DISTRICT = "district"
SPACE_KINDS = (
    "go",
    DISTRICT,
    "chance",
    "industry_tax",
    "auction",
    "planning_permission",
    "free_parking",
    "jail",
    "go_to_jail",
)
CORNERS = ("go", "jail", "free_parking", "go_to_jail")
"""Kinds of space of which a board has exactly one; its key is the same as its kind."""
CARD_KINDS = ("collect", "pay", "collect_each", "pay_each", "advance", "go_to_jail", "release", "other")
DISTRICTS = 22
CARDS = 25
MONEY = Money(multiples=(("M", 1000), ("K", 1)), also=(("百万", 1000), ("万", 10), ("萬", 10)))
"""Amounts are thousands, written as on the notes: 37700 is 37.7M, 500 is 500K."""
CERTAIN_GROUP = {"central_quay": "Central Quay", "old_town": "Old Town", "harbor_heights": "Harbor Heights"}
"""The districts that the published rules name; these three make up one colour group (SKY-4)."""
CERTAIN_RENTS = {"central_quay": (4, 3500)}
"""The rents that they give: of Central Quay with four blocks, 3.5M (OVER-5)."""


class Deed(NamedTuple):
    """A district card.  Amounts are thousands (K).

    ``rents``: for 1 to 8 counted blocks.  ``residential``, ``industrial``: prices of pieces of 1, 2 and 3 blocks.
    ``siblings``: all districts of the colour group, including this one.
    """

    number: int
    key: str
    space: int
    group: str
    price: int
    land_rent: int
    rents: tuple[int, ...]
    residential: tuple[int, ...]
    industrial: tuple[int, ...]
    skyscraper: int
    siblings: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<Deed {self.key}>"


class Space(NamedTuple):
    """A space of the track.  ``deed``: the district's number, else -1.  ``pair``: what a Planning Permission space
    offers, empty where the edition does not say.
    """

    number: int
    key: str
    kind: str
    names: Mapping[str, str]
    deed: int = -1
    pair: tuple[str, ...] = ()


class Card(NamedTuple):
    """A Chance card: what it orders (``kind``), an amount in K, the space that it leads to."""

    key: str
    labels: Mapping[str, str]
    kind: str
    amount: int = 0
    space: int = -1

    def __repr__(self) -> str:
        return f"<Card {self.key}>"


class Edition(NamedTuple):
    """A board with its cards.  ``invented``: the figures are made up and not those of a real game."""

    name: str
    names: Mapping[str, str]
    invented: bool
    go_income: int
    spaces: tuple[Space, ...]
    deeds: tuple[Deed, ...]
    groups: Mapping[str, tuple[int, ...]]
    group_names: Mapping[str, Mapping[str, str]]
    cards: tuple[Card, ...]
    card: Mapping[str, Card]
    space_index: Mapping[str, int]
    deed_number: Mapping[str, int]
    jail: int

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"
