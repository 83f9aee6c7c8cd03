"""The parts shared by the score sheets of all games: on the front what is counted and signed, on the back who owns
what.

Every cell to be filled in by hand is at least 8 mm high; each player has a column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from rulesets.kernel.telling.counting import CountingSheet
from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.fields import blank, choice, code, drawn_signature, order_box, signature
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import OPEN, Layout
from tournaments.paper.page.press import Page, framed, press
from tournaments.paper.words import headed, words

NARROW = 13 * MM
"""In columns narrower than this, names are turned to read upwards."""
LABEL = 26 * MM
"""The width left of the players' columns on the front."""
NAME, NOTE, SUM, SIGNATURE = 13 * MM, 8.5 * MM, 10 * MM, 14 * MM
"""Heights of the lines on the front, unless wide margins leave less."""
STRETCH = 1.7
"""How much higher the lines may become where there is room."""
COUNT = 0.34
"""The fraction of a cell in which notes are counted; their value goes to the right of it."""
BACK = 12 * MM, 9 * MM
"""The margins of the back, which has no header."""
SLIP = 12 * MM, 7 * MM
"""The margins of a slip."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A player's signature given on the table's screen.

    ``total``: as it is written, empty if nobody counted it; ``path``: an SVG path of straight lines in a box of 300 by
    100, empty if the player agreed without signing.
    """

    total: str
    path: str


class SheetBack(Protocol):
    """The back of a sheet, where a table writes down who owns what."""

    def width(self, box: Box, count: int) -> float:
        """The width left of the columns of so many players."""

    def draw(self, ink: Ink, count: int, box: Box) -> None:
        """Draw the deeds, and the lines between the columns."""


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """The sheets of a round.

    ``counting``: what the game's sheets have; ``minutes``: 0 for no limit, None to leave a line for them; ``signed``:
    by table number, in the order of its players, where a count was signed on screen.
    """

    round: int
    tables: tuple[TableSeats, ...]
    counting: CountingSheet
    minutes: int | None = 0
    signed: Mapping[int, Sequence[Signed]] = field(default_factory=dict)


def sheets(facts: ScoreSheets, assets: SheetBack, layout: Layout, language: str) -> bytes:
    """A sheet for each table, front and back, in the given order.  ``assets``: draws the back."""
    texts = words(language)
    fronts = [partial(_front, facts, table) for table in facts.tables]
    count = 2 * len(facts.tables)
    backs: list[Page] = [
        partial(_back, facts, assets, layout, table, f"{2 * at} / {count}") for at, table in enumerate(facts.tables, 1)
    ]
    marks = [mark for table in facts.tables for mark in (f"{texts['table']} {table.number}", "")]
    round_ = layout.round(facts.round, language)
    asides = [layout.round(facts.round, language, table.number) for table in facts.tables]
    return framed(fronts, layout, language, texts["score_sheet"], round_, marks=marks, backs=backs, asides=asides)


def result_slips(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """Two slips per sheet, to cut: the results that a table hands in, without the counting of notes."""
    title = words(language)["result_slips"]
    if not facts.tables:
        return framed([], layout, language, title)
    cards = [partial(_slip, facts, replace(facts.counting, notes=()), layout, table) for table in facts.tables]
    return press(cut_sheets(cards, 1, 2, layout.sheet), layout.sheet, layout, language, title)


def _slip(facts: ScoreSheets, kind: CountingSheet, layout: Layout, table: TableSeats, ink: Ink, box: Box) -> None:
    plain, texts, count = ink.plain, words(ink.language), len(table.players)
    title, top, grid, below = box.inset(*SLIP).rows(6 * MM, 17 * MM, 0, 12 * MM, gap=1.5 * MM)
    what, printed = title.columns(0, title.width * 0.55, gap=3 * MM)
    round_ = layout.round(facts.round, ink.language, table.number)
    plain.say(f"{texts['result_slip']}　{round_}", what, Type(11, "bold"))
    notes = (layout.event[ink.language], layout.draft or layout.imprint)
    plain.say(" · ".join(filter(None, notes)), printed, Type(7.5, align="right"))
    plain.rule(title.x, title.bottom, title.right, title.bottom, BOLD)
    head(plain, facts, table, top)
    lines = grid_lines(kind, grid)
    names(plain, table, LABEL, lines[0])
    draw_grid(plain, kind, count, lines)
    draw_signatures(plain, kind, facts.signed.get(table.number, ()), lines)
    for key, cell in zip(("judge", "checked_by"), below.columns(0, 0, gap=4 * MM), strict=True):
        signature(plain, texts[key], cell)


def _front(facts: ScoreSheets, table: TableSeats, ink: Ink, room: Box) -> None:
    plain, kind = ink.plain, facts.counting
    top, grid, below = room.rows(20 * MM, 0, 23 * MM, gap=2 * MM)
    count = len(table.players)
    lines = grid_lines(kind, grid)
    head(plain, facts, table, top)
    names(plain, table, LABEL, lines[0])

    def blanks() -> None:
        """Draw what is the same at every table with this many players."""
        draw_grid(plain, kind, count, lines)
        foot(plain, below)

    plain.stamp(f"sums-{count}", blanks)
    draw_signatures(plain, kind, facts.signed.get(table.number, ()), lines)


def grid_lines(kind: CountingSheet, grid: Box) -> list[Box]:
    """The boxes of the line of names, of a line for each note and each sum, and of the signatures."""
    heights = [NAME, *[NOTE] * len(kind.notes), *[SUM] * len(kind.sheet.sums), SIGNATURE]
    by = min(STRETCH, grid.height / sum(heights))
    return grid.rows(*(height * by for height in heights), 0.1)[:-1]


def draw_grid(ink: Ink, kind: CountingSheet, count: int, lines: Sequence[Box]) -> None:
    """Draw what is filled in by hand on the front, in the players' columns."""
    texts = words(ink.language)
    cash = lines[1 : 1 + len(kind.notes)]
    for value, line in zip(kind.notes, cash, strict=True):
        label = line.columns(LABEL, 0)[0]
        ink.say(f"{value} ×", label.inset(2 * MM, 0), Type(9, align="right"))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
        for cell in players(line, LABEL, count):
            ink.rule(cell.x + cell.width * COUNT, cell.y, cell.x + cell.width * COUNT, cell.bottom, FINE)
    for key, line in zip((*kind.sheet.sums, "signature"), lines[1 + len(kind.notes) :], strict=True):
        label = line.columns(LABEL, 0)[0]
        total = key == "total"
        if total:
            ink.fill(line, 0.9)
            ink.rule(line.x, line.y, line.right, line.y, BOLD)
        ink.write(texts[key], label.inset(1 * MM, 0.3 * MM), Type(11 if total else 9, "bold", "right", leading=1.15))
        ink.rule(line.x, line.bottom, line.right, line.bottom, BOLD if total else FINE)
    first, last = lines[0], lines[-1]
    ink.rule(first.x, first.bottom, first.right, first.bottom, PLAIN)
    for cell in players(first, LABEL, count):
        ink.rule(cell.x, first.y, cell.x, last.bottom, PLAIN)
    ink.rule(first.right, first.y, first.right, last.bottom, PLAIN)
    ink.rule(last.x, last.bottom, last.right, last.bottom, PLAIN)


def draw_signatures(ink: Ink, kind: CountingSheet, signed: Sequence[Signed], lines: Sequence[Box]) -> None:
    """Draw the totals and signatures given at the table in the players' columns."""
    last, total = lines[-1], lines[1 + len(kind.notes) + kind.sheet.sums.index("total")]
    for each, sum_, cell in zip(
        signed, players(total, LABEL, len(signed)), players(last, LABEL, len(signed)), strict=True
    ):
        if each.total:
            ink.say(each.total, sum_.inset(1 * MM, 0), Type(11, "bold", "right"))
        drawn_signature(ink, each.path, cell.inset(1 * MM, 1 * MM))


def _back(
    facts: ScoreSheets, assets: SheetBack, layout: Layout, table: TableSeats, number: str, ink: Ink, sheet: Box
) -> None:
    plain, count = ink.plain, len(table.players)
    texts = words(ink.language)
    top, hint, deeds, carried = sheet.inset(*BACK).rows(5.5 * MM, 5.5 * MM, 0, SUM)
    at, printed = top.columns(0, top.width * 0.4, gap=3 * MM)
    round_ = layout.round(facts.round, ink.language, table.number)
    plain.say(f"{texts['score_sheet']}　{texts['table']} {table.shown or OPEN}　{round_}", at, Type(11, "bold"))
    notes = (layout.event[ink.language], layout.draft, number)
    plain.say(" · ".join(filter(None, notes)), printed, Type(7.5, align="right"))
    plain.write(texts.get(facts.counting.sheet.hint, ""), hint, Type(7.5, leading=1.05))
    left = assets.width(deeds, count)
    names(plain, table, left, deeds.rows(head_height(deeds, left, count), 0)[0])

    def blanks() -> None:
        """Draw what is the same at every table with this many players."""
        assets.draw(plain, count, deeds)
        _carried(plain, facts.counting, left, count, carried)

    plain.stamp(f"assets-{count}", blanks)


def _carried(ink: Ink, kind: CountingSheet, left: float, count: int, line: Box) -> None:
    """Draw the sums of the back, which are carried to the front under the same label."""
    ink.fill(line, 0.9)
    own = kind.sheet.sums[max(kind.sheet.sums.index("total") - 1, 0)]
    label = line.columns(left, 0)[0]
    ink.say(words(ink.language)[own], label.inset(2 * MM, 0), Type(9, "bold", "right"))
    for cell in players(line, left, count):
        ink.rule(cell.x, line.y, cell.x, line.bottom, FINE)
    ink.rule(line.right, line.y, line.right, line.bottom, FINE)
    ink.rule(line.x, line.bottom, line.right, line.bottom, BOLD)


def players(box: Box, left: float, count: int) -> list[Box]:
    """A column for each player, to the right of ``left``."""
    return box.columns(left, *[0] * count)[1:]


def head_height(box: Box, left: float, count: int) -> float:
    """The height of the line with the names."""
    return 12 * MM if count == 0 or players(box, left, count)[0].width >= NARROW else 26 * MM


def head(ink: Ink, facts: ScoreSheets, table: TableSeats, box: Box) -> None:
    """Draw the table's number and code, the board and time limit, and the blanks for start, end and ending."""
    texts, endings = words(ink.language), facts.counting.sheet.endings
    number, middle, square = box.columns(36 * MM, 0, 20 * MM if table.link else 0.1, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    label, figure = number.inset(2 * MM, 1 * MM).columns(13 * MM, 0)
    ink.say(texts["table"], label, Type(14, "bold"))
    ink.say(table.shown, figure, Type(32, "bold", "centre", least=0.4))
    code(ink, table.link, square)
    first, second, third = middle.rows(0, 0, 0)
    limit = texts["no_limit"] if facts.minutes == 0 else texts["minutes"].format(minutes=facts.minutes or OPEN)
    ink.say(f"{facts.counting.board}　{limit}", first, Type(11, "bold"))
    for key, cell in zip(("began", "ended"), second.columns(0, 0, gap=6 * MM), strict=True):
        blank(ink, texts[key], cell)
    label, *choices = third.columns(17 * MM, *[0] * len(endings))
    ink.say(texts["ending"], label, Type(9))
    for key, cell in zip(endings, choices, strict=True):
        choice(ink, headed(texts[key]), cell)


def names(ink: Ink, table: TableSeats, left: float, line: Box) -> None:
    """Draw the players' names above their columns, each with the start order or a box for it."""
    count = len(table.players)
    for order, (person, cell) in enumerate(zip(table.players, players(line, left, count), strict=True), 1):
        above, below = cell.inset(0.6 * MM, 0.4 * MM).rows(4.4 * MM, 0)
        if table.rolled:
            order_box(ink, above.centred(above.height, above.height))
        else:
            ink.say(str(order), above, Type(7.5, align="centre"))
        if cell.width < NARROW:
            ink.turned_name(person.name, below, Type(9, "bold"))
        else:
            ink.name(person.name, below, Type(11, "bold", "centre"))
    if table.rolled:
        note = line.columns(left, 0)[0].inset(1.5 * MM, 0.5 * MM)
        ink.write(words(ink.language)["order_rolled_note"], note, Type(7.5, stand="top", leading=1.15))
    elif count:
        label = line.columns(left, 0)[0].inset(1.5 * MM, 0.4 * MM).rows(4.4 * MM, 0)[0]
        ink.say(words(ink.language)["start_order"], label, Type(7.5, align="right"))


def verticals(ink: Ink, cells: Sequence[Box], left: float, count: int, top: Box, lines: Box) -> None:
    """Draw the lines between the columns on the back, and those at the right and the bottom.

    ``cells``: those in front of the players' columns that are filled in by hand.
    """
    for cell in cells:
        ink.rule(cell.x, lines.y, cell.x, lines.bottom, FINE)
    for cell in players(lines, left, count):
        ink.rule(cell.x, top.y + 1 * MM, cell.x, lines.bottom, FINE)
    ink.rule(lines.right, top.y + 1 * MM, lines.right, lines.bottom, FINE)
    ink.rule(lines.x, lines.bottom, lines.right, lines.bottom, PLAIN)


def foot(ink: Ink, box: Box) -> None:
    """Draw the boxes for time extensions, penalties, and the signatures for the sheet."""
    texts = words(ink.language)
    extension, penalty, last = box.columns(0, 0, 46 * MM, gap=3 * MM)
    for part, title, hint in ((extension, "extension", "extension_lines"), (penalty, "penalty", "penalty_lines")):
        ink.frame(part, PLAIN, 1 * MM)
        top = part.inset(2 * MM, 1 * MM).rows(5 * MM, 0)[0]
        name, rest = top.columns(0, 0)
        ink.say(texts[title], name, Type(9, "bold"))
        ink.say(texts[hint], rest, Type(7.5, align="right"))
        for line in range(2):
            y = part.y + (13 + 8 * line) * MM
            ink.rule(part.x + 2 * MM, y, part.right - 2 * MM, y, FINE)
    for key, cell in zip(("judge", "checked_by"), last.rows(0, 0, gap=2 * MM), strict=True):
        signature(ink, texts[key], cell)
