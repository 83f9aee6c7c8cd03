"""The rules booklet: every clause of a ruleset by chapter, with the event's own rules, in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean

GAP = 8 * MM
LEADING = 1.36
CHAPTER, CLAUSE, TEXT, EVENT = "chapter", "clause", "text", "event"
SIZES = {CHAPTER: 12.0, CLAUSE: 8.5, TEXT: 8.5, EVENT: 8.5}
BEFORE = {CHAPTER: 4 * MM, CLAUSE: 1.6 * MM, TEXT: 0.0, EVENT: 1.6 * MM}
"""The space above a chapter, a clause, its text, and an event's own rule."""


@dataclass(frozen=True, slots=True)
class BookletClause:
    """A clause.  ``id``: empty for what the event itself says, under a title of its own."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class BookletChapter:
    """A chapter with its clauses, those of the event last."""

    title: str
    clauses: tuple[BookletClause, ...]


@dataclass(frozen=True, slots=True)
class RulesBooklet:
    """The facts of the booklet.  ``title``: in the reader's language; ``aside``: what kind of document it is."""

    title: str
    aside: str
    chapters: tuple[BookletChapter, ...]


@dataclass(frozen=True, slots=True)
class _BookletLine:
    """A line of a column.  ``before``: the space above it; ``keep``: it stays with the next one."""

    kind: str
    text: str
    size: float
    before: float = 0.0
    keep: bool = False

    @property
    def bold(self) -> bool:
        return self.kind in (CHAPTER, CLAUSE)


def rules_booklet(facts: RulesBooklet, layout: Layout, language: str) -> bytes:
    """The booklet as a PDF."""
    room = body(layout)
    width = (room.width - GAP) / 2
    lines = [line for chapter in facts.chapters for line in _lines(chapter, width, layout.scale, language)]
    columns = _columns(lines, room.height)
    pages = [partial(_page, columns[at : at + 2], width) for at in range(0, len(columns), 2)]
    return framed(pages, layout, language, facts.title, facts.aside)


def _lines(chapter: BookletChapter, width: float, scale: float, language: str) -> Iterator[_BookletLine]:
    yield from _set(CHAPTER, chapter.title, width, scale, language, keep=True)
    for each in chapter.clauses:
        if each.id or each.title:
            yield from _set(CLAUSE, f"{each.id} {each.title}".strip(), width, scale, language, keep=True)
        yield from _set(TEXT if each.id else EVENT, each.text, width, scale, language)


def _set(
    kind: str, text: str, width: float, scale: float, language: str, *, keep: bool = False
) -> Iterator[_BookletLine]:
    size = SIZES[kind] * scale
    weight = "bold" if kind in (CHAPTER, CLAUSE) else "regular"
    inset = 3 * MM if kind == EVENT else 0
    lines = break_lines(clean(text), (width - inset) / size, language, weight) if text else ()
    for number, line in enumerate(lines):
        # Two lines of a text at least stand at the foot of a column, and at the head of the next.
        alone = len(lines) > 1 and number in (0, len(lines) - 2)
        yield _BookletLine(kind, line, size, 0 if number else BEFORE[kind], keep or alone)


def _columns(lines: Sequence[_BookletLine], height: float) -> list[list[_BookletLine]]:
    """Distribute the lines over columns; lines to keep with the next one move together."""
    columns: list[list[_BookletLine]] = []
    left = 0.0
    at = 0
    while at < len(lines):
        end = at
        while lines[end].keep and end + 1 < len(lines):
            end += 1
        block = lines[at : end + 1]
        wanted = sum(each.size * LEADING + each.before for each in block)
        if not columns or wanted > left:
            columns.append([])
            left = height
        columns[-1] += block
        left -= wanted
        at = end + 1
    return columns


def _page(columns: Sequence[Sequence[_BookletLine]], width: float, ink: Ink, room: Box) -> None:
    for number, lines in enumerate(columns):
        x, y = room.x + number * (width + GAP), room.y
        for each in lines:
            y += each.before if y > room.y else 0
            height = each.size * LEADING
            box = Box(x, y, width + 0.1, height)
            if each.kind == EVENT:
                ink.fill(Box(x, y, 1 * MM, height), 0)
                box = Box(x + 3 * MM, y, width - 3 * MM + 0.1, height)
            ink.say(each.text, box, Type(each.size / ink.scale, "bold" if each.bold else "regular"))
            y += height
            if each.kind == CHAPTER and each.before:
                ink.rule(x, y, x + width, y, BOLD)
