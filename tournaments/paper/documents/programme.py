"""The programme of the day, to hand out: when what happens, how one goes on, the rules in short, a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import code
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.words import words

SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
"""Font sizes of the day: the largest at which all is on one sheet, and the last if more sheets are needed."""
SMALLER = 0.74
"""The size of the texts below the day, as a fraction of its own."""
LEADING = 1.4
HEAD, FOOT = 56 * MM, 9 * MM
WHEN, LASTS, TABLES = 30 * MM, 24 * MM, 22 * MM
"""The widths of times, durations, and how many tables there are."""
BETWEEN = 8 * MM
"""Between two columns of texts."""
WRITTEN = 9 * MM
"""The height of a line that is written by hand."""


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A line of the programme.  ``when``: a time; ``lasts``, ``tables``: of a round.  Without a text, or without a time
    in a timed part, it leaves room to write one.
    """

    what: str
    when: str = ""
    lasts: str = ""
    tables: str = ""


@dataclass(frozen=True, slots=True)
class ProgrammePart:
    """A part.  ``timed``: its lines have times, else each is a text alone; ``aside``: beside its title."""

    title: str
    lines: tuple[ProgrammeLine, ...]
    timed: bool = False
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Programme:
    """The facts of the programme; what is not known is empty, and then there is a line to write it on.

    ``day``: over the whole width; ``columns``: the parts below it, side by side; ``rounds``: those of which a player
    notes results; ``finals``: those of them that give no points; ``date``: with the day of the week; ``people``: who is
    responsible, each with their office; ``link``: to the public pages, empty if they are closed.
    """

    day: ProgrammePart
    columns: tuple[tuple[ProgrammePart, ...], ...]
    rounds: tuple[str, ...] = ()
    finals: tuple[str, ...] = ()
    date: str = ""
    venue: str = ""
    people: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class _ProgrammeRow:
    """A line or a title (no ``line``) ready to be drawn; ``keep``: it stays with the next one."""

    part: ProgrammePart
    line: ProgrammeLine | None
    size: float
    texts: tuple[str, ...]
    height: float
    keep: bool = False


_Placed = tuple[_ProgrammeRow, Box]


def programme(facts: Programme, layout: Layout, language: str) -> bytes:
    """The programme as a PDF, on one sheet as far as it has room."""
    inner = layout.sheet.inset(layout.margin * MM)
    _, first, _ = inner.rows(HEAD, 0, FOOT)
    further = inner.rows(0, FOOT)[0]
    own = _own_height(facts)
    for size in SIZES:
        pages, left = _pages(facts, size * layout.scale, first, further, language)
        if len(pages) == 1 and left >= own:
            break
    count, room = len(pages), Box(first.x, first.bottom - own, first.width, own)
    drawn = [
        partial(_page, facts, page, number, count, room if number == count and left >= own else None, layout)
        for number, page in enumerate(pages, 1)
    ]
    return press(drawn, layout.sheet, layout, language, words(language)["programme"])


def _rows(part: ProgrammePart, size: float, width: float, language: str) -> list[_ProgrammeRow]:
    """The lines of a part with their heights."""
    found = [_ProgrammeRow(part, None, size, (), size * 2.4 + 2 * MM, keep=True)]
    across = (width - (WHEN + LASTS + TABLES if part.timed else 0)) / size
    for line in part.lines:
        texts = tuple(break_lines(clean(line.what), across, language, "regular")) if line.what else ()
        height = max(len(texts), 1) * size * LEADING + size * (0.6 if part.timed else 0.4)
        if not line.what or (part.timed and not line.when):
            height = max(height, WRITTEN)
        found.append(_ProgrammeRow(part, line, size, texts, height))
    return found


def _pages(facts: Programme, size: float, first: Box, further: Box, language: str) -> tuple[list[list[_Placed]], float]:
    """Distribute the lines over pages, a title never alone at the foot of one; and how high the rest of the last is."""
    pages: list[list[_Placed]] = [[]]
    begin = (0, first.y)
    for columns, own in (((facts.day,),), size), (facts.columns, size * SMALLER):
        ends = [begin]
        for parts, box in zip(columns, first.columns(*[0] * len(columns), gap=BETWEEN), strict=True):
            at, y = begin
            lines = [each for part in parts for each in _rows(part, own, box.width, language)]
            for each, after in zip(lines, (*lines[1:], None), strict=True):
                wanted = each.height + (after.height if each.keep and after else 0)
                if y + wanted > first.bottom and pages[at]:
                    at, y = at + 1, further.y
                    pages += [[]] * (at == len(pages))
                pages[at].append((each, Box(box.x, y, box.width, each.height)))
                y += each.height
            ends.append((at, y))
        begin = max(ends)
    return pages, first.bottom - begin[1]


def _own_height(facts: Programme) -> float:
    return 46 * MM if facts.rounds else 0


def _page(
    facts: Programme,
    lines: Sequence[_Placed],
    number: int,
    count: int,
    own: Box | None,
    layout: Layout,
    ink: Ink,
    sheet: Box,
) -> None:
    ink = ink.plain
    room, foot = sheet.inset(layout.margin * MM).rows(0, FOOT)
    if number == 1:
        _head(facts, layout, ink, room.rows(HEAD, 0)[0])
    for each, box in lines:
        _title(each, ink, box, layout) if each.line is None else _line(each, each.line, ink, box)
    if own is not None and facts.rounds:
        _own(facts, ink, own)
    rest = foot.rows(0, 4 * MM)[1]
    sponsor, imprint, page = rest.columns(rest.width * 0.42, 0, 16 * MM, gap=3 * MM)
    ink.rule(rest.x, rest.y - 0.5 * MM, rest.right, rest.y - 0.5 * MM, FINE)
    ink.say((layout.sponsor or {}).get(ink.language, ""), sponsor, Type(7.5))
    ink.say(layout.imprint, imprint, Type(7.5, align="right"))
    ink.say(f"{number} / {count}", page, Type(7.5, align="right"))


def _head(facts: Programme, layout: Layout, ink: Ink, box: Box) -> None:
    """Draw what it is the programme of, when and where, who is responsible, and the code."""
    texts = words(ink.language)
    text, corner = box.rows(0, 6 * MM)[0].columns(0, 36 * MM if facts.link else 0.1, gap=4 * MM)
    kind, name, when, where, who = text.rows(7 * MM, 0, 8 * MM, 7 * MM, 6 * MM, gap=0.8 * MM)
    ink.say(texts["programme"], kind, Type(13, "bold"))
    ink.write(layout.event[ink.language], name, Type(34, "bold", leading=1.12, least=0.3))
    for label, known, line, type in (
        (texts["programme_date"], facts.date, when, Type(16, "bold", least=0.55)),
        (texts["programme_venue"], facts.venue, where, Type(13, least=0.55)),
    ):
        if known:
            ink.say(known, line, type)
            continue
        left, right = line.columns(22 * MM, 0)
        ink.say(label, left, Type(9))
        ink.rule(right.x, right.bottom - 1 * MM, right.right, right.bottom - 1 * MM, FINE)
    ink.say("\u3000".join(facts.people), who, Type(10, least=0.75))
    if facts.link:
        square, caption = corner.rows(0, 7 * MM)
        code(ink, facts.link, square)
        ink.write(texts["poster_follow"], caption, Type(7.5, align="centre", stand="top", leading=1.15))
    y = box.bottom - 3 * MM
    ink.coloured(layout.colour).rule(box.x, y, box.right, y, BOLD)


def _title(each: _ProgrammeRow, ink: Ink, box: Box, layout: Layout) -> None:
    room = Box(box.x, box.y, box.width, box.height - each.size * 0.4)
    if each.part.aside:
        room, aside = room.columns(0, room.width * 0.3)
        ink.say(each.part.aside, aside, Type(each.size * SMALLER, align="right", stand="bottom"))
    ink.say(each.part.title, room, Type(each.size * 1.15, "bold", stand="bottom", least=0.6))
    ink.coloured(layout.colour).rule(box.x, box.bottom, box.right, box.bottom, PLAIN)


def _line(each: _ProgrammeRow, line: ProgrammeLine, ink: Ink, box: Box) -> None:
    size = each.size
    when, text, lasts, tables = box, box, box, box
    if each.part.timed:
        when, text, lasts, tables = box.columns(WHEN, 0, LASTS, TABLES)
        ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)
    height = size * LEADING
    first = box.y + (box.height - height * max(len(each.texts), 1)) / 2
    base = box.bottom - 0.2 * height
    if each.part.timed:
        ink.say(line.when, Box(when.x, first, when.width - 3 * MM, height), Type(size, "bold", least=0.5))
        for said, own in ((line.lasts, lasts), (line.tables, tables)):
            ink.say(said, Box(own.x, first, own.width, height), Type(size * 0.85, align="right", least=0.5))
    elif not each.texts:
        ink.rule(text.x, base, text.right, base, FINE)
    for at, said in enumerate(each.texts):
        ink.say(said, Box(text.x, first + at * height, text.width + 0.1, height), Type(size, least=0.9))


def _own(facts: Programme, ink: Ink, box: Box) -> None:
    """Draw where a player notes the own results."""
    texts = words(ink.language)
    title, grid = box.inset(0, 2 * MM).rows(9 * MM, 0)
    ink.say(texts["programme_own"], title, Type(12, "bold"))
    ink.frame(grid, PLAIN)
    labels = ("", texts["table"], texts["points"], texts["rank"])
    for at, (label, row) in enumerate(zip(labels, grid.rows(6 * MM, *[0] * (len(labels) - 1)), strict=True)):
        name, *cells = row.columns(WHEN, *[0] * len(facts.rounds))
        ink.say(label, name.inset(2 * MM, 0), Type(9))
        for round_, cell in zip(facts.rounds, cells, strict=True):
            if at and label == texts["points"] and round_ in facts.finals:
                ink.fill(cell, 0.88)
            ink.rule(cell.x, cell.y, cell.x, cell.bottom, FINE)
            ink.say("" if at else round_, cell.inset(1 * MM, 0), Type(9, "bold", "centre"))
        if at:
            ink.rule(row.x, row.y, row.right, row.y, FINE)
