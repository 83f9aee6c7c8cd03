"""Vertical writing (縦書き): where each piece of a column stands.

Kanji and kana stand upright one below the other; 、 and 。, small kana, brackets and long vowels have the forms that
their font keeps for columns; words in letters are turned, numbers of up to three digits stand upright in one square.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.paper.type.breaking import phrases
from tournaments.paper.type.characters import NOT_FIRST, PRIVATE, VERTICAL_FORMS, clusters, wide
from tournaments.paper.type.fitting import ELLIPSIS
from tournaments.paper.type.runs import missing, width

TURNED = frozenset("－-()＜＞→←")
FORMS = {each: chr(PRIVATE + at) for at, each in enumerate(VERTICAL_FORMS)}
"""The characters that look otherwise in a column, and where the fonts have that form."""
ATOMS = re.compile(r"[0-9]{1,3}(?![0-9A-Za-z.,])|[^\S\u3000]|[!-~\u00a1-\u1fff]{1,12}|.")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a column.  ``form``: ``upright``, ``turned`` (a quarter to the right), or ``number`` (side by side).

    ``advance``: how far down the next piece is, at size 1; ``meant``: what it stands for, where that is another text.
    """

    text: str
    form: str
    advance: float
    meant: str = ""


def column(text: str, language: str, weight: str) -> tuple[Piece, ...]:
    """A cleaned line as pieces from the top down."""
    return tuple(piece for atom in ATOMS.findall(text) for piece in _pieces(atom, language, weight))


def length(pieces: tuple[Piece, ...]) -> float:
    """How long a column is at size 1."""
    return sum(piece.advance for piece in pieces)


def break_columns(text: str, room: float, language: str, weight: str) -> list[tuple[Piece, ...]]:
    """A cleaned text in columns no longer than ``room`` (at size 1), parted between phrases that are no longer either;
    none begins with 、 or 」 or the like.
    """
    columns: list[list[Piece]] = []
    for part in text.split("\n"):
        columns.append([])
        for phrase in phrases(part):
            pieces = column(phrase, language, weight)
            whole = length(pieces)
            if columns[-1] and whole <= room and length(tuple(columns[-1])) + whole > room + 0.001:
                columns.append([])
            _placed(columns, pieces, room)
    return [tuple(each) for each in columns]


def _placed(columns: list[list[Piece]], pieces: Sequence[Piece], room: float) -> None:
    """Pieces at the end of the last column, and in further ones."""
    for piece in pieces:
        if length((*columns[-1], piece)) > room + 0.001 and columns[-1]:
            first = (piece.meant or piece.text)[0]
            columns.append([columns[-1].pop()] if first in NOT_FIRST and len(columns[-1]) > 1 else [])
        columns[-1].append(piece)


def cut_column(pieces: tuple[Piece, ...], room: float, language: str, weight: str) -> tuple[Piece, ...]:
    """So much of a column as there is room for with an ellipsis at its end."""
    end = column(ELLIPSIS, language, weight)
    kept = list(pieces)
    while kept and length((*kept, *end)) > room:
        kept.pop()
    return (*kept, *end)


def _pieces(atom: str, language: str, weight: str) -> list[Piece]:
    if atom.isspace():
        return [Piece(atom, "upright", 1 if atom == "\u3000" else 0.5)]
    if re.fullmatch("[0-9]{1,3}", atom):
        return [Piece(atom, "number", 1)]
    if not wide(atom) and atom not in TURNED:
        return [Piece(atom, "turned", width(atom, language, weight))]
    return [_upright(piece, language, weight) for piece in clusters(atom)]


def _upright(piece: str, language: str, weight: str) -> Piece:
    form = FORMS.get(piece)
    if form is not None and not missing(form, language, weight):
        return Piece(form, "upright", 1, piece)
    if form is not None or piece in TURNED:
        return Piece(piece, "turned", width(piece, language, weight))
    return Piece(piece, "upright", 1)
