"""The report of one game: the board and figures at the moment, net worth over the reports, and who owned what when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from rulesets import Money
from tournaments.paper.documents.game.board import PrintedBoard, draw_board
from tournaments.paper.documents.game.curves import draw_curves, draw_sample
from tournaments.paper.documents.game.owners import DeedLine, draw_owners
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

NAME, EARNED, MARGIN = 42 * MM, 17 * MM, 12 * MM
ROW = 6 * MM


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's figures, with amounts as formatted money.  ``letter``: of the seat; ``rank``: the current one."""

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
    ``confirmed``: whether the ranks are those of the confirmed result.
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
    confirmed: bool = False


def game_report(facts: GameReport, layout: Layout, language: str) -> bytes:
    """The report as a PDF of two pages; for a game without reports, a PDF that says that there is nothing yet."""
    texts = words(language)
    aside = f"{layout.round(facts.round, language, facts.table)}　{texts['table']} {facts.table}"
    pages = [partial(_board, facts), partial(_course, facts)] if facts.last else []
    marks = [texts["report_board"], texts["report_course"]] if pages else []
    return framed(pages, layout, language, texts["game_report"], aside, marks=marks)


def _board(facts: GameReport, ink: Ink, room: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    rows = room.rows(7 * MM, 0, 14 * MM, gap=2 * MM)
    state = "report_confirmed" if facts.confirmed else "report_after" if facts.over else "report_so_far"
    ink.say(texts[state].format(last=facts.last), rows[0], Type(11))
    court = draw_board(ink, facts.board, rows[1])
    note = texts["report_board_note"].format(mortgaged=facts.board.mortgaged)
    marks = [f"{mark} {name}" for mark, name in facts.board.legend]
    ink.write(" · ".join([note, *marks]), rows[2].inset(2 * MM, 0), Type(9, align="centre"))
    high = min(ROW * (len(facts.players) + 1), court.height - 6 * MM)
    _players(ink, facts, court.centred(court.width - 4 * MM, high))


def _players(ink: Ink, facts: GameReport, box: Box) -> None:
    texts = words(ink.language)
    widths = (6 * MM, 9 * MM, 0, *[box.width * 0.165] * 4)
    heads = (
        "",
        texts["rank"],
        texts["player"],
        texts["report_worth"],
        texts["cash"],
        texts["report_paid"],
        texts["report_got"],
    )
    aligns = ("left", "right", "left", "right", "right", "right", "right")
    lines = [heads, *((p.letter, str(p.rank), p.name, p.worth, p.cash, p.paid, p.received) for p in facts.players)]
    for number, (line, row) in enumerate(zip(lines, box.rows(*[0] * len(lines)), strict=True)):
        for at, (text, align, cell) in enumerate(zip(line, aligns, row.columns(*widths), strict=True)):
            head = Type(7.5, "bold", align, leading=1.1)
            type = Type(9, "bold" if at in (0, 3) else "regular", align, leading=1.1) if number else head
            (ink.name if at == 2 else ink.say)(text, cell.inset(1 * MM, 0.3 * MM), type)
        ink.rule(row.x, row.bottom, row.right, row.bottom, FINE if 0 < number < len(lines) - 1 else BOLD)


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
