"""A sheet as the judge filled it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pieces:
    """Buildings counted without saying on which lots they stand."""

    houses: int = 0
    hotels: int = 0


@dataclass(frozen=True, slots=True)
class CountedDeed:
    """A deed that a player holds.

    ``deed``: its key in the edition.  ``stands``: what stands on it, in the fields of the ruleset's position: of the
    classic game ``{"level": 3}`` (0-4 houses, 5 a hotel), of Monopoly City ``{"residential": [1, 2]}`` and so on.
    """

    deed: str
    mortgaged: bool = False
    stands: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """What a player had; money in whole dollars (Monopoly City: thousands).

    ``player``: the id; ``name``: for sentences.  ``cash``, or ``notes``: how many of each value; both have to agree.
    ``groups``: buildings by colour group, ``pieces``: all together, where the sheet does not say it by lot.  ``cards``:
    release cards, as the ruleset's position lists them.  ``fell``: which bankruptcy of the game it was, from 1; None of
    a survivor.  ``written``: the total that the judge wrote down.
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
    """The sheets of a table, the players in start order, and the law that they played by.

    ``ruleset``, ``version`` (None: the one in force), ``edition``, ``options``: as in the header of a record.  ``box``:
    how much money the box holds, where somebody counted it.
    """

    round: int
    table: int
    ruleset: str
    players: tuple[PlayerSheet, ...]
    version: str | None = None
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    box: int | None = None
