"""A sheet as filled in by the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pieces:
    """Buildings counted without their lots."""

    houses: int = 0
    hotels: int = 0


@dataclass(frozen=True, slots=True)
class CountedDeed:
    """A deed that a player holds.

    ``deed``: its key in the edition.  ``stands``: the buildings on it, as fields of the ruleset's position: in the
    classic game ``{"level": 3}`` (0-4 houses, 5 a hotel), in Monopoly City ``{"residential": [1, 2]}`` and so on.
    """

    deed: str
    mortgaged: bool = False
    stands: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """What a player had; money in whole dollars (Monopoly City: thousands).

    ``player``: the id; ``name``: for sentences.  ``cash``, ``notes``: the total, and how many notes of each value; if
    both are given, they have to agree.  ``groups``, ``pieces``: buildings by colour group and in total, if the sheet
    does not list them by lot.  ``cards``: release cards, as in the ruleset's position.  ``fell``: the number of the
    bankruptcy in the game, from 1; None for a survivor.  ``written``: the total that the judge entered.
    """

    player: str
    name: str
    cash: int | None = None
    notes: Mapping[int, int] | None = None
    deeds: tuple[CountedDeed, ...] = ()
    groups: Mapping[str, Pieces] = field(default_factory=dict)
    pieces: Pieces | None = None
    cards: tuple[str, ...] = ()
    fell: int | None = None
    written: int | None = None


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The sheets of a table, with the players in start order, and the ruleset that was played.

    ``ruleset``, ``version`` (None: the one in force), ``edition``, ``options``: as in the header of a record.  ``box``:
    the amount of money in the box, if somebody counted it.
    """

    round: int
    table: int
    ruleset: str
    players: tuple[PlayerSheet, ...]
    version: str | None = None
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    box: int | None = None
