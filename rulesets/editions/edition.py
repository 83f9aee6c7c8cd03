"""A board edition: spaces, deeds, cards, stocks and sums as printed. How they work in a game is up to the ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

DEED_KINDS = ("street", "railroad", "utility")
DECKS = ("chance", "community_chest")
"""The decks known to records; a space where cards are drawn has the name of its deck as its kind."""

SPACE_KINDS = ("go", *DEED_KINDS, "tax", *DECKS, "jail", "free_parking", "go_to_jail")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card orders. `kind` says which of the other fields count:

    advance_to(space), advance_nearest(near, times), move_back(amount in spaces), move_back_to(space), go_to_jail, keep
    (the release card), collect_bank(amount), pay_bank(amount), collect_each(amount), pay_each(amount),
    pay_per_building(house, hotel), pay_or_draw(amount, alternative).

    `times` multiplies the rent of a railroad or, for a utility, a new throw. Passing GO on the way pays the salary by
    the general rule, so no card mentions it.
    """

    kind: str
    amount: int = 0
    space: int = -1
    near: str = ""
    times: int = 0
    house: int = 0
    hotel: int = 0
    alternative: str = ""


class Card(NamedTuple):
    key: str
    deck: str
    effect: Effect
    labels: Mapping[str, str]
    """Short labels by language, in our own words."""

    def __repr__(self) -> str:
        return f"<Card {self.key} of {self.deck}>"


@dataclass(frozen=True, slots=True, repr=False)
class Deed:
    number: int
    """Its place among the deeds, in board order from GO."""
    key: str
    space: int
    kind: str
    """One of DEED_KINDS."""
    group: str
    """The colour of a street, else `railroad` or `utility`."""
    price: int
    mortgage: int
    rents: tuple[int, ...]
    """Street: by level 0-5. Railroad: by count owned. Utility: the multiplier of the throw, by count owned."""
    building_cost: int
    """The cost of a house, and of a hotel on top of four houses; 0 where nothing can be built."""
    names: Mapping[str, str]
    siblings: tuple[int, ...]
    """The numbers of all deeds of the group, this one included, in board order."""

    def __repr__(self) -> str:
        return f"<Deed {self.key}>"


@dataclass(frozen=True, slots=True)
class Space:
    index: int
    """Steps from GO, clockwise."""
    key: str
    kind: str
    """One of SPACE_KINDS."""
    names: Mapping[str, str]
    deed: int = -1
    """The number of its deed, or -1."""
    tax: int = 0
    tax_percent: int = 0
    """The alternative at a tax space, in percent of what the player is worth; 0 where there is none."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Edition:
    """One edition, immutable throughout. Two editions are equal when name and fingerprint are."""

    name: str
    names: Mapping[str, str]
    currency: str
    """The symbol printed before sums."""
    houses: int
    hotels: int
    starting_cash: int
    denominations: Mapping[int, int]
    """How many notes of each value make up the starting cash, highest value first."""
    salary: int
    jail_fee: int
    spaces: tuple[Space, ...]
    deeds: tuple[Deed, ...]
    groups: Mapping[str, tuple[int, ...]]
    """The deed numbers of each group; groups and deeds in board order."""
    group_names: Mapping[str, Mapping[str, str]]
    decks: Mapping[str, tuple[Card, ...]]
    deck_names: Mapping[str, Mapping[str, str]]
    space_index: Mapping[str, int]
    deed_number: Mapping[str, int]
    cards: Mapping[str, Mapping[str, Card]]
    """The cards of each deck by key."""
    jail: int
    """The index of the jail."""
    fingerprint: str
    """The SHA-256 of all that can affect a game: everything but the texts and the order of the cards in the file."""

    def card(self, deck: str, key: str) -> Card:
        """The card `key` of `deck`. Raises KeyError when there is no such deck or card."""
        return self.cards[deck][key]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Edition):
            return NotImplemented
        return (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))

    def __repr__(self) -> str:
        return f"<Edition {self.name} {self.fingerprint[:8]}>"
