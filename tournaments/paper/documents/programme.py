"""The programme of the day, to hand out: when what happens, how one goes on, the rules in short, a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import code
from tournaments.paper.page.ink import BOLD, FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.words import words

SIZES = (14.0, 12.5, 11.0, 10.0, 9.0, 8.0)
"""Font sizes: the largest at which all is on one sheet; if it is not even at the last, more sheets follow."""
LEADING = 1.4
HEAD, FOOT = 46 * MM, 9 * MM
WHEN = 34 * MM
"""The width of times and labels."""
WRITTEN = 9 * MM
"""The height of a line that is written by hand."""


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A line: a time or a label, and what belongs to it.  A line without one of the two leaves room to write it."""

    when: str
    what: str


@dataclass(frozen=True, slots=True)
class ProgrammePart:
    """A part of the programme.  ``timed``: its lines begin with a time or a label, else each is a text alone."""

    title: str
    lines: tuple[ProgrammeLine, ...]
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Programme:
    """The facts of the programme; what is not known is empty, and then there is a line to write it on.

    ``link``: to the public pages, empty if they are closed.
    """

    parts: tuple[ProgrammePart, ...]
    venue: str = ""
    organizer: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class _ProgrammeRow:
    """A line or a title (no ``line``) ready to be drawn; ``keep``: it stays with the next one."""

    title: str
    line: ProgrammeLine | None
    timed: bool
    texts: tuple[str, ...]
    height: float
    keep: bool = False


def programme(facts: Programme, layout: Layout, language: str) -> bytes:
    """The programme as a PDF, on one sheet as far as it has room."""
    inner = layout.sheet.inset(layout.margin * MM)
    _, middle, _ = inner.rows(HEAD, 0, FOOT)
    further = inner.rows(0, FOOT)[0]
    sizes = [size * layout.scale for size in SIZES]
    for size in sizes:
        pages = _pages([each for part in facts.parts for each in _rows(part, size, middle.width, language)], middle)
        if len(pages) == 1:
            break
    else:
        lines = [each for part in facts.parts for each in _rows(part, size, middle.width, language)]
        pages = _pages(lines, middle, further)
    count = len(pages)
    drawn = [partial(_page, facts, page, number, count, size, layout) for number, page in enumerate(pages, 1)]
    return press(drawn, layout.sheet, layout, language, words(language)["programme"])


def _rows(part: ProgrammePart, size: float, width: float, language: str) -> list[_ProgrammeRow]:
    """The lines of a part with their heights."""
    found = [_ProgrammeRow(part.title, None, False, (), size * 2.4, keep=True)]
    across = (width - (WHEN if part.timed else 0)) / size
    for line in part.lines:
        texts = tuple(break_lines(clean(line.what), across, language, "regular")) if line.what else ()
        height = max(len(texts), 1) * size * LEADING + size * 0.5
        if not line.what or (part.timed and not line.when):
            height = max(height, WRITTEN)
        found.append(_ProgrammeRow("", line, part.timed, texts, height))
    return found


def _pages(lines: Sequence[_ProgrammeRow], first: Box, further: Box | None = None) -> list[list[_ProgrammeRow]]:
    """Distribute the lines over pages; a title is never alone at the foot of one."""
    pages: list[list[_ProgrammeRow]] = [[]]
    left = first.height
    for at, each in enumerate(lines):
        wanted = each.height + (lines[at + 1].height if each.keep and at + 1 < len(lines) else 0)
        if wanted > left and pages[-1]:
            pages.append([])
            left = (further or first).height
        pages[-1].append(each)
        left -= each.height
    return pages


def _page(
    facts: Programme,
    lines: Sequence[_ProgrammeRow],
    number: int,
    count: int,
    size: float,
    layout: Layout,
    ink: Ink,
    sheet: Box,
) -> None:
    ink = ink.plain
    middle, foot = sheet.inset(layout.margin * MM).rows(0, FOOT)
    if number == 1:
        head, middle = middle.rows(HEAD, 0)
        _head(facts, layout, ink, head)
    y = middle.y
    for each in lines:
        _line(each, size, ink, Box(middle.x, y, middle.width, each.height), layout)
        y += each.height
    rest = foot.rows(0, 4 * MM)[1]
    sponsor, imprint, page = rest.columns(rest.width * 0.42, 0, 16 * MM, gap=3 * MM)
    ink.rule(rest.x, rest.y - 0.5 * MM, rest.right, rest.y - 0.5 * MM, FINE)
    ink.say((layout.sponsor or {}).get(ink.language, ""), sponsor, Type(7.5))
    ink.say(layout.imprint, imprint, Type(7.5, align="right"))
    ink.say(f"{number} / {count}", page, Type(7.5, align="right"))


def _head(facts: Programme, layout: Layout, ink: Ink, box: Box) -> None:
    """Draw what it is the programme of, when and where, and the code."""
    texts = words(ink.language)
    text, corner = box.rows(0, 5 * MM)[0].columns(0, 36 * MM if facts.link else 0.1, gap=4 * MM)
    kind, name, when, where, who = text.rows(6 * MM, 0, 6.5 * MM, 6.5 * MM, 5.5 * MM, gap=0.8 * MM)
    ink.say(texts["programme"], kind, Type(11, "bold"))
    ink.write(layout.event[ink.language], name, Type(28, "bold", leading=1.12, least=0.3))
    for label, known, line in (
        (texts["programme_date"], (layout.date or {}).get(ink.language, ""), when),
        (texts["programme_venue"], facts.venue, where),
    ):
        if known:
            ink.say(known, line, Type(13, least=0.55))
            continue
        left, right = line.columns(22 * MM, 0)
        ink.say(label, left, Type(9))
        ink.rule(right.x, right.bottom - 1 * MM, right.right, right.bottom - 1 * MM, FINE)
    ink.say(facts.organizer, who, Type(9))
    if facts.link:
        square, caption = corner.rows(0, 7 * MM)
        code(ink, facts.link, square)
        ink.write(texts["poster_follow"], caption, Type(7.5, align="centre", stand="top", leading=1.15))
    y = box.bottom - 3 * MM
    ink.coloured(layout.colour).rule(box.x, y, box.right, y, BOLD)


def _line(each: _ProgrammeRow, size: float, ink: Ink, box: Box, layout: Layout) -> None:
    if each.line is None:
        ink.say(
            each.title,
            Box(box.x, box.y, box.width, box.height - size * 0.3),
            Type(size * 1.15, "bold", stand="bottom", least=0.6),
        )
        ink.coloured(layout.colour).rule(box.x, box.bottom, box.right, box.bottom, FINE)
        return
    when, text = box.columns(WHEN, 0) if each.timed else (Box(box.x, box.y, 0, 0), box)
    height, pad = size * LEADING, size * 0.25
    if each.timed and each.line.when:
        ink.say(each.line.when, Box(when.x, when.y + pad, when.width - 3 * MM, height), Type(size, "bold", least=0.5))
    base = box.bottom - pad - height * 0.12
    if each.timed and not each.line.when:
        ink.rule(when.x, base, when.right - 4 * MM, base, FINE)
    if not each.texts:
        ink.rule(text.x, base, text.right, base, FINE)
    first = box.bottom - pad - height * len(each.texts)
    for at, line in enumerate(each.texts):
        ink.say(line, Box(text.x, first + at * height, text.width + 0.1, height), Type(size, least=0.9))
