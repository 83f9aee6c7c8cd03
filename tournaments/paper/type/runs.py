"""A text in runs of one font each, and how wide it is.  ReportLab looks for a character in one font only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from tournaments.paper.type.characters import clusters, wide
from tournaments.paper.type.face import Face, faces


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one font.  ``width``: at size 1."""

    text: str
    face: str
    width: float


@lru_cache(maxsize=20_000)
def runs(text: str, language: str, weight: str) -> tuple[Run, ...]:
    """The runs of a cleaned text.

    A word (kanji and kana, or letters) stays in one font where one has all of it; else each character takes the first
    font that has it.
    """
    order = faces(language, weight)
    pieces: list[tuple[Face, str]] = []
    for _, group in groupby(clusters(text), _kind):
        word = list(group)
        whole = next((face for face in order if face.has("".join(word))), None)
        pieces += [(whole or _face(piece, order), piece) for piece in word]
    return tuple(
        _run(face, "".join(piece for _, piece in group)) for face, group in groupby(pieces, lambda pair: pair[0])
    )


def width(text: str, language: str, weight: str) -> float:
    """The width of a cleaned text at size 1."""
    return sum(run.width for run in runs(text, language, weight))


def missing(text: str, language: str, weight: str) -> tuple[str, ...]:
    """The characters of a cleaned text that no font has, each once."""
    order = faces(language, weight)
    return tuple(dict.fromkeys(each for each in text if not any(face.has(each) for face in order)))


def _kind(piece: str) -> str:
    return "space" if piece.isspace() else "wide" if wide(piece) else "narrow"


def _face(piece: str, order: tuple[Face, ...]) -> Face:
    return next((face for face in order if face.has(piece)), next((f for f in order if f.has(piece[0])), order[0]))


def _run(face: Face, text: str) -> Run:
    return Run(text, face.name, sum(face.widths.get(ord(each), 1000) for each in text) / 1000)
