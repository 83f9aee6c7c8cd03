"""The report of one game: the board and figures at the moment, net worth over the reports, and who owned what when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets import Money
from tournaments.paper.documents.game.board import PrintedBoard, draw_board
from tournaments.paper.documents.game.curves import draw_curves, draw_sample
from tournaments.paper.documents.round_results import ResultLine, shown_assets
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.type.runs import width
from tournaments.paper.words import headed, words

MARK = 7.5


@dataclass(frozen=True, slots=True)
class HeldDeed:
    """A period in which one player held a deed.  ``until``: None if they held it to the end."""

    seat: str
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A deed.  ``letter``: of its group; ``held``: in order of time; ``earned``: all rent that it earned, as money."""

    name: str
    letter: str
    held: tuple[HeldDeed, ...]
    earned: str


def draw_owners(ink: Ink, deeds: Sequence[DeedLine], last: int, box: Box, name: float, earned: float) -> None:
    """Draw the rows in a box.  ``name``, ``earned``: the widths of the name and rent columns; the space between stands
    for ``last`` reports.
    """
    for deed, row in zip(deeds, box.rows(*[0] * len(deeds)), strict=True):
        left, across, right = row.columns(name, 0, earned)
        letter, label = left.columns(6 * MM, 0)
        ink.say(deed.letter, letter, Type(MARK, "bold", least=0.94))
        ink.say(deed.name, label.inset(1 * MM, 0), Type(MARK, least=0.94, leading=1))
        ink.say(deed.earned, right, Type(MARK, align="right", least=0.94))
        for held in deed.held:
            start = across.x + across.width * held.since / max(last, 1)
            end = across.x + across.width * (last if held.until is None else held.until) / max(last, 1)
            bar = Box(start, row.y + row.height * 0.1, end - start, row.height * 0.8)
            ink.frame(bar, PLAIN)
            if width(held.seat, ink.language, "bold") * MARK <= bar.width:
                ink.say(held.seat, bar, Type(MARK, "bold", "centre", least=0.94))
        ink.rule(row.x, row.bottom, row.right, row.bottom, FINE)


NAME, EARNED, MARGIN = 42 * MM, 17 * MM, 12 * MM
ROW = 8 * MM
ACROSS, KEY = 5, 5 * MM
"""The key to the board: how many marks side by side, and the height of a row."""
TITLED = 2.2
"""The title and the heads of a table inside the board, in rows."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's figures in the log, with amounts as formatted money.  ``letter``: of the seat."""

    letter: str
    name: str
    rank: int
    worth: str
    cash: str
    paid: str
    received: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """The facts of the report.

    ``moments``: numbers of reports, ascending from 0; ``worths``: by seat letter, as many amounts; ``last``: the number
    of the log's last report; ``over``: whether the game has ended; ``money``: how amounts are written;
    ``result``: the confirmed one, best first, whose places and assets stand beside those of the log; empty as long as
    there is none.
    """

    round: int
    table: int
    players: tuple[PlayerLine, ...]
    board: PrintedBoard
    moments: tuple[int, ...]
    worths: Mapping[str, tuple[int, ...]]
    deeds: tuple[DeedLine, ...]
    last: int
    over: bool
    money: Money
    result: tuple[ResultLine, ...] = ()


def game_report(facts: GameReport, layout: Layout, language: str) -> bytes:
    """The report as a PDF of two pages; for a game without reports, a PDF that says that there is nothing yet."""
    texts = words(language)
    aside = f"{layout.round(facts.round, language, facts.table)}　{texts['table']} {facts.table}"
    pages = [partial(_board, facts), partial(_course, facts)] if facts.last else []
    marks = [texts["report_board"], texts["report_course"]] if pages else []
    return framed(pages, layout, language, texts["game_report"], aside, marks=marks)


def _board(facts: GameReport, ink: Ink, room: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    board, note, marks = room.rows(room.width, 9 * MM, 0, gap=2 * MM)
    court = draw_board(ink, facts.board, board)
    ink.write(texts["report_board_note"].format(mortgaged=facts.board.mortgaged), note, Type(9))
    _key(ink, facts.board.legend, marks)
    tables = _tables(facts, texts)
    rows = sum(len(each.lines) + TITLED for each in tables)
    height = min(ROW, (court.height - 4 * MM) / rows)
    middle = court.centred(court.width - 4 * MM, height * rows)
    for table, box in zip(tables, middle.rows(*(height * (len(each.lines) + TITLED) for each in tables)), strict=True):
        _figures(ink, table, height, box)


def _key(ink: Ink, legend: Sequence[tuple[str, str]], box: Box) -> None:
    """Draw what each mark on the board means."""
    down = max(-(-len(legend) // ACROSS), 1)
    high = min(KEY, box.height / down)
    for (mark, name), cell in zip(legend, Box(box.x, box.y, box.width, high * down).grid(ACROSS, down), strict=False):
        sign, meaning = cell.columns(8.5 * MM, 0)
        ink.say(mark, sign, Type(9, "bold", least=0.78))
        ink.say(name, meaning.inset(0.5 * MM, 0), Type(9, least=0.78))


@dataclass(frozen=True, slots=True)
class _Figures:
    """A table inside the board.  ``columns``: heads, widths in millimetres (0 for the rest) and alignments; ``bold``:
    the columns that are looked for.
    """

    title: str
    columns: tuple[tuple[str, float, str], ...]
    lines: tuple[tuple[str, ...], ...]
    bold: tuple[int, ...]


def _tables(facts: GameReport, texts: Mapping[str, str]) -> list[_Figures]:
    """The confirmed result, if there is one; and what the log says, with places only as long as there is none."""
    right, player = "right", (texts["player"], 0, "left")
    columns = (
        ("", 7, "left"),
        player,
        (texts["report_worth"], 20, right),
        (texts["cash"], 18, right),
        (texts["report_paid"], 21, right),
        (texts["report_got"], 21, right),
    )
    lines = tuple((p.letter, p.name, p.worth, p.cash, p.paid, p.received) for p in facts.players)
    if not facts.result:
        state = texts["report_after" if facts.over else "report_so_far"].format(last=facts.last)
        ranked = tuple((str(p.rank), *line) for p, line in zip(facts.players, lines, strict=True))
        return [_Figures(state, ((texts["rank"], 10, "centre"), *columns), ranked, (1, 3))]
    noted = any(each.note for each in facts.result)
    heads = (
        (texts["rank"], 10, "centre"),
        player,
        (texts["assets"], 20, right),
        (texts["points"], 20, right),
        *([(texts["note"], 30, right)] if noted else ()),
    )
    confirmed = tuple(
        (str(each.place), each.person.name, shown_assets(each, facts.money), each.points, each.note)[: len(heads)]
        for each in facts.result
    )
    logged = texts["report_logged" if facts.over else "report_unfinished"].format(last=facts.last)
    return [_Figures(texts["report_confirmed"], heads, confirmed, (0, 2)), _Figures(logged, columns, lines, (0,))]


def _figures(ink: Ink, table: _Figures, height: float, box: Box) -> None:
    title, heads, *rows = box.rows(height * (TITLED - 1), *[height] * (len(table.lines) + 1))
    ink.say(table.title, title.inset(1 * MM, 0.5 * MM), Type(12, "bold", stand="bottom"))
    widths = [width * MM for _, width, _ in table.columns]
    for (head, _, align), cell in zip(table.columns, heads.columns(*widths), strict=True):
        ink.write(headed(head), cell.inset(1 * MM, 0.3 * MM), Type(7.5, "bold", align, leading=1.1))
    for row, line in zip(rows, table.lines, strict=True):
        for at, (text, cell) in enumerate(zip(line, row.columns(*widths), strict=True)):
            type = Type(11, "bold" if at in table.bold else "regular", table.columns[at][2], leading=1.1)
            (ink.name if table.columns[at][1] == 0 else ink.say)(text, cell.inset(1 * MM, 0.3 * MM), type)
        ink.rule(row.x, row.bottom, row.right, row.bottom, FINE)
    for bold in (heads, rows[-1]):
        ink.rule(bold.x, bold.bottom, bold.right, bold.bottom, BOLD)


def _course(facts: GameReport, ink: Ink, room: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    worth, curves, reports, owned, head, rows = room.rows(
        7 * MM, room.height * 0.28, 9 * MM, 7 * MM, 5 * MM, 0, gap=1 * MM
    )
    ink.say(texts["report_worths"], worth, Type(11, "bold"))
    across = curves.columns(NAME, 0, EARNED)[1]
    draw_curves(ink, facts.moments, facts.worths, facts.last, facts.money, across)
    _legend(ink, facts, Box(room.x, curves.y, NAME - MARGIN, curves.height))
    ink.say(texts["report_number"], reports.rows(0, 4.5 * MM)[1], Type(7.5, align="centre"))
    ink.say(texts["report_owners"], owned, Type(11, "bold"))
    ink.say(texts["report_earned"], head, Type(7.5, "bold", "right"))
    ink.rule(head.x, head.bottom, head.right, head.bottom, BOLD)
    draw_owners(ink, facts.deeds, facts.last, rows, NAME, EARNED)


def _legend(ink: Ink, facts: GameReport, box: Box) -> None:
    """Draw the letter and line sample of each player."""
    for player, row in zip(facts.players, box.rows(*[0] * len(facts.players)), strict=True):
        letter, line, name = row.columns(5 * MM, 8 * MM, 0, gap=1 * MM)
        draw_sample(ink, list(facts.worths).index(player.letter), line)
        ink.say(player.letter, letter, Type(9, "bold", least=0.78))
        ink.name(player.name, name, Type(9, least=0.78))
