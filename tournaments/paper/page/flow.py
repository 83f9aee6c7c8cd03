"""What flows over pages: titles, entries with a key at the left and a label in front of the text, facts, tables, and
lines to sign on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body
from tournaments.paper.page.rows import PrintedColumn, even
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.type.runs import width
from tournaments.paper.words import headed

SIZE, KEY_SIZE = 9, 7.5
LEADING = 1.42
KEYS = 14 * MM, 27 * MM
"""The least and the most width of the keys."""
LABEL = 21 * MM
FACT = 54 * MM
PAD = 1.1 * MM
"""The space above and below an entry; half of it where that saves a last page filled less than `FEW`."""
FEW = 1 / 3
CELLS = 5.6 * MM
"""The height of a row of a table."""
SHORT = 8
"""The rows of a table that stay on one page."""
SIGNED = 3
"""The entries or rows, at least, that stay on one page with the lines to sign on."""
SIGNATURE = 17 * MM
"""The height of a line to sign on."""


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a part; it is never alone at the foot of a page.  ``small``: of a part within a part."""

    text: str
    small: bool = False


@dataclass(frozen=True, slots=True)
class FlowNote:
    """A line about the table below it, smaller than what it holds."""

    text: str


@dataclass(frozen=True, slots=True)
class FlowEntry:
    """An entry.

    ``key``: a number or a time; ``label``: what kind of entry it is, empty for the usual one; ``strong``: highlighted,
    such as a ruling; ``keep``: it stays on one page with the next entry.
    """

    key: str
    text: str
    label: str = ""
    strong: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class FlowFact:
    """What a figure or a name is, and the figure or the name."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class FlowTable:
    """A table; its heads are repeated on every page."""

    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on, two side by side, all on one page under their title."""

    title: str
    signers: tuple[str, ...]


Part = Title | FlowNote | FlowEntry | FlowFact | FlowTable | Signatures


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a page, ready to be drawn.  ``keep``: it stays on one page with the next one; ``head``: drawn above it
    where it is the first on its page; ``spare``: by how much it may be lower.
    """

    height: float
    draw: Page
    keep: bool = False
    head: _Piece | None = None
    spare: float = 0


def flow_pages(parts: Sequence[Part], layout: Layout, language: str) -> list[Page]:
    """Pages of all parts.  Only an entry taller than half a page is split."""
    setting = _Setting(body(layout), layout.scale, language, layout.names)
    room, scale = setting.room, setting.scale
    entries = [each for each in parts if isinstance(each, FlowEntry)]
    widest = max((width(each.key, language, "regular") for each in entries), default=0) * KEY_SIZE * scale
    least, most = (each * scale for each in KEYS)
    labels = max((width(headed(each.label), language, "bold") for each in entries), default=0) * KEY_SIZE * scale
    wide = min(max(widest + 5 * MM, least), most), min(labels + 5 * MM, LABEL * scale) if labels else 0.1
    pieces: list[_Piece] = []
    for part in parts:
        if isinstance(part, Signatures):  # nobody signs a sheet with nothing else on it
            pieces[-SIGNED:] = [replace(each, keep=True) for each in pieces[-SIGNED:]]
        pieces += _set(part, setting, wide)
    pages = _filled(pieces, room.height)
    if pages and sum(each.height for each in pages[-1]) < room.height * FEW:
        tight = _filled([replace(each, height=each.height - each.spare) for each in pieces], room.height)
        pages = min(pages, tight, key=len)
    return [partial(_page, page) for page in pages]


def _filled(pieces: Sequence[_Piece], room: float) -> list[list[_Piece]]:
    """The pieces of each page."""
    pages: list[list[_Piece]] = []
    left = 0.0
    for together in _together(pieces):
        if sum(each.height for each in together) > left:
            pages.append([])
            left = room
        for piece in together:
            # What is kept together may be taller than a page.
            if piece.height > left and pages[-1]:
                pages.append([])
                left = room
            head = piece.head if not pages[-1] else None
            own = [piece] if head is None else [head, piece]
            pages[-1] += own
            left -= sum(each.height for each in own)
    return pages


def _together(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the pieces that stay on one page."""
    kept: list[_Piece] = []
    for piece in pieces:
        kept.append(piece)
        if not piece.keep:
            yield kept
            kept = []
    if kept:
        yield kept


def _page(pieces: Sequence[_Piece], ink: Ink, room: Box) -> None:
    y = room.y
    for piece in pieces:
        piece.draw(ink, Box(room.x, y, room.width, piece.height))
        y += piece.height


@dataclass(frozen=True, slots=True)
class _Setting:
    """How texts are set: the body of a page, the scale, the language, and the names that no line tears."""

    room: Box
    scale: float
    language: str
    names: tuple[str, ...]

    def lines(self, text: str, width: float, size: float = SIZE, weight: str = "regular") -> list[str]:
        """A text broken into lines of a width."""
        across = width / (size * self.scale)
        return break_lines(clean(text), across, self.language, weight, names=self.names)


def _set(part: Part, setting: _Setting, wide: tuple[float, float] = (0, 0)) -> Iterator[_Piece]:
    """The pieces of a part.  ``wide``: the widths of the keys and labels of entries."""
    room, scale = setting.room, setting.scale
    size = SIZE * scale
    if isinstance(part, Title):
        yield _Piece(size * (2.2 if part.small else 2.9), partial(_title, part), keep=True)
    elif isinstance(part, FlowNote):
        yield _Piece(size * 1.8, partial(_note, part.text), keep=True)
    elif isinstance(part, FlowFact):
        lines = setting.lines(part.text, room.width - FACT * scale) or [""]
        yield _Piece(len(lines) * size * LEADING + 2 * PAD, partial(_fact, part.label, lines), spare=PAD)
    elif isinstance(part, FlowTable):
        yield from _rows(part, setting)
    elif isinstance(part, Signatures):
        yield from _signatures(part, setting)
    else:
        weight = "bold" if part.strong else "regular"
        keys, labels = wide
        wide = keys, labels if part.label else 0.1
        lines = setting.lines(part.text, room.width - sum(wide), weight=weight)
        most = int((room.height / 2) / (size * LEADING))
        chunks = [tuple(lines[start : start + most]) for start in range(0, len(lines), most)] or [()]
        for at, chunk in enumerate(chunks):
            entry = replace(part, key="" if at else part.key, label="" if at else part.label)
            height = max(len(chunk), 1) * size * LEADING + 2 * PAD
            yield _Piece(height, partial(_entry, entry, chunk, wide), part.keep and at + 1 == len(chunks), spare=PAD)


def _title(title: Title, ink: Ink, box: Box) -> None:
    if title.small:
        ink.say(title.text, box.inset(0, 1 * MM), Type(11, "bold", stand="bottom", least=0.5))
        return
    ink.say(title.text, box.inset(0, 1.5 * MM), Type(14, "bold", stand="bottom", least=0.5))
    ink.rule(box.x, box.bottom, box.right, box.bottom, BOLD)


def _note(text: str, ink: Ink, box: Box) -> None:
    ink.say(text, box, Type(7.5, least=0.7))


def _fact(label: str, lines: Sequence[str], ink: Ink, box: Box) -> None:
    height = SIZE * ink.scale * LEADING
    left, right = box.inset(0, (box.height - len(lines) * height) / 2).columns(FACT * ink.scale, 0)
    ink.say(headed(label), Box(left.x, left.y, left.width - 2 * MM, height), Type(SIZE, "bold", least=0.7))
    for number, line in enumerate(lines):
        ink.say(line, Box(right.x, right.y + number * height, right.width + 0.1, height), Type(SIZE))
    ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)


def _rows(table: FlowTable, setting: _Setting) -> Iterator[_Piece]:
    """The heads of a table, with its first row, and the other rows, as high as their longest text."""
    cells = [[row[at] for row in table.rows] for at in range(len(table.columns))]
    cells = [even(own) if each.align == "figure" else own for each, own in zip(table.columns, cells, strict=True)]
    height = CELLS * setting.scale
    head = _Piece(height, partial(_cells, table.columns, tuple(each.title for each in table.columns), True), keep=True)
    for at, row in enumerate(zip(*cells, strict=True) if table.rows else ()):
        if not at:
            yield head
        # Nothing of a short table, and of a long one neither the first nor the last row alone, is on a page of its own.
        last = len(table.rows) - 1
        keep = at < last and (last < SHORT or at < 2 or at + 1 == last)
        high = height + (_lines(table.columns, row, setting) - 1) * SIZE * setting.scale * LEADING
        yield _Piece(high, partial(_cells, table.columns, row, False), keep, head if at else None)


def _wraps(column: PrintedColumn) -> bool:
    """Whether the texts of a column take as many lines as they need."""
    return not column.width and not column.name and column.align == "left"


def _lines(columns: Sequence[PrintedColumn], row: Sequence[str], setting: _Setting) -> int:
    """How many lines the longest text of a row takes."""
    cells = setting.room.columns(*(each.width * MM * setting.scale for each in columns))
    return max(
        len(setting.lines(text, cell.width - 2 * MM, each.size, each.weight)) if _wraps(each) else 1
        for each, text, cell in zip(columns, row, cells, strict=True)
    )


def _cells(columns: Sequence[PrintedColumn], texts: Sequence[str], heads: bool, ink: Ink, box: Box) -> None:
    widths = (each.width * MM * ink.scale for each in columns)
    for column, text, cell in zip(columns, texts, box.columns(*widths), strict=True):
        align = "right" if column.align == "figure" else column.align
        room = cell.inset(0.8 * MM, 0.2 * MM)
        if heads:
            ink.say(headed(text), room, Type(7.5, "bold", align))
        else:
            draw: Callable[[str, Box, Type], None] = (
                ink.name if column.name else ink.write if _wraps(column) else ink.say
            )
            draw(text, room, Type(column.size, column.weight, align, least=0.5))
    ink.rule(box.x, box.bottom, box.right, box.bottom, PLAIN if heads else FINE)


def _signatures(part: Signatures, setting: _Setting) -> Iterator[_Piece]:
    """A title and lines, all on one page as far as they fit on one."""
    yield from _set(Title(part.title), setting)
    rows = [part.signers[at : at + 2] for at in range(0, len(part.signers), 2)]
    for at, signers in enumerate(rows, 1):
        yield _Piece(SIGNATURE * setting.scale, partial(_sign, signers), keep=at < len(rows))


def _sign(signers: Sequence[str], ink: Ink, box: Box) -> None:
    for signer, column in zip(signers, box.columns(0, 0), strict=False):
        line = column.inset(3 * MM, 1 * MM)
        ink.rule(line.x, line.bottom - 5 * MM, line.right, line.bottom - 5 * MM, PLAIN)
        ink.say(signer, Box(line.x, line.bottom - 4.5 * MM, line.width, 4 * MM), Type(8, least=0.5))


def _entry(entry: FlowEntry, lines: Sequence[str], wide: tuple[float, float], ink: Ink, box: Box) -> None:
    weight = "bold" if entry.strong else "regular"
    height = SIZE * ink.scale * LEADING
    key, label, text = box.inset(0, (box.height - max(len(lines), 1) * height) / 2).columns(*wide, 0)
    first = [Box(cell.x, cell.y, cell.width - 2 * MM, height) for cell in (key, label)]
    if entry.strong:
        ink.fill(Box(box.x, box.y + 0.5 * MM, 1 * MM, box.height - 1 * MM), 0)
    ink.say(entry.key, Box(first[0].x + 2.5 * MM, first[0].y, first[0].width - 2.5 * MM, height), Type(KEY_SIZE))
    if entry.label and entry.strong:
        ink.frame(first[1].inset(0, 0.3 * MM), PLAIN, 0.8 * MM)
    ink.say(headed(entry.label), first[1].inset(1 * MM, 0), Type(7.5, "bold", "centre", least=0.5))
    for number, line in enumerate(lines):
        ink.say(line, Box(text.x, text.y + number * height, text.width + 0.1, height), Type(SIZE, weight))
    ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)
