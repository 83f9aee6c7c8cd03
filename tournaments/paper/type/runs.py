"""Splits a text into runs of one font each, in visual order, and measures it.

ReportLab looks for a character in one font only, and supports neither shaping by itself nor right-to-left scripts.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from reportlab.lib.abag import ABag
from reportlab.pdfbase.ttfonts import shapeFragWord

from tournaments.paper.type.characters import GETA, clusters, wide
from tournaments.paper.type.face import Face, all_faces, faces


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text in one font.

    ``text``: as drawn; ``meant``: what PDF readers find and copy; ``width``: at size 1; ``heavier``: drawn bold with an
    outline; ``left_to_right``: whether it reads from left to right.
    """

    text: str
    face: str
    width: float
    meant: str
    heavier: bool = False
    left_to_right: bool = True


@lru_cache(maxsize=20_000)
def runs(text: str, language: str, weight: str) -> tuple[Run, ...]:
    """The runs of a cleaned text, from left to right.

    A word (kanji and kana, or letters) stays in one font if one has all of it; otherwise each character uses the first
    font that has it.  A character that no font has is shown as 〓.
    """
    pieces: list[tuple[Face | None, str]] = []
    for _, group in groupby(clusters(text), _kind):
        word = list(group)
        whole = _first_face("".join(word), language, weight)
        pieces += [(whole or _first_face(piece, language, weight), piece) for piece in word]
    # With right-to-left text, spaces become runs of their own, to be reordered separately.
    has_right_to_left = any(found is not None and found.shaped and _is_right_to_left(piece) for found, piece in pieces)
    line: list[Run] = []
    for (found, _), group_ in groupby(pieces, lambda pair: (pair[0], has_right_to_left and pair[1].isspace())):
        parts = [piece for _, piece in group_]
        line += [_run(found, "".join(parts))] if found else [_unknown(part, language, weight) for part in parts]
    return _visual_order(line)


def width(text: str, language: str, weight: str) -> float:
    """The width of a cleaned text at size 1."""
    return sum(run.width for run in runs(text, language, weight))


def missing(text: str, language: str, weight: str = "regular") -> tuple[str, ...]:
    """The characters of a cleaned text that no font has, each once."""
    return tuple(
        dict.fromkeys(each for each in text if not each.isspace() and _first_face(each, language, weight) is None)
    )


def _kind(piece: str) -> str:
    return "space" if piece.isspace() else "wide" if wide(piece) else "narrow"


def _first_face(text: str, language: str, weight: str) -> Face | None:
    return next((face for face in all_faces(language, weight) if face.has(text)), None)


def _run(face: Face, text: str) -> Run:
    if not face.shaped:
        return Run(text, face.name, sum(face.widths[ord(each)] for each in text) / 1000, text, face.heavier)
    across, (_, drawn) = shapeFragWord([0, (ABag(fontName=face.name, fontSize=1), text)], force=True)
    return Run(drawn, face.name, across, text, face.heavier, not _is_right_to_left(text))


def _unknown(cluster: str, language: str, weight: str) -> Run:
    """A run for a cluster that no font has: its letter without the accent if a font has that, otherwise 〓."""
    found = _first_face(cluster[0], language, weight)
    if found is not None:
        plain = _run(found, cluster[0])
        return Run(plain.text, plain.face, plain.width, cluster, plain.heavier, plain.left_to_right)
    geta = next(face for face in faces(language, weight) if face.has(GETA))
    return Run(GETA, geta.name, geta.widths[ord(GETA)] / 1000, cluster)


def _is_right_to_left(text: str) -> bool:
    """Whether a text is right-to-left, judging by its first letter with a direction."""
    strong = (unicodedata.bidirectional(each) for each in text)
    return next((each for each in strong if each in ("L", "R", "AL")), "L") != "L"


def _visual_order(line: list[Run]) -> tuple[Run, ...]:
    """The runs in visual order: consecutive right-to-left runs are reversed, with whatever is between them."""
    if all(run.left_to_right for run in line):
        return tuple(line)
    stretches: list[list[Run]] = []
    between: list[Run] = []
    for run in line:
        if not any(unicodedata.bidirectional(each) in ("L", "R", "AL", "EN") for each in run.meant):
            between.append(run)
            continue
        if stretches and not stretches[-1][0].left_to_right and not run.left_to_right:
            stretches[-1] += between
            stretches[-1].append(run)
        else:
            stretches += [[space] for space in between]
            stretches.append([run])
        between = []
    stretches += [[space] for space in between]
    ordered: list[Run] = []
    first = next(run for run in line if not run.meant.isspace())
    for stretch in stretches if first.left_to_right else reversed(stretches):
        ordered += stretch if stretch[0].left_to_right else reversed(stretch)
    return tuple(ordered)
