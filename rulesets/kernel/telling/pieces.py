"""What may stand on a deed, and how it is drawn and named: declared once beside a game's law, and read by every board,
list, picture and paper that shows a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.languages import FALLBACK
from rulesets.languages.counted import fill

FEW = 2
"""So many kinds of pieces need no explanation beside a board: a number, and a letter."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece, in one language.

    ``field``: the field of a deed in a position that says how many stand there.  A number is their count, a flag one, a
    list of numbers the sizes of blocks; a list of names has ``key`` once for each of them.
    ``level``, ``to``: where the field is a level, the first and last of this piece: houses 1 to 4, a hotel 5.
    ``mark``: its letters in a drawing; ``counted``: whether the number goes with them even if it is one.
    ``look``: ``plain``, ``solid`` (its colours exchanged), ``good`` or ``bad`` for the owner.
    ``said``: its words by the number that stands there, the last for any larger one, with ``{count}``.
    ``void_by``: a field of the deed that takes the effect of this piece while anything is there, which ``void`` says.
    """

    key: str
    field: str
    name: str
    mark: str
    said: Sequence[str]
    level: int = 0
    to: int = 0
    counted: bool = False
    look: str = "plain"
    void_by: str = ""
    void: str = ""

    def shape(self) -> dict[str, Any]:
        """The declaration as JSON, for pages that draw positions themselves (`templates/static/board/seen.js`)."""
        return {**asdict(self), "said": list(self.said)}

    def count(self, deed: Mapping[str, Any]) -> int:
        """How many of them stand on a deed of a position."""
        value = deed.get(self.field) or 0
        if isinstance(value, (list, tuple)):
            return sum(each if isinstance(each, int) else each == self.key for each in value)
        if self.level:
            return value - self.level + 1 if self.level <= value <= self.to else 0
        return int(value)


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """What stands of one kind on a deed: the letters that are drawn, and its words.  ``void``: without effect now."""

    piece: Piece
    mark: str
    said: str
    void: bool


def standing(pieces: Iterable[Piece], deed: Mapping[str, Any] | None) -> list[StandingPiece]:
    """What stands on a deed of a position, in the order of the declaration; None: one that a position leaves out."""
    found = []
    deed = deed or {}
    for piece in pieces:
        if count := piece.count(deed):
            said = fill(piece.said[min(count, len(piece.said)) - 1], count=count)
            void = bool(piece.void_by and deed.get(piece.void_by))
            mark = f"{piece.mark}{count if piece.counted or count > 1 else ''}"
            found.append(StandingPiece(piece, mark, fill(piece.void, said=said) if void else said, void))
    return found


def pieces_on(game: Any, language: str = FALLBACK) -> Sequence[Piece]:
    """What may stand on the deeds of a game."""
    edition = getattr(game.state.table, "edition", None)  # a game of another package may have none
    found: Sequence[Piece] = game.ruleset.mechanics.assets(edition).drawn(language)
    return found


def words_of(game: Any, deed: Mapping[str, Any], language: str) -> list[str]:
    """What stands on a deed of a position of a game, in words."""
    return [each.said for each in standing(pieces_on(game, language), deed)]


def pieces_of(printed: Mapping[str, Any]) -> list[Piece]:
    """The declaration in what is `printed` on a game's board."""
    return [Piece(**each) for each in printed["pieces"]]


def legend(pieces: Sequence[Piece], deeds: Mapping[str, Mapping[str, Any]] | None = None) -> list[Piece]:
    """The pieces whose letters are explained beside a board, if there are more than a few kinds: all of them, or those
    that stand on the ``deeds`` of a position.
    """
    if len(pieces) <= FEW:
        return []
    return [piece for piece in pieces if deeds is None or any(map(piece.count, deeds.values()))]
