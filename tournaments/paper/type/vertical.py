"""Vertical writing (縦書き): where each piece of a column stands.

Kanji and kana stand upright one below the other; 、 and 。 and small kana move to the upper right of their square;
brackets and long vowels are turned; Latin words are turned, numbers of up to three digits stand upright in one square.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.paper.type.characters import NOT_FIRST, clusters, wide
from tournaments.paper.type.runs import width

RAISED = frozenset("、。，．")
SMALL = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
TURNED = frozenset("ー〜～…‥―—–－-（）()［］「」『』【】〔〕〈〉《》｛｝〖〗：；＝=＜＞→←")
ATOMS = re.compile(r"[0-9]{1,3}(?![0-9A-Za-z.,])|[^\S\u3000]|[!-~\u00a1-\u024f\u1e00-\u1eff\u0300-\u036f]+|.")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a column.  ``form``: ``upright``, ``turned`` (a quarter to the right), or ``number`` (side by side).

    ``advance``: how far down the next piece is; ``right`` and ``up``: how far it is moved.  All at size 1.
    """

    text: str
    form: str
    advance: float
    right: float = 0
    up: float = 0


def column(text: str, language: str, weight: str) -> tuple[Piece, ...]:
    """A cleaned line as pieces from the top down."""
    return tuple(piece for atom in ATOMS.findall(text) for piece in _pieces(atom, language, weight))


def length(pieces: tuple[Piece, ...]) -> float:
    """How long a column is at size 1."""
    return sum(piece.advance for piece in pieces)


def break_columns(text: str, room: float, language: str, weight: str) -> list[tuple[Piece, ...]]:
    """A cleaned text in columns no longer than ``room`` (at size 1); none begins with 、 or 」 or the like."""
    columns: list[list[Piece]] = []
    for part in text.split("\n"):
        columns.append([])
        for piece in column(part, language, weight):
            if length((*columns[-1], piece)) > room + 0.001 and columns[-1]:
                carried = [columns[-1].pop()] if piece.text[0] in NOT_FIRST and len(columns[-1]) > 1 else []
                columns.append(carried)
            columns[-1].append(piece)
    return [tuple(each) for each in columns]


def _pieces(atom: str, language: str, weight: str) -> list[Piece]:
    if atom.isspace():
        return [Piece(atom, "upright", 1 if atom == "\u3000" else 0.5)]
    if re.fullmatch("[0-9]{1,3}", atom):
        return [Piece(atom, "number", 1)]
    if not wide(atom) and atom not in TURNED:
        return [Piece(atom, "turned", width(atom, language, weight))]
    return [_upright(piece, language, weight) for piece in clusters(atom)]


def _upright(piece: str, language: str, weight: str) -> Piece:
    if piece in TURNED:
        return Piece(piece, "turned", width(piece, language, weight))
    if piece in RAISED:
        return Piece(piece, "upright", 1, 0.6, 0.6)
    return Piece(piece, "upright", 1, 0.1, 0.12) if piece in SMALL else Piece(piece, "upright", 1)
