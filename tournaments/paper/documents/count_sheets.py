"""A player's count sheet: every deed, the notes by value, and their totals; two on a sheet, to cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets import editions
from rulesets.city.game import edition as city
from tournaments.paper.facts import PrintedPerson, TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.fields import OPEN, signature
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.words import words

ROW = 8 * MM
"""The height of a line to write on, unless the paper leaves less."""
EDGE = 9 * MM, 6.5 * MM
"""The margins of a card, which are the same whatever those of a page are."""
HEAD = 5 * MM
CELLS = (0, 8 * MM, 9 * MM, 8.5 * MM, 8.5 * MM, 14 * MM)
"""Deed, price, mortgage, mortgaged, buildings, counted value."""
SUMS = 40 * MM
"""The width of the notes and sums."""


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
    """The sheets as a PDF, two on a page, in order once they are cut.  Raises the errors of the edition loaders."""
    texts, board = words(language), _board(facts.edition)
    if not facts.sheets:
        return framed([], layout, language, texts["count_sheets"])
    cards = [partial(_card, facts, board, layout, each) for each in facts.sheets]
    return press(cut_sheets(cards, 1, 2, layout.sheet), layout.sheet, layout, language, texts["count_sheets"])


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


def _card(facts: CountSheets, board: _Board, layout: Layout, sheet: CountSheet, ink: Ink, box: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    title, top, room = box.inset(*EDGE).rows(6 * MM, 9 * MM, 0, gap=1 * MM)
    what, printed = title.columns(0, title.width * 0.6, gap=3 * MM)
    aside = texts["round"].format(round=facts.round) if facts.round else ""
    ink.say(f"{texts['count_sheet']}\u3000{aside}".strip(), what, Type(11, "bold"))
    notes = (layout.event[ink.language], layout.draft or layout.imprint)
    ink.say(" · ".join(filter(None, notes)), printed, Type(7.5, align="right"))
    ink.rule(title.x, title.bottom, title.right, title.bottom, BOLD)
    _player(ink, sheet.table, sheet.table.players[sheet.order - 1], sheet.order, top)
    half = -(-len(board.deeds) // 2)
    rows = max(half, len(board.notes) + 5)
    row = min(ROW, (room.height - HEAD) / rows)

    def blanks(place: Box) -> None:
        *deeds, sums = place.columns(0, 0, SUMS, gap=3 * MM)
        for number, column in enumerate(deeds):
            _deeds(ink, board, board.deeds[number * half : (number + 1) * half], row, column)
        _sums(ink, board, row, sums)

    # The same on every card: stored once for each of the two places on a sheet.
    ink.stamp(f"count-{round(box.y)}", partial(blanks, room))


def _player(ink: Ink, table: TableSeats, person: PrintedPerson, order: int, box: Box) -> None:
    texts = words(ink.language)
    number, name, start = box.columns(30 * MM, 0, 26 * MM, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    ink.say(f"{texts['table']} {table.shown}", number.inset(2 * MM, 0.6 * MM), Type(14, "bold", "centre"))
    ink.name(person.name, name, Type(14, "bold"))
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
        ink.write(names[ink.language], name.inset(0.5 * MM, 0.3 * MM), Type(8, leading=1.12))
        for figure, cell in zip(figures, own, strict=False):
            ink.say(str(figure or ""), cell.inset(1 * MM, 0), Type(7.5, align="right"))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    ink.rule(head.x, head.bottom, head.right, head.bottom, PLAIN)
    if lines:
        for cell in cells[3:]:
            ink.rule(cell.x, head.bottom, cell.x, lines[-1].bottom, FINE)


def _sums(ink: Ink, board: _Board, row: float, box: Box) -> None:
    texts = words(ink.language)
    head, *lines = box.rows(HEAD, *[row] * (len(board.notes) + 3), row * 2, 0)[:-1]
    notes, (cash, deeds, total, signed) = lines[:-4], lines[-4:]
    if board.notes:
        ink.say(texts["notes_counted"], head, Type(7.5, "bold"))
    for value, line in zip(board.notes, notes, strict=True):
        label, count, equals, product = line.columns(14 * MM, 11 * MM, 4 * MM, 0)
        ink.say(f"{board.currency}{value} ×", label.inset(0.6 * MM, 0), Type(9, align="right"))
        ink.say("=", equals, Type(9, align="centre"))
        for cell in (count, product):
            ink.rule(cell.x, cell.bottom - 1 * MM, cell.right, cell.bottom - 1 * MM, FINE)
    for key, line in (("cash", cash), (board.sum, deeds), ("total", total)):
        _sum(ink, texts[key], line)
    signature(ink, texts["signature"], signed.inset(0, 1 * MM))


def _sum(ink: Ink, label: str, line: Box) -> None:
    left, cell = line.columns(line.width * 0.42, 0)
    ink.write(label, left.inset(1 * MM, 0.2 * MM), Type(9, "bold", "right", leading=1.15, least=0.8))
    ink.frame(cell.inset(0.5 * MM, 0.6 * MM), PLAIN)
