"""Vertical writing (縦書き): the layout of a column.

Kanji and kana are upright, one below the other; 、 and 。, small kana, brackets and long vowel marks use the vertical
forms of their font; words in letters are rotated, and numbers of up to three digits are set upright in one square.
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
"""The characters with a vertical form, and the code points of that form in our fonts."""
ATOMS = re.compile(r"[0-9]{1,3}(?![0-9A-Za-z.,])|[^\S\u3000]|[!-~\u00a1-\u1fff]{1,12}|.")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a column.

    ``form``: ``upright``, ``turned`` (rotated clockwise by 90 degrees), or ``number`` (digits side by side);
    ``advance``: the distance down to the next piece, at size 1; ``meant``: the text that it stands for, if different.
    """

    text: str
    form: str
    advance: float
    meant: str = ""


def column(text: str, language: str, weight: str) -> tuple[Piece, ...]:
    """A cleaned line as pieces from top to bottom."""
    return tuple(piece for atom in ATOMS.findall(text) for piece in _pieces(atom, language, weight))


def length(pieces: tuple[Piece, ...]) -> float:
    """The length of a column at size 1."""
    return sum(piece.advance for piece in pieces)


def break_columns(text: str, room: float, language: str, weight: str) -> list[tuple[Piece, ...]]:
    """Break a cleaned text into columns no longer than ``room`` (at size 1), between phrases unless one is longer than
    that; no column begins with 、 or 」 or the like.
    """
    columns: list[list[Piece]] = []
    for part in text.split("\n"):
        columns.append([])
        for phrase in phrases(part):
            pieces = column(phrase, language, weight)
            whole = length(pieces)
            if columns[-1] and whole <= room and length(tuple(columns[-1])) + whole > room + 0.001:
                columns.append([])
            _append_pieces(columns, pieces, room)
    return [tuple(each) for each in columns]


def _append_pieces(columns: list[list[Piece]], pieces: Sequence[Piece], room: float) -> None:
    """Append pieces to the last column, starting new ones as needed."""
    for piece in pieces:
        if length((*columns[-1], piece)) > room + 0.001 and columns[-1]:
            first = (piece.meant or piece.text)[0]
            columns.append([columns[-1].pop()] if first in NOT_FIRST and len(columns[-1]) > 1 else [])
        columns[-1].append(piece)


def cut_column(pieces: tuple[Piece, ...], room: float, language: str, weight: str) -> tuple[Piece, ...]:
    """As much of a column as fits with an ellipsis at its end."""
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
