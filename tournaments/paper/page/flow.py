"""Text that flows over pages: titles, and entries with a key at the left and a label in front of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.press import Page
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean

SIZE = 9
LEADING = 1.42
KEY = 16 * MM
LABEL = 21 * MM
PAD = 1.1 * MM


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a part; it is never alone at the foot of a page."""

    text: str


@dataclass(frozen=True, slots=True)
class FlowEntry:
    """An entry.

    ``key``: a number or a time; ``label``: what kind of entry it is, empty for the usual one; ``strong``: highlighted,
    such as a ruling.
    """

    key: str
    text: str
    label: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class _Set:
    """A part ready to be drawn, with its lines and height."""

    what: Title | FlowEntry
    lines: tuple[str, ...]
    height: float


def flow_pages(parts: Sequence[Title | FlowEntry], room: Box, scale: float, language: str) -> list[Page]:
    """Pages of titles and entries.  ``room``: the body of a page.  Only an entry taller than half a page is split."""
    size = SIZE * scale
    most = int((room.height / 2) / (size * LEADING))
    set_ = [
        each for part in parts for each in _set(part, room.width - KEY * scale - LABEL * scale, size, language, most)
    ]
    pages: list[list[_Set]] = []
    left = 0.0
    for number, each in enumerate(set_):
        wanted = each.height
        if isinstance(each.what, Title) and number + 1 < len(set_):
            wanted += set_[number + 1].height
        if wanted > left:
            pages.append([])
            left = room.height
        pages[-1].append(each)
        left -= each.height
    return [partial(_page, page) for page in pages]


def _set(part: Title | FlowEntry, width: float, size: float, language: str, most: int) -> list[_Set]:
    if isinstance(part, Title):
        return [_Set(part, (clean(part.text),), size * 2.9)]
    weight = "bold" if part.strong else "regular"
    lines = break_lines(clean(part.text), width / size, language, weight)
    chunks = [tuple(lines[start : start + most]) for start in range(0, len(lines), most)] or [()]
    return [
        _Set(replace(part, key=part.key if not at else ""), chunk, max(len(chunk), 1) * size * LEADING + 2 * PAD)
        for at, chunk in enumerate(chunks)
    ]


def _page(parts: Sequence[_Set], ink: Ink, room: Box) -> None:
    y = room.y
    for each in parts:
        box = Box(room.x, y, room.width, each.height)
        if isinstance(each.what, Title):
            ink.say(each.lines[0], box.inset(0, 1.5 * MM), Type(14, "bold", stand="bottom", least=0.5))
            ink.rule(box.x, box.bottom, box.right, box.bottom, BOLD)
        else:
            _entry(ink, each.what, each.lines, box)
        y = box.bottom


def _entry(ink: Ink, entry: FlowEntry, lines: Sequence[str], box: Box) -> None:
    weight = "bold" if entry.strong else "regular"
    key, label, text = box.inset(0, PAD).columns(KEY * ink.scale, LABEL * ink.scale, 0)
    height = SIZE * ink.scale * LEADING
    first = [Box(cell.x, cell.y, cell.width - 2 * MM, height) for cell in (key, label)]
    if entry.strong:
        ink.fill(Box(box.x, box.y + 0.5 * MM, 1 * MM, box.height - 1 * MM), 0)
    ink.say(entry.key, Box(first[0].x + 2.5 * MM, first[0].y, first[0].width - 2.5 * MM, height), Type(7.5))
    if entry.label:
        ink.frame(first[1].inset(0, 0.3 * MM), PLAIN, 0.8 * MM)
        ink.say(entry.label, first[1].inset(1 * MM, 0), Type(7.5, "bold", "centre", least=0.5))
    for number, line in enumerate(lines):
        ink.say(line, Box(text.x, text.y + number * height, text.width + 0.1, height), Type(SIZE, weight))
    ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)
