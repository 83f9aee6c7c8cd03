"""What players of a game own: declared once beside its law, and read where it is counted, typed, drawn or printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.kernel.telling.counting import CountingSheet, Sheet, SheetRow
from rulesets.kernel.telling.money import Money
from rulesets.kernel.telling.pieces import Piece
from rulesets.languages import FALLBACK

Names = Mapping[str, str]
"""A name by language."""


@dataclass(frozen=True, slots=True)
class ChosenPiece:
    """What is counted on a deed, as one of several values.

    ``key``: the field of a deed in a position; ``choices``: each value with its name, that of a bare deed first.  Where
    the field is a list, as many as are chosen can stand there, and one is enough for the count.
    """

    key: str
    names: Names
    choices: Sequence[tuple[Any, Names]]

    def offered(self, value: Any) -> Any:
        """The choice that stands for a value in a form."""
        several = isinstance(value, list | tuple)
        return next((each for each, _ in self.choices if each == value or (several and each == [*value][:1])), value)


@dataclass(frozen=True, slots=True)
class BlockPieces:
    """Pieces of several sizes on a deed, of which the blocks are counted, at most ``most`` of them.

    ``key``: the field of a deed in a position, a list of sizes; ``sizes``: those that there are.  Without sizes, the
    field is a number of pieces.
    """

    key: str
    names: Names
    sizes: Sequence[int]
    most: int

    def pieces(self, blocks: int) -> list[int]:
        """Pieces of so many blocks: as few as can be."""
        found: list[int] = []
        for size in sorted(self.sizes, reverse=True):
            found += [size] * ((blocks - sum(found)) // size)
        return sorted(found)


CountedPiece = ChosenPiece | BlockPieces


@dataclass(frozen=True, slots=True)
class AssetDeed:
    """A deed, and what can stand on it and changes what its owner is worth.

    ``figures``: those of its card that a sheet prints, one for each printed column, None for a blank.
    """

    key: str
    names: Names
    pieces: Sequence[CountedPiece] = ()
    figures: Sequence[int | None] = ()


@dataclass(frozen=True, slots=True)
class AssetGroup:
    """Deeds of a colour."""

    key: str
    names: Names
    deeds: Sequence[AssetDeed]


@dataclass(frozen=True, slots=True)
class Assets:
    """What players of a game can own; the default is a game without money and deeds.

    ``board``: its name; ``called``: what ``one`` deed and ``many`` are called; ``pieces``: all that may stand on a
    deed, as they are drawn and named in each language; ``sheet``: how they are counted on paper. ``cards``: those
    that count, by key; ``notes``: the values of the notes, the highest first, empty where nobody knows them;
    ``mortgages``: whether there are any; ``most_cash``, ``most``: how much cash, and how much in all, there can be in
    a box, where that is known.
    """

    board: Names = field(default_factory=dict)
    called: Mapping[str, Names] = field(default_factory=lambda: {"one": {}, "many": {}})
    groups: Sequence[AssetGroup] = ()
    pieces: Mapping[str, Sequence[Piece]] = field(default_factory=dict)
    sheet: Sheet = field(default_factory=Sheet)
    cards: Sequence[tuple[str, Names]] = ()
    notes: Sequence[int] = ()
    mortgages: bool = False
    most_cash: int | None = None
    most: int | None = None

    def deeds(self) -> Iterator[AssetDeed]:
        return (deed for group in self.groups for deed in group.deeds)

    def deed(self, key: str) -> AssetDeed | None:
        return next((each for each in self.deeds() if each.key == key), None)

    def drawn(self, language: str) -> Sequence[Piece]:
        """What may stand on a deed, in a language."""
        return self.pieces.get(language, ())

    def counting(self, money: Money, language: str) -> CountingSheet:
        def said(names: Names) -> str:
            return names.get(language) or names.get(FALLBACK, "")

        return CountingSheet(
            said(self.board),
            said(self.called["one"]),
            tuple(map(money.shown, self.notes)) if self.sheet.by_note else (),
            self.sheet,
            tuple(
                SheetRow(
                    said(group.names),
                    said(deed.names),
                    tuple("" if each is None else money.figure(each) for each in deed.figures),
                )
                for group in self.groups
                for deed in group.deeds
            ),
        )
