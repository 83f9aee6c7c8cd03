"""A sheet as filled in by the judge: what the API, the form and the record of a result take of it is declared here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from tournaments.result import MOST_DOLLARS, Fell, Left
from tournaments.typed import Dollars, Several, Whole, Word


@dataclass(frozen=True, slots=True)
class Pieces:
    """Numbers of buildings, regardless of where they stand."""

    houses: Annotated[int, Whole(0, 1000)] = 0
    hotels: Annotated[int, Whole(0, 1000)] = 0


@dataclass(frozen=True, slots=True)
class CountedDeed:
    """A deed that a player holds, by its key in the edition."""

    deed: Annotated[str, Word(60), "The key of the deed, such as `boardwalk`."]
    mortgaged: bool = False
    stands: Annotated[
        Mapping[str, object],
        "What stands there, by the fields of a position: `level` 0 to 4 houses, 5 a hotel; `residential` [1, 2].",
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player's counted sheet.  If both ``cash`` and ``notes`` are given, they have to agree."""

    player: Annotated[str, Word(18), "The player's id."]
    cash: Annotated[int | None, Dollars(0, MOST_DOLLARS)] = None
    notes: Annotated[
        Mapping[Annotated[int, Whole(1, MOST_DOLLARS)], Annotated[int, Whole(0, 100_000)]] | None,
        "The number of notes of each value.",
    ] = None
    deeds: Annotated[Sequence[CountedDeed], Several(100)] = ()
    groups: Annotated[
        Mapping[Annotated[str, Word(60)], Pieces],
        "The buildings by colour group, if the sheet does not give them by property.",
    ] = field(default_factory=dict)
    pieces: Annotated[Pieces | None, "All the buildings together."] = None
    cards: Annotated[Sequence[Annotated[str, Word(60)]], Several(20), "The release cards."] = ()
    fell: Fell = None
    left: Left = False
    written: Annotated[int | None, Dollars(0, MOST_DOLLARS), "The total that the judge wrote down, to be compared."] = (
        None
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The counted sheets of a table; money in whole dollars (Monopoly City: thousands)."""

    players: Annotated[Sequence[PlayerSheet], Several(12, 1)]
    box: Annotated[int | None, Dollars(0, MOST_DOLLARS), "How much money the game box contains."] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSheet(Sheet):
    """The sheets of a table, with the players in start order, and the ruleset that was played.

    ``ruleset``, ``version`` (None: the one in force), ``edition``, ``options``: as in the header of a record.
    ``names``: of the players, by id.
    """

    round: int
    table: int
    ruleset: str
    version: str | None = None
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, player: PlayerSheet) -> str:
        return self.names.get(player.player, player.player)
