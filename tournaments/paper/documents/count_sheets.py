"""A player's count sheet: every deed, the notes by value, and their totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets import editions
from rulesets.city.game import edition as city
from tournaments.paper.facts import PrintedPerson, TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import OPEN, signature
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

ROW = 8 * MM
"""The height of a line to write on, unless wide margins leave less."""
HEAD = 6 * MM
TOP = 16 * MM
CELLS = (0, 9 * MM, 9 * MM, 9 * MM, 9 * MM, 20 * MM)
"""Deed, price, mortgage, mortgaged, buildings, counted value."""


@dataclass(frozen=True, slots=True)
class _Board:
    """What a sheet needs to know of an edition.

    ``deeds``: names and figures; ``notes``: values of the notes; ``figures``, ``sum``: text keys of the headings.
    """

    deeds: Sequence[tuple[Mapping[str, str], int, int]]
    notes: Sequence[int]
    currency: str
    figures: tuple[str, str, str, str]
    sum: str


@dataclass(frozen=True, slots=True)
class CountSheet:
    """The sheet of a player at a table.  ``order``: the player's position in the table's list, from 1."""

    table: TableSeats
    order: int


@dataclass(frozen=True, slots=True)
class CountSheets:
    """The sheets of a round, in printing order.  ``edition``: the name of the board."""

    round: int
    edition: str
    sheets: tuple[CountSheet, ...]


def count_sheets(facts: CountSheets, layout: Layout, language: str) -> bytes:
    """The sheets as a PDF, one per player.  Raises the errors of the edition loaders."""
    texts, board = words(language), _board(facts.edition)
    pages = [partial(_sheet, board, each.table, each.order) for each in facts.sheets]
    marks = [
        f"{texts['table']} {each.table.number} – {each.table.players[each.order - 1].name}" for each in facts.sheets
    ]
    aside = texts["round"].format(round=facts.round) if facts.round else ""
    return framed(pages, layout, language, texts["count_sheets"], aside, marks=marks)


def _board(name: str) -> _Board:
    if name in city.names():
        own = city.load(name)
        deeds = tuple((own.spaces[each.space].names, each.land_rent, 0) for each in own.deeds)
        return _Board(deeds, (), "", ("land_rent", "", "mortgaged", "blocks"), "rents")
    edition = editions.load(name)
    return _Board(
        tuple((each.names, each.price, each.mortgage) for each in edition.deeds),
        tuple(edition.denominations),
        edition.currency,
        ("price", "mortgage_value", "mortgaged", "buildings"),
        "deeds_and_buildings",
    )


def _sheet(board: _Board, table: TableSeats, order: int, ink: Ink, room: Box) -> None:
    ink = ink.plain
    half = -(-len(board.deeds) // 2)
    rows = half + max(len(board.notes), 4)
    row = min(ROW * 1.1, (room.height - TOP - 2 * HEAD - 8 * MM) / (rows + 1))
    top, deeds, below = room.rows(TOP, HEAD + half * row, 0, gap=3 * MM)
    _player(ink, table, table.players[order - 1], order, top)

    def blanks() -> None:
        for number, column in enumerate(deeds.columns(0, 0, gap=5 * MM)):
            _deeds(ink, board, board.deeds[number * half : (number + 1) * half], row, column)
        notes, sums = below.columns(0, 0, gap=5 * MM)
        _notes(ink, board, row, notes)
        _sums(ink, board, row, sums)

    ink.stamp("count", blanks)


def _player(ink: Ink, table: TableSeats, person: PrintedPerson, order: int, box: Box) -> None:
    texts = words(ink.language)
    number, name, start = box.inset(0, 1 * MM).columns(34 * MM, 0, 26 * MM, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    ink.say(f"{texts['table']} {table.shown}", number.inset(2 * MM, 1 * MM), Type(20, "bold", "centre"))
    ink.name(person.name, name, Type(20, "bold"))
    if not table.rolled:
        ink.say(f"{texts['start_order']} {order if person.name else OPEN}", start, Type(11, align="right"))


def _deeds(ink: Ink, board: _Board, deeds: Sequence[tuple[Mapping[str, str], int, int]], row: float, box: Box) -> None:
    texts = words(ink.language)
    head, *lines = box.rows(HEAD, *[row] * len(deeds), 0.1)[: 1 + len(deeds)]
    cells = head.columns(*CELLS)
    for key, cell in zip(("deed", *board.figures, "counts"), cells, strict=True):
        align = "left" if key == "deed" else "centre"
        ink.say(texts.get(key, ""), cell.inset(0.3 * MM, 0), Type(7.5, "bold", align))
    for (names, *figures), line in zip(deeds, lines, strict=True):
        name, *own = line.columns(*CELLS)
        ink.write(names[ink.language], name.inset(0.5 * MM, 0.3 * MM), Type(9, leading=1.15))
        for figure, cell in zip(figures, own, strict=False):
            ink.say(str(figure or ""), cell.inset(1 * MM, 0), Type(7.5, align="right"))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    ink.rule(head.x, head.bottom, head.right, head.bottom, PLAIN)
    if lines:
        for cell in cells[3:]:
            ink.rule(cell.x, head.bottom, cell.x, lines[-1].bottom, FINE)


def _notes(ink: Ink, board: _Board, row: float, box: Box) -> None:
    texts = words(ink.language)
    head, *lines, total, _ = box.rows(HEAD, *[row] * len(board.notes), row, 0)
    ink.say(texts["notes_counted"], head, Type(7.5, "bold"))
    for value, line in zip(board.notes, lines, strict=True):
        label, count, equals, product = line.columns(18 * MM, 24 * MM, 7 * MM, 0)
        ink.say(f"{board.currency}{value} ×", label.inset(1 * MM, 0), Type(11, align="right"))
        ink.say("=", equals, Type(11, align="centre"))
        for cell in (count, product):
            ink.rule(cell.x, cell.bottom - 1 * MM, cell.right, cell.bottom - 1 * MM, FINE)
    _sum(ink, texts["cash"], total)


def _sums(ink: Ink, board: _Board, row: float, box: Box) -> None:
    texts = words(ink.language)
    _, deeds, cash, total, signed, _ = box.rows(HEAD, row, row, row, row * 1.5, 0)
    for key, line in ((board.sum, deeds), ("cash", cash), ("total", total)):
        _sum(ink, texts[key], line)
    signature(ink, texts["signature"], signed.inset(0, 1 * MM))


def _sum(ink: Ink, label: str, line: Box) -> None:
    left, cell = line.columns(line.width * 0.42, 0)
    ink.write(label, left.inset(1 * MM, 0.2 * MM), Type(9, "bold", "right", leading=1.15))
    ink.frame(cell.inset(0.5 * MM, 0.6 * MM), PLAIN)
