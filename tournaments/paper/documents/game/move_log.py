"""The move log to fill in by hand: a line for each throw, with dice, square, action and cash."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import code, order_box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

LINES = 28


@dataclass(frozen=True, slots=True)
class MoveLogs:
    """The logs of a round.  ``sheets``: how many for each table."""

    round: int
    tables: tuple[TableSeats, ...]
    sheets: int = 2


def move_logs(facts: MoveLogs, layout: Layout, language: str) -> bytes:
    """Sheets to fill in, with lines numbered continuously from sheet to sheet."""
    texts = words(language)
    pages = [partial(_sheet, table, sheet) for table in facts.tables for sheet in range(facts.sheets)]
    asides = [layout.round(facts.round, language, table.number) for table in facts.tables for _ in range(facts.sheets)]
    if any(table.rolled for table in facts.tables):
        asides = [f"{each}　{texts['order_rolled']}" for each in asides]
    return framed(pages, layout, language, texts["move_log"], layout.round(facts.round, language), asides=asides)


def _sheet(table: TableSeats, sheet: int, ink: Ink, room: Box) -> None:
    ink = ink.plain
    top, rest = room.rows(18 * MM, 0, gap=3 * MM)
    _top(ink, table, top)
    count = len(table.players)
    ink.stamp(f"moves-{count}-{sheet}", partial(_lines, ink, count, sheet, rest))


def _lines(ink: Ink, count: int, sheet: int, rest: Box) -> None:
    head, lines = rest.rows(7 * MM, 0)
    # The action column gets the remaining width, at least 25 mm.
    cash = min((13 if count < 6 else 11.5) * MM, (rest.width - 95 * MM) / max(count, 1))
    widths = (9 * MM, 13 * MM, 9 * MM, 9 * MM, 30 * MM, 0, *[cash] * count)
    texts = words(ink.language)
    cells = head.columns(*widths)
    dice = Box(cells[2].x, cells[2].y, cells[2].width * 2, cells[2].height)
    heads = [("turn", cells[0]), ("player", cells[1]), ("dice", dice), ("square", cells[4]), ("action", cells[5])]
    for key, cell in heads:
        ink.say(texts[key], cell.inset(0.8 * MM, 0), Type(7.5, "bold", "centre", least=0.5))
    money = Box(cells[6].x, head.y, head.right - cells[6].x, 3.6 * MM) if count else head
    if count:
        ink.say(texts["move_cash"], money, Type(7.5, "bold", "centre", least=0.5))
    for order, cell in enumerate(cells[6:], 1):
        ink.say(str(order), Box(cell.x, head.y + 3.2 * MM, cell.width, 3.6 * MM), Type(7.5, align="centre"))
    for number, line in enumerate(lines.rows(*[0] * LINES), 1):
        if number % 2 == 0:
            ink.fill(line, 0.96)
        ink.say(str(sheet * LINES + number), line.columns(*widths)[0], Type(7.5, align="centre"))
        ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    for number, column in enumerate(cells):
        # The two dice share one heading, and so do the cash columns of all players.
        start = {3: head.bottom}.get(number, head.y if number <= 6 else head.y + 3.6 * MM)
        ink.rule(column.x, start, column.x, lines.bottom, FINE)
    ink.frame(rest, PLAIN)
    ink.rule(head.x, head.bottom, head.right, head.bottom, PLAIN)


def _top(ink: Ink, table: TableSeats, box: Box) -> None:
    number, names, square = box.columns(30 * MM, 0, 18 * MM if table.link else 0.1, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    label, figure = number.inset(2 * MM, 1 * MM).columns(11 * MM, 0)
    ink.say(words(ink.language)["table"], label, Type(11, "bold"))
    ink.say(table.shown, figure, Type(32, "bold", "centre", least=0.4))
    across = max(3, -(-len(table.players) // 2))
    for order, (person, cell) in enumerate(zip(table.players, names.grid(across, 2, 1 * MM), strict=False), 1):
        left, name = cell.columns(6 * MM, 0)
        if table.rolled:
            order_box(ink, left.inset(0, 1 * MM))
        else:
            ink.say(str(order), left, Type(9))
        ink.name(person.name, name, Type(11, "bold", least=0.35))
    code(ink, table.link, square)
