"""Splits a line into runs of one font each, in visual order, and measures it.

ReportLab looks for a character in one font only, and does not shape what it draws by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from reportlab.lib.abag import ABag
from reportlab.pdfbase.ttfonts import shapeFragWord

from rulesets.languages import FALLBACK
from tournaments.paper.type.characters import GETA, KANA, NOT_FIRST, NOT_LAST, clusters, wide
from tournaments.paper.type.direction import directed, in_visual_order, mirrored, unmarked
from tournaments.paper.type.face import Face, faces, first_face

APOSTROPHE = "\u2019"
MARKS = (NOT_FIRST | NOT_LAST) - KANA
"""Commas, colons and brackets: they look as the language has them, whatever language the words beside them are in."""
FEATURES = {"kern": True, "liga": True}
"""What shaping may do beyond what a script needs.  Ornamental ligatures join letters of other words: in Hebrew יו."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text in one font.

    ``text``: as drawn; ``meant``: what PDF readers find and copy; ``width``: at size 1; ``heavier``: drawn bold with an
    outline.
    """

    text: str
    face: str
    width: float
    meant: str
    heavier: bool = False


@lru_cache(maxsize=20_000)
def runs(line: str, language: str, weight: str) -> tuple[Run, ...]:
    """The runs of a cleaned line, from left to right as seen.

    A word (kanji and kana, or letters) stays in one font if one has all of it; otherwise each character uses the first
    font that has it.  A character that no font has is shown as 〓.
    """
    if not directed(line):
        return tuple(_runs(unmarked(line), language, weight))
    found: list[Run] = []
    for backwards, group in groupby(in_visual_order(line), lambda pair: pair[1]):
        seen = "".join(character for character, _ in group)
        found += (
            reversed(list(_runs(seen[::-1], language, weight, backwards=True)))
            if backwards
            else _runs(seen, language, weight)
        )
    return tuple(found)


def _runs(text: str, language: str, weight: str, *, backwards: bool = False) -> Iterator[Run]:
    """The runs of a text of one direction, in the order in which it is read."""
    pieces: list[tuple[Face | None, str]] = []
    for _, group in groupby(clusters(text), _kind):
        word = list(group)
        whole = first_face("".join(word), language, weight)
        pieces += [(whole or first_face(piece, language, weight), piece) for piece in word]
        if APOSTROPHE in word:
            pieces[-len(word) :] = _with_apostrophes(pieces[-len(word) :], weight)
    for found, group_ in groupby(pieces, itemgetter(0)):
        parts = [piece for _, piece in group_]
        if found:
            yield _run(found, "".join(parts), backwards=backwards)
        else:
            yield from (_unknown(part, language, weight) for part in parts)


def _with_apostrophes(pieces: Sequence[tuple[Face | None, str]], weight: str) -> list[tuple[Face | None, str]]:
    """The pieces of a word, with the apostrophe between two letters from a Latin font: in a Chinese one it ends a
    quotation, as wide as a character.
    """
    latin = first_face(APOSTROPHE, FALLBACK, weight)
    inner = {at for at in range(1, len(pieces) - 1) if pieces[at - 1][1].isalpha() and pieces[at + 1][1].isalpha()}
    return [
        (latin, piece) if piece == APOSTROPHE and at in inner else (found, piece)
        for at, (found, piece) in enumerate(pieces)
    ]


def width(text: str, language: str, weight: str) -> float:
    """The width of a cleaned text at size 1."""
    return sum(run.width for run in runs(text, language, weight))


def missing(text: str, language: str, weight: str = "regular") -> tuple[str, ...]:
    """The characters of a cleaned text that no font has, each once."""
    every = dict.fromkeys(text)
    return tuple(each for each in every if not each.isspace() and first_face(each, language, weight) is None)


def _kind(piece: str) -> str:
    if piece.isspace():
        return "space"
    if not wide(piece):
        return "narrow"
    return "mark" if piece in MARKS else "wide"


def _run(face: Face, text: str, *, backwards: bool = False) -> Run:
    if not face.shaped or (directed(text) and not backwards):  # the digits of an Arabic font
        drawn = mirrored(text) if backwards else text
        return Run(drawn, face.name, sum(face.widths[ord(each)] for each in text) / 1000, text, face.heavier)
    across, (_, drawn) = shapeFragWord([0, (ABag(fontName=face.name, fontSize=1), text)], FEATURES, force=True)
    return Run(drawn, face.name, across, text, face.heavier)


def _unknown(cluster: str, language: str, weight: str) -> Run:
    """A run for a cluster that no font has: its letter without the accent if a font has that, otherwise 〓."""
    found = first_face(cluster[0], language, weight)
    if found is not None:
        plain = _run(found, cluster[0])
        return Run(plain.text, plain.face, plain.width, cluster, plain.heavier)
    geta = next(face for face in faces(language, weight) if face.has(GETA))
    return Run(GETA, geta.name, geta.widths[ord(GETA)] / 1000, cluster)
