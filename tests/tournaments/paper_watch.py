"""What is where on paper: records every text and line of a document as it is drawn."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from tournaments.paper.page import press
from tournaments.paper.page.box import Box
from tournaments.paper.page.ink import LEAST, RISE, Ink, Type
from tournaments.paper.type.fitting import Setting
from tournaments.paper.type.runs import width
from tournaments.paper.type.vertical import Piece, length

NEAR = 0.6
"""Points by which neighbours may overlap."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn, and where its ink is.  ``size``: that of the type, 0 for a line."""

    what: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0


@dataclass
class Sheet:
    """A page: its size, its texts, its lines (horizontal and vertical), and what left its box."""

    width: float = 0
    height: float = 0
    texts: list[Mark] = field(default_factory=list)
    lines: list[Mark] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    tints: set[float] = field(default_factory=set)
    thick: set[float] = field(default_factory=set)


@contextmanager
def watched() -> Iterator[list[Sheet]]:
    """Record the pages of all documents that are made while the block runs."""
    pages: list[Sheet] = []
    lying = False
    page, turned, kept, fill = press._draw, Ink.turned_name, Ink._set, Ink.fill
    rule, frame, column = Ink.rule, Ink.frame, Ink.column

    def on_page(binding: Any, drawn: Sequence[Any], sheet: Box, *rest: Any) -> None:
        def of(one: Any) -> Callable[..., None]:
            def draw(*arguments: Any) -> None:
                pages.append(Sheet(sheet.width, sheet.height))
                one(*arguments)

            return draw

        page(binding, [of(each) for each in drawn], sheet, *rest)

    def on_text(ink: Ink, setting: Setting, box: Box, type: Type) -> None:
        kept(ink, setting, box, type)
        if lying:
            return
        high = (len(setting.lines) - 1) * setting.leading
        middle = {"top": box.y + setting.size / 2, "middle": box.y + (box.height - high) / 2}
        first = middle.get(type.stand, box.bottom - setting.size / 2 - high)
        if high + setting.size * 0.8 > box.height + NEAR:
            pages[-1].outside.append(f"{setting} is higher than {box}")
        for number, line in enumerate(setting.lines):
            across = width(line, ink.language, type.weight) * setting.size
            left = box.x + (box.width - across) * {"left": 0, "centre": 0.5, "right": 1}[type.align]
            at = first + number * setting.leading
            size = setting.size
            if across > box.width + NEAR:
                pages[-1].outside.append(f"{line!r} is wider than {box}")
            if line.strip():
                pages[-1].texts.append(Mark(line, left, at - RISE * size, left + across, at + RISE * size, size))

    def on_turned(ink: Ink, text: str, box: Box, type: Type) -> None:
        nonlocal lying
        lying = True
        turned(ink, text, box, type)
        lying = False
        small = box.inset(1)
        pages[-1].texts.append(Mark(text, small.x, small.y, small.right, small.bottom, LEAST))

    def on_column(ink: Ink, pieces: tuple[Piece, ...], x: float, y: float, size: float, weight: str) -> None:
        column(ink, pieces, x, y, size, weight)
        text = "".join(piece.text for piece in pieces)
        if text.strip():
            far = y + length(pieces) * size
            pages[-1].texts.append(Mark(text, x - size * 0.45, y, x + size * 0.45, far, size))

    def on_rule(ink: Ink, x: float, y: float, x2: float, y2: float, *thick: float) -> None:
        rule(ink, x, y, x2, y2, *thick)
        pages[-1].thick |= set(thick)
        pages[-1].lines.append(Mark("rule", min(x, x2), min(y, y2), max(x, x2), max(y, y2)))

    def on_frame(ink: Ink, box: Box, *rest: float) -> None:
        frame(ink, box, *rest)
        pages[-1].thick |= set(rest[:1])
        edges: list[tuple[float, ...]] = [(box.x, box.y, box.right, box.y), (box.x, box.bottom, box.right, box.bottom)]
        edges += [(box.x, box.y, box.x, box.bottom), (box.right, box.y, box.right, box.bottom)]
        pages[-1].lines += [Mark("frame", *edge) for edge in edges]

    def on_fill(ink: Ink, box: Box, grey: float, *rest: float) -> None:
        fill(ink, box, grey, *rest)
        pages[-1].tints.add(grey)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(press, "_draw", on_page)
        patch.setattr(Ink, "_set", on_text)
        patch.setattr(Ink, "turned_name", on_turned)
        patch.setattr(Ink, "column", on_column)
        patch.setattr(Ink, "rule", on_rule)
        patch.setattr(Ink, "frame", on_frame)
        patch.setattr(Ink, "fill", on_fill)
        patch.setattr(Ink, "upside_down", lambda _ink, _draw: None)  # what is upside down is recorded upright, too
        patch.setattr(Ink, "stamp", lambda _ink, _name, draw: draw())
        yield pages


def torn_names(pages: Sequence[Sheet], names: Sequence[str]) -> Iterator[str]:
    """Yield the names that stand half on one line of a sentence and half on the next."""
    for before, after in (both for page in pages for both in pairwise(page.texts)):
        if before.left != after.left or before.size != after.size:
            continue
        one, other = (each.what.strip("\u200e\u200f") for each in (before, after))
        for joined in (f"{one}{other}", f"{one} {other}"):
            spans = [found.span() for name in names for found in re.finditer(re.escape(name), joined)]
            yield from (joined for start, stop in spans if start < len(one) < stop and stop - start < len(joined))


def troubles(page: Sheet) -> Iterator[str]:
    """Yield what is wrong with a page: texts that overlap, run through a line, leave the sheet, or are too small."""
    yield from page.outside
    texts = sorted(page.texts, key=lambda each: each.top)
    for at, one in enumerate(texts):
        if one.size < LEAST - 0.01:
            yield f"{one} is too small"
        if one.left < -NEAR or one.right > page.width + NEAR or one.top < -NEAR or one.bottom > page.height + NEAR:
            yield f"{one} is off the sheet"
        for other in texts[at + 1 :]:
            if other.top > one.bottom - NEAR:
                break
            if min(one.right, other.right) - max(one.left, other.left) > NEAR:
                yield f"{one} lies over {other}"
    tops = [each.top for each in texts]
    tallest = max((each.bottom - each.top for each in texts), default=0)
    for line in page.lines:
        level = line.top == line.bottom
        for text in texts[bisect_left(tops, line.top - tallest) : bisect_right(tops, line.bottom)]:
            if level:
                inside = line.top - text.top > NEAR and text.bottom - line.top > NEAR
                along = inside and min(text.right, line.right) - max(text.left, line.left)
            else:
                inside = line.left - text.left > NEAR and text.right - line.left > NEAR
                along = inside and min(text.bottom, line.bottom) - max(text.top, line.top)
            if along > NEAR:
                yield f"{line} strikes {text}"
