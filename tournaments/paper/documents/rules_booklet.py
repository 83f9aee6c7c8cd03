"""The rules booklet: every clause of a ruleset by chapter, with the event's own rules, in two columns under a list of
the chapters with their pages, and a key to the bar that marks the event's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import width as text_width
from tournaments.paper.words import words

GAP = 8 * MM
LEADINGS = (1.44, 1.4, 1.36, 1.32, 1.28)
"""The line spacings: the widest at which the clauses take as few pages as at the last."""
LISTED = 1.36
"""The line spacing of the list of chapters."""
LONG = 14
"""The lines of a clause that may continue in the next column."""
CHAPTER, CLAUSE, TEXT, EVENT = "chapter", "clause", "text", "event"
SIZES = {CHAPTER: 12.0, CLAUSE: 8.5, TEXT: 8.5, EVENT: 8.5}
ID, CONTENTS = 7.0, 8.5
"""The sizes of a clause's id and of the list of chapters."""
ACROSS = 3
"""The columns of the list of chapters."""
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
    """A line of a column.  ``before``: the space above it; ``keep``: it stays with the next one; ``id``: of the clause
    whose title it is, at its right.
    """

    kind: str
    text: str
    size: float
    height: float
    before: float = 0.0
    keep: bool = False
    id: str = ""

    @property
    def bold(self) -> bool:
        return self.kind in (CHAPTER, CLAUSE)


def rules_booklet(facts: RulesBooklet, layout: Layout, language: str) -> bytes:
    """The booklet as a PDF."""
    room = body(layout)
    width = (room.width - GAP) / 2
    lines = [line for chapter in facts.chapters for line in _lines(chapter, width, layout.scale, language)]
    size = CONTENTS * layout.scale
    listed = -(-len(facts.chapters) // ACROSS)
    key = words(language)["booklet_key"] if any(each.kind == EVENT for each in lines) else ""
    top = (listed + (2 if key else 1)) * size * LISTED
    tried = [_columns(_spaced(lines, leading), room.height, room.height - top) for leading in LEADINGS]
    columns = next(each for each in tried if -(-len(each) // 2) == -(-len(tried[-1]) // 2))
    begun: dict[str, int] = {}
    for at, line in ((at, line) for at, column in enumerate(columns) for line in column if line.kind == CHAPTER):
        begun.setdefault(line.text, 1 + at // 2)
    found = [(clean(each.title), begun.get(clean(each.title), 1)) for each in facts.chapters]
    head = partial(_list, found, key, size)
    pages = [
        partial(_page, columns[at : at + 2], width, None if at else head, 0 if at else top)
        for at in range(0, len(columns), 2)
    ]
    return framed(pages, layout, language, facts.title, facts.aside)


def _lines(chapter: BookletChapter, width: float, scale: float, language: str) -> Iterator[_BookletLine]:
    yield from _set(CHAPTER, chapter.title, width, scale, language, keep=True)
    for each, after in zip_longest(chapter.clauses, chapter.clauses[1:]):
        if each.id or each.title:
            beside = text_width(each.id, language, "regular") * ID * scale + 2 * MM if each.id else 0
            title = [*_set(CLAUSE, each.title, width - beside, scale, language, keep=True)]
            yield from (replace(line, id="" if at else each.id) for at, line in enumerate(title))
        lines = [*_set(TEXT if each.id else EVENT, each.text, width, scale, language)]
        if lines and after is not None and not (after.id or after.title):
            # What the event says is not read without the clause that it changes, or its own title.
            lines[-1] = replace(lines[-1], keep=True)
        yield from lines


def _spaced(lines: Sequence[_BookletLine], leading: float) -> list[_BookletLine]:
    return [replace(line, height=line.size * leading) for line in lines]


def _set(
    kind: str, text: str, width: float, scale: float, language: str, *, keep: bool = False
) -> Iterator[_BookletLine]:
    size = SIZES[kind] * scale
    weight = "bold" if kind in (CHAPTER, CLAUSE) else "regular"
    inset = 3 * MM if kind == EVENT else 0
    lines = break_lines(clean(text), (width - inset) / size, language, weight) if text else ()
    for number, line in enumerate(lines):
        # A clause stays whole; of a long one, two lines at least stand at the foot of a column, and at the next's head.
        whole = number < len(lines) - 1 and (len(lines) < LONG or number in (0, len(lines) - 2))
        yield _BookletLine(kind, line, size, 0, 0 if number else BEFORE[kind], keep or whole)


def _columns(lines: Sequence[_BookletLine], height: float, first: float) -> list[list[_BookletLine]]:
    """Distribute the lines over columns, ``first``: the height of the first two; those of the last page are as even as
    they can be.
    """
    columns = _filled(lines, height, first)
    last = len(columns) - 1 - (len(columns) - 1) % 2
    rest = [line for column in columns[last:] for line in column]
    lower = sum(_height(line) for line in rest) / 2
    while len(found := _filled(rest, lower, lower)) > 2:
        lower += 1 * MM
    return [*columns[:last], *found]


def _height(line: _BookletLine) -> float:
    return line.height + line.before


def _filled(lines: Sequence[_BookletLine], height: float, first: float) -> list[list[_BookletLine]]:
    """Fill column after column; lines to keep with the next one move together."""
    columns: list[list[_BookletLine]] = []
    left = 0.0
    at = 0
    while at < len(lines):
        end = at
        while lines[end].keep and end + 1 < len(lines):
            end += 1
        block = lines[at : end + 1]
        wanted = sum(_height(each) for each in block)
        if not columns or wanted > left:
            columns.append([])
            left = height if len(columns) > 2 else first
        columns[-1] += block
        left -= wanted
        at = end + 1
    return columns


def _page(
    columns: Sequence[Sequence[_BookletLine]], width: float, head: Page | None, top: float, ink: Ink, room: Box
) -> None:
    if head is not None:
        head(ink, room)
    for number, lines in enumerate(columns):
        x, y = room.x + number * (width + GAP), room.y + top
        begin = y
        for each in lines:
            y += each.before if y > begin else 0
            box = Box(x, y, width + 0.1, each.height)
            if each.kind == EVENT:
                ink.fill(Box(x, y, 1 * MM, each.height), 0)
                box = Box(x + 3 * MM, y, width - 3 * MM + 0.1, each.height)
            ink.say(each.text, box, Type(each.size / ink.scale, "bold" if each.bold else "regular"))
            ink.say(each.id, box, Type(ID, align="right"))
            y += each.height
            if each.kind == CHAPTER and each.before:
                ink.rule(x, y, x + width, y, BOLD)


def _list(chapters: Sequence[tuple[str, int]], key: str, size: float, ink: Ink, room: Box) -> None:
    """Draw the list of chapters with their pages, and the key to what the event itself says."""
    line, down = size * LISTED, -(-len(chapters) // ACROSS)
    for column, at in zip(room.columns(*[0] * ACROSS, gap=GAP), range(0, len(chapters), down), strict=False):
        for number, (title, page) in enumerate(chapters[at : at + down]):
            name, own = Box(column.x, room.y + number * line, column.width, line).columns(0, 6 * MM)
            ink.say(title, name, Type(CONTENTS, least=0.7))
            ink.say(str(page), own, Type(CONTENTS, align="right"))
    if key:
        box = Box(room.x, room.y + (down + 0.3) * line, room.width, line)
        ink.fill(Box(box.x, box.y, 1 * MM, line), 0)
        ink.say(key, Box(box.x + 3 * MM, box.y, box.width - 3 * MM, line), Type(CONTENTS, "bold", least=0.7))
