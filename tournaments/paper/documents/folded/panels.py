"""Sheets printed on both sides and folded once: headings, terms and paragraphs flow over four panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, zip_longest

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import fold
from tournaments.paper.page.ink import BOLD, FINE, LEAST, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import width as text_width
from tournaments.paper.words import headed, words

SIZES = (11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
"""Font sizes: the largest at which the text takes as few sheets as at the last."""
ASIDE = 7.5
"""The size of what stands at the right of a lead."""
LEADING = 1.22
PANELS = 4
EDGE = 8 * MM
APART = 6 * MM
"""The space between two columns of a panel."""
LABEL, BESIDE = 6.7, 0.6
"""The column of the labels of terms at most, and what of it stays empty, as multiples of the size of the text."""
NARROWED = 0.8
"""How small a label becomes, of the size of the text, before it takes two lines."""
HEAD, FOOT = 15.5 * MM, 6 * MM
WHOLE = 0.5
"""The terms under a heading are not parted if they take no more than this of a column."""
LEFT, LEADING_IN = 60 * MM, 8 * MM
"""The room that is given to notes where a panel ends early, and the space above it."""


@dataclass(frozen=True, slots=True)
class PanelHead:
    """The heading of a part; it is never alone at the foot of a panel."""

    text: str


@dataclass(frozen=True, slots=True)
class PanelTerm:
    """A label at the left, and its value."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text under a bold lead.  ``aside``: small, at the right of the lead, such as a clause number."""

    lead: str
    text: str
    aside: str = ""


Part = PanelHead | PanelTerm | Paragraph


@dataclass(frozen=True, slots=True)
class _Line:
    """A line to draw.  ``label``, ``aside``: at its left and right; ``indent``: the width of the label's column, in
    multiples of the size; ``keep``: stays with the next line.
    """

    kind: str
    text: str
    height: float
    label: str = ""
    aside: str = ""
    indent: float = 0
    keep: bool = False


def folded(parts: Sequence[Part], layout: Layout, language: str, title: str, aside: str, columns: int = 1) -> bytes:
    """The parts on sheets to fold, with the title on the first panel; without parts, a page that says so.  ``columns``:
    of a panel.
    """
    if not parts:
        return framed([], layout, language, title, aside)
    sheet = layout.landscape
    inner = _panel(sheet, 0)
    largest, fitting = 0, len(SIZES) - 1
    panels = _panels(parts, SIZES[fitting], inner, language, columns)
    while largest < fitting:
        middle = (largest + fitting) // 2
        wanted = _panels(parts, SIZES[middle], inner, language, columns)
        if -(-len(wanted) // PANELS) == -(-len(panels) // PANELS):
            panels, fitting = wanted, middle
        else:
            largest = middle + 1
    size = SIZES[fitting]
    panels += [[] for _ in range(-len(panels) % PANELS)]
    count = len(panels)
    pages = []
    for first in range(0, count, PANELS):
        for left, right in ((first + 3, first), (first + 1, first + 2)):
            sides = [(number, panels[number]) for number in (left, right)]
            pages.append(partial(_sheet, sides, count, size, columns, layout, title, aside))
    return press(pages, sheet, layout, language, f"{title} {aside}".strip())


Panel = list[list[_Line]]
"""The lines of each column."""


def _panels(parts: Sequence[Part], size: float, inner: Box, language: str, columns: int) -> list[Panel]:
    """The lines of all panels at a font size."""
    width = inner.columns(*[0] * columns, gap=APART)[0].width
    labels = (part.label for part in parts if isinstance(part, PanelTerm))
    indent = min(LABEL, max((text_width(headed(each), language, "bold") for each in labels), default=0) + BESIDE)
    lines = [line for part in _labelled_once(parts) for line in _set(part, size, width, language, indent)]
    room = inner.height - FOOT
    placed = _placed(_whole_blocks(_whole_cases(lines), room * WHOLE), [*[room - HEAD] * columns, room])
    last = (len(placed) - 1) // columns * columns
    placed[last:] = _even([line for column in placed[last:] for line in column], columns)
    return [placed[at : at + columns] for at in range(0, len(placed), columns)]


def _labelled_once(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts, with the label of a term removed if it repeats that of the term before."""
    before = ""
    for part in parts:
        label = part.label if isinstance(part, PanelTerm) else ""
        yield replace(part, label="") if isinstance(part, PanelTerm) and label == before else part
        before = label


def _panel(sheet: Box, side: int) -> Box:
    return sheet.columns(0, 0)[side].inset(EDGE)


def _set(part: Part, size: float, width: float, language: str, indent: float) -> Iterator[_Line]:
    line = size * LEADING
    if isinstance(part, PanelHead):
        yield _Line("head", part.text, line * 1.75, keep=True)
        return
    if isinstance(part, PanelTerm):
        texts = break_lines(clean(part.text), width / size - indent, language, "regular")
        room = indent - BESIDE
        labels = [headed(part.label)] if part.label else []
        if text_width(headed(part.label), language, "bold") * max(NARROWED, LEAST / size) > room:
            labels = break_lines(headed(part.label), room, language, "bold")
        together = max(len(labels), len(texts))
        for number, (text, label) in enumerate(zip_longest(texts, labels, fillvalue=""), 1):
            yield _Line("term", text, line, label, indent=indent, keep=number < together)
        return
    beside = text_width(part.aside, language, "regular") * ASIDE + 2 * MM if part.aside else 0
    for number, text in enumerate(break_lines(clean(part.lead), (width - beside) / size, language, "bold")):
        yield _Line("lead", text, line * (1 if number else 1.4), aside="" if number else part.aside, keep=True)
    texts = break_lines(clean(part.text), width / size, language, "regular") if part.text else []
    for number, text in enumerate(texts, 1):
        yield _Line("text", text, line, keep=number < len(texts))


def _whole_cases(lines: Sequence[_Line]) -> list[_Line]:
    """The lines, with the terms below a lead kept on its panel: what to do is not read without what it is about."""
    kept, below = [], False
    for line, after in pairwise([*lines, _Line("text", "", 0)]):
        below = line.kind == "lead" or (below and line.kind == "term")
        kept.append(replace(line, keep=True) if below and after.kind == "term" else line)
    return kept


def _whole_blocks(lines: Sequence[_Line], most: float) -> list[_Line]:
    """The lines, with all terms under a heading kept with it if they are not higher than this."""
    kept: list[_Line] = []
    starts = [at for at, line in enumerate(lines) if line.kind == "head"]
    for start, end in pairwise(dict.fromkeys([0, *starts, len(lines)])):
        block = lines[start:end]
        whole = sum(line.height for line in block) <= most and all(line.kind in ("head", "term") for line in block)
        kept += [replace(line, keep=True) for line in block[:-1]] if whole else block[:-1]
        kept.append(block[-1])
    return kept


def _placed(lines: Sequence[_Line], heights: Sequence[float]) -> list[list[_Line]]:
    """Distribute the lines over columns; lines to be kept together are not separated.  ``heights``: of the columns, the
    last one of all that follow.
    """
    placed: list[list[_Line]] = [[]]
    left = heights[0]
    for together in _together(lines):
        height = sum(line.height for line in together)
        if height > left:
            left = heights[min(len(placed), len(heights) - 1)]
            placed.append([])
        placed[-1] += together
        left -= height
    return placed


def _even(lines: Sequence[_Line], columns: int) -> list[list[_Line]]:
    """Distribute lines over the columns of one panel, as evenly as they can be."""
    height = sum(line.height for line in lines) / columns + 0.01
    while len(found := _placed(lines, [height])) > columns:
        height += 1 * MM
    return found


def _together(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    stretch: list[_Line] = []
    for line, after in pairwise([*lines, _Line("text", "", 0)]):
        stretch.append(line)
        if not line.keep or after.height == 0:
            yield stretch
            stretch = []


def _sheet(
    sides: Sequence[tuple[int, Panel]],
    count: int,
    size: float,
    columns: int,
    layout: Layout,
    title: str,
    aside: str,
    ink: Ink,
    sheet: Box,
) -> None:
    ink = ink.plain
    fold(ink, sheet, x=sheet.width / 2)
    for side, (number, panel) in enumerate(sides):
        room = _panel(sheet, side)
        middle, foot = room.rows(0, FOOT)
        if number == 0:
            head, middle = middle.rows(HEAD, 0)
            _head(ink, layout, title, aside, head)
        for lines, column in zip(panel, middle.columns(*[0] * columns, gap=APART), strict=False):
            _lines(ink, lines, size, column)
        used = max((sum(line.height for line in lines) for lines in panel), default=0)
        if middle.height - used >= LEFT:
            _room_to_write(ink, middle.rows(used, 0, gap=LEADING_IN)[1] if used else middle)
        note = " · ".join(filter(None, (layout.draft, layout.imprint))) if number == 0 else ""
        left, right = foot.rows(0, 4 * MM)[1].columns(0, 14 * MM)
        ink.say(note, left, Type(7.5, "bold" if layout.draft else "regular"))
        ink.say(f"{number + 1} / {count}", right, Type(7.5, align="right"))


def _head(ink: Ink, layout: Layout, title: str, aside: str, box: Box) -> None:
    event, line, _ = box.rows(5 * MM, 8.5 * MM, 0)
    ink.say(layout.event[ink.language], event, Type(9))
    left, right = line.columns(0, line.width * 0.42, gap=3 * MM)
    ink.say(title, left, Type(14, "bold", least=0.55))
    ink.say(aside, right, Type(9, align="right", least=0.8))
    ink.coloured(layout.colour).rule(box.x, line.bottom + 0.8 * MM, box.right, line.bottom + 0.8 * MM, BOLD)


def _room_to_write(ink: Ink, box: Box) -> None:
    """Draw lines to write on."""
    head, below = box.rows(9 * MM, 0)
    ink.say(words(ink.language)["own_notes"], head, Type(11, "bold"))
    for line in below.rows(*[0] * int(below.height // (9 * MM))):
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)


def _lines(ink: Ink, lines: Sequence[_Line], size: float, box: Box) -> None:
    y = box.y
    for line in lines:
        at = Box(box.x, y, box.width, line.height)
        y = at.bottom
        if line.kind == "head":
            ink.say(line.text, at.rows(0, size * 1.5, 1)[1], Type(11 if size > 8 else 9, "bold", least=0.7))
            ink.rule(at.x, at.bottom - 0.8, at.right, at.bottom - 0.8, FINE)
        elif line.kind == "term":
            label, text = at.columns(line.indent * size, 0)
            ink.say(
                line.label,
                Box(label.x, label.y, label.width - BESIDE * size, label.height),
                Type(size, "bold", least=NARROWED),
            )
            ink.say(line.text, Box(text.x, text.y, text.width + 0.1, text.height), Type(size))
        elif line.kind == "lead":
            lead = at.rows(0, size * LEADING)[1]
            ink.say(line.text, Box(lead.x, lead.y, lead.width + 0.1, lead.height), Type(size, "bold"))
            ink.say(line.aside, lead, Type(ASIDE, align="right"))
        else:
            ink.say(line.text, Box(at.x, at.y, at.width + 0.1, at.height), Type(size))
