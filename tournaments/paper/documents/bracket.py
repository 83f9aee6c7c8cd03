"""The bracket: stages from left to right, who sat where, and a line from each winner to the seat they won.

A small bracket is on one sheet.  Otherwise each stage that leads to another has its own sheets, showing its tables
beside those that its winners go to, and the last stage shows the champion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, LEAST, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.words import words

LINE, TALL = 5.2 * MM, 22.0 * MM
"""The height of a seat: the minimum, and the maximum where there is room."""
LARGER = 7.4 * MM
"""The height of a seat from which on its letters grow."""
HEAD = 6 * MM
"""The height of the head of a table at least; it is half as high as a seat."""
SEED, PLACE = 11 * MM, 9 * MM
"""The widths of seeds and start orders, and of places, in the smallest lines."""
TITLE = 9 * MM
APART = 3 * MM
GAP = 20 * MM
"""The gap between stages, through which the winners' lines run."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat at a table of a stage.

    ``name``: empty until it is known; ``place``: 0 until the game is over; ``seat``: the start order, 0 until it is
    known; ``key``: distinguishes players of the same name.
    """

    name: str = ""
    seed: int = 0
    place: int = 0
    goes_on: bool = False
    seat: int = 0
    key: str = ""

    @property
    def who(self) -> str:
        """What identifies the player in the next stage; empty if the seat is empty."""
        return self.key or self.name


@dataclass(frozen=True, slots=True)
class StageTable:
    number: int
    slots: tuple[Slot, ...]

    def height(self, line: float) -> float:
        """The height of the table with lines of this height."""
        return max(HEAD, line / 2) + line * max(len(self.slots), 1)


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage.  ``title``: in the reader's language."""

    title: str
    tables: tuple[StageTable, ...]


def bracket(brackets: Sequence[Sequence[StageFacts]], layout: Layout, language: str) -> bytes:
    """Brackets, of an event and of its classes, on landscape sheets."""
    height = body(layout, layout.landscape).height - TITLE
    pages = [page for stages in brackets for page in _pages(stages, height)]
    return framed(pages, layout, language, words(language)["bracket"], sheet=layout.landscape)


def _pages(stages: Sequence[StageFacts], height: float) -> list[Page]:
    """The sheets of one bracket."""
    if all(_taken(stage.tables, LINE) <= height for stage in stages) and len(stages) <= 3:
        return [partial(_page, tuple(stages), stages[-1])] if stages else []
    return [partial(_page, part, stages[-1]) for part in _parts(stages, height)]


def _taken(tables: Sequence[StageTable], line: float) -> float:
    return sum(table.height(line) + APART for table in tables) - APART


def _parts(stages: Sequence[StageFacts], height: float) -> Iterator[tuple[StageFacts, ...]]:
    """Split the bracket into sheets: each stage beside the tables that its winners go to, and the last stage at the end
    unless it has been shown.
    """
    fit: tuple[StageTable, ...] = ()
    for stage, following in pairwise(stages):
        seats = _seats(following)
        # Tables that feed the same table are kept together.
        order = sorted(stage.tables, key=lambda table: (_leads_to(table, seats), table.number))
        for tables in _filled(order, height):
            led = {_leads_to(table, seats) for table in tables}
            # The tables of the next stage that players on this sheet advance to.
            wanted = {seats[slot.who] for table in tables for slot in table.slots if slot.who in seats} | led
            next_tables = tuple(table for table in following.tables if table.number in wanted)
            fit = next(_filled(next_tables, height), ())
            yield StageFacts(stage.title, tables), StageFacts(following.title, fit)
    if len(stages) == 1 or fit != stages[-1].tables:
        for tables in _filled(stages[-1].tables, height):
            yield (StageFacts(stages[-1].title, tables),)


def _seats(stage: StageFacts) -> dict[str, int]:
    """The table number of every player."""
    return {slot.who: table.number for table in stage.tables for slot in table.slots if slot.who}


def _leads_to(table: StageTable, seats: Mapping[str, int]) -> int:
    return next((seats[slot.who] for slot in table.slots if slot.goes_on and slot.who in seats), 0)


def _filled(tables: Sequence[StageTable], height: float) -> Iterator[tuple[StageTable, ...]]:
    """Split tables into columns that fit into the height."""
    part: list[StageTable] = []
    for table in tables:
        if part and _taken([*part, table], LINE) > height:
            yield tuple(part)
            part = []
        part.append(table)
    if part:
        yield tuple(part)


def _page(stages: Sequence[StageFacts], last: StageFacts, ink: Ink, room: Box) -> None:
    ink = ink.plain
    ends = stages[-1].tables == last.tables
    *columns, champion = room.columns(*[0] * len(stages), room.width / 5 if ends else 0.1, gap=GAP)
    placed: list[list[Box]] = []
    for stage, column in zip(stages, columns, strict=True):
        title, below = column.rows(TITLE, 0)
        ink.say(stage.title, title, Type(14, "bold"))
        boxes = _boxes(stage.tables, below)
        placed.append(boxes)
        for table, box in zip(stage.tables, boxes, strict=True):
            _table(ink, table, box)
    for (stage, following), (before, after) in zip(pairwise(stages), pairwise(placed), strict=True):
        _lines(ink, stage.tables, following.tables, before, after)
    if ends and len(last.tables) == 1:
        _champion(ink, last.tables[0], placed[-1][0], champion)


def _boxes(tables: Sequence[StageTable], box: Box) -> list[Box]:
    """A box for each table, spread over the height."""
    seats = sum(max(len(table.slots), 1) for table in tables)
    line = max(LINE, min(TALL, _line(box.height - APART * len(tables), len(tables), seats)))
    free = max(0.0, box.height - sum(table.height(line) for table in tables)) / max(len(tables), 1)
    boxes, y = [], box.y
    for table in tables:
        boxes.append(Box(box.x, y + free / 2, box.width, table.height(line)))
        y = boxes[-1].bottom + free / 2
    return boxes


def _line(height: float, tables: int, seats: int) -> float:
    """The height of a seat where these tables have this height together."""
    return min((height - HEAD * tables) / max(seats, 1), height / (max(seats, 1) + tables / 2))


def _row(table: StageTable, at: int, box: Box) -> Box:
    """The line of a seat."""
    height = _line(box.height, 1, len(table.slots))
    top = box.y + max(HEAD, height / 2)
    return Box(box.x, top + at * height, box.width, height)


def _table(ink: Ink, table: StageTable, box: Box) -> None:
    texts = words(ink.language)
    first = _row(table, 0, box)
    head = Box(box.x, box.y, box.width, first.y - box.y)
    ink.fill(head, 0.9)
    seats, places = any(slot.seat for slot in table.slots), any(slot.place for slot in table.slots)
    by = min(2.0, max(1.0, first.height / LARGER))
    widths = SEED * by, SEED * by if seats else 0.1, 0, PLACE * by
    cells = head.columns(*widths)
    titles = (texts["seed"], texts["start_order"] if seats else "", "", texts["rank"] if places else "")
    for title, cell in zip(titles, cells, strict=True):
        ink.say(title, cell.inset(0.4 * MM, 0), Type(7.5 * by**0.5, "bold", "centre"))
    ink.say(f"{texts['table']} {table.number}", cells[2].inset(0.5 * MM, 0), Type(11 * by**0.5, "bold"))
    for at, slot in enumerate(table.slots):
        line = _row(table, at, box)
        if slot.goes_on:
            ink.fill(Box(line.x, line.y, 1.3 * MM, line.height), 0)
        seed, seat, name, place = line.columns(*widths)
        weight = "bold" if slot.goes_on or slot.place == 1 else "regular"
        size, small = max(11, 11 * line.height / LARGER), max(7.5, 7.5 * line.height / LARGER / 1.3)
        ink.say(str(slot.seed or ""), seed, Type(small, align="centre"))
        if slot.seat:
            ink.say(str(slot.seat), seat, Type(small, align="centre"))
        ink.name(slot.name, name.inset(0.5 * MM, 0.2 * MM), Type(size, weight, least=LEAST / size))
        ink.say(str(slot.place or ""), place, Type(size, weight, "centre"))
        ink.rule(line.x, line.y, line.right, line.y, FINE)
    ink.frame(box, PLAIN)


def _lines(
    ink: Ink,
    tables: Sequence[StageTable],
    following: Sequence[StageTable],
    before: Sequence[Box],
    after: Sequence[Box],
) -> None:
    """Draw a line from every winner to the seat they won, each on its own path; while nobody has won, to the only table
    there is.
    """
    seats = {
        slot.who: _row(table, at, box)
        for table, box in zip(following, after, strict=True)
        for at, slot in enumerate(table.slots)
        if slot.who
    }
    ways = [
        (_row(table, at, box), seats[slot.who])
        for table, box in zip(tables, before, strict=True)
        for at, slot in enumerate(table.slots)
        if slot.goes_on and slot.who in seats
    ]
    if not ways and len(after) == 1:
        ways = [(box, after[0]) for box in before]
    across = GAP / (len(ways) + 1)
    for number, (start, end) in enumerate(ways, 1):
        # Each line turns a little later than the one before, so that fewer lines cross.
        turn = start.right + number * across
        y, y2 = start.y + start.height / 2, end.y + end.height / 2
        ink.rule(start.right, y, turn, y, PLAIN)
        ink.rule(turn, y, turn, y2, PLAIN)
        ink.rule(turn, y2, end.x, y2, PLAIN)


def _champion(ink: Ink, table: StageTable, final: Box, column: Box) -> None:
    """Draw the winner of the last table beside their seat, or a line to write the name on."""
    won = next((at for at, slot in enumerate(table.slots) if slot.place == 1), None)
    seat = final if won is None else _row(table, won, final)
    y = seat.y + seat.height / 2
    box = Box(column.x, max(column.y, min(y - 17 * MM, column.bottom - 34 * MM)), column.width, 34 * MM)
    ink.rule(final.right, y, box.x, y, BOLD)
    ink.frame(box, BOLD)
    label, name, _ = box.inset(2 * MM, 2 * MM).rows(6 * MM, 0, 6 * MM)
    ink.say(words(ink.language)["champion"], label, Type(14, "bold", "centre"))
    if won is not None:
        ink.name(table.slots[won].name, name, Type(26, "bold", "centre", least=0.3))
    else:
        ink.rule(name.x + 2 * MM, name.bottom, name.right - 2 * MM, name.bottom, FINE)
