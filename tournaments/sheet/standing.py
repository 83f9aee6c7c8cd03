"""What stands on a deed, as it is typed: the kind of value of each piece that a game declares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rulesets.kernel.telling.assets import BlockPieces, ChosenPiece, CountedPiece
from tournaments.typed import Kind, Misread, Whole, plain


@dataclass(frozen=True, slots=True)
class ChosenValue:
    """One of a piece's values, written as JSON."""

    piece: ChosenPiece

    def read(self, text: str) -> Any:
        """The value.  Raises `Misread`."""
        written = plain(text)
        for value, _ in self.piece.choices:
            if json.dumps(value) == written:
                return value
        raise Misread("cell_not_offered", given=text.strip()[:40])


@dataclass(frozen=True, slots=True)
class BlockCount:
    """A number of blocks, or pieces by their sizes: ``5``, ``2+3``; without sizes, a number of pieces."""

    piece: BlockPieces

    def read(self, text: str) -> list[int] | int:
        """The sizes of the pieces, or their number.  Raises `Misread`."""
        if not self.piece.sizes:
            return Whole(0, self.piece.most).read(text)
        parts = [Whole(0, self.piece.most).read(part) for part in plain(text).split("+")]
        return sorted(size for part in parts for size in self.piece.pieces(part))


def kind_of(piece: CountedPiece) -> Kind[Any]:
    return ChosenValue(piece) if isinstance(piece, ChosenPiece) else BlockCount(piece)


def as_typed(piece: CountedPiece, value: Any) -> str:
    """What would be typed for what stands there; empty for nothing."""
    if isinstance(piece, BlockPieces):
        return "+".join(map(str, value if piece.sizes else [value])) if value else ""
    return json.dumps(piece.offered(value))
