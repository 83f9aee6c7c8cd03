"""The final board: the champion, followed by everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.documents.standings import order_note
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, alignment, filling_scale, scaled, table_pages
from tournaments.paper.words import headed, words

TOP, LOW = 74.0, 46.0
"""The height of the champion's box in millimetres; the lower one where everybody then fits on the sheet."""
ROW = 10.5
"""The height of a row in millimetres, if it is not smaller so that everybody fits on one sheet."""
RANK, NAME, CLUB, VALUE, NOTE = 22.0, 44.0, 40.0, 20.0, 30.0
"""Millimetres: the widths of the columns, that of a name at least."""
SMALLEST = 0.7
"""The scale below which the board takes more than one sheet, with two blocks side by side if they have room."""
NARROW, LEAST, SPARE, DIGIT, HEADED = (20.0, 26.0), 14.0, 4.0, 2.2, 25.0
"""The widths of the columns in two blocks side by side: of rank and club, and of values at least, beside their digits,
for each of them, and where there is room for their heading.
"""
SCALES = (SMALLEST, 0.65, 0.6)
"""Of two blocks: the largest of these with which there are as few sheets as with the smallest."""
APART = 7.0
"""Millimetres between two blocks."""


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A player.  ``values``: for the columns of the board; ``note``: what else is published, such as a penalty."""

    rank: int
    person: PrintedPerson
    values: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class FinalBoard:
    """The facts of the board.

    ``columns``: what the order comes from, in the reader's language; ``lines``: best first; ``title``: whose board it
    is, empty for that of all; ``ways``: all by which it is ordered, where the final goes before the points;
    ``classes``: those of classes with a final of their own.
    """

    columns: tuple[str, ...]
    lines: tuple[FinalLine, ...]
    title: str = ""
    classes: tuple[FinalBoard, ...] = ()
    ways: tuple[str, ...] = ()


def final_board(facts: FinalBoard, layout: Layout, language: str) -> bytes:
    """The board as a PDF, then those of classes.  Players tied for first place are champions together."""
    note = order_note(facts.ways, (value for line in facts.lines for value in line.values), language)
    room = body(layout, note=note)
    pages = [page for each in (facts, *facts.classes) for page in _pages(each, room, layout, language)]
    return framed(pages, layout, language, words(language)["final_board"], note=note)


def _few(facts: FinalBoard) -> list[int]:
    """The columns, such as the places in the final, in which most have nothing: only the first sheet has them."""
    lines = facts.lines
    return [at for at in range(len(facts.columns)) if 2 * sum(bool(each.values[at]) for each in lines) < len(lines)]


def _pages(board: FinalBoard, room: Box, layout: Layout, language: str) -> list[Page]:
    """The sheets of one board."""
    texts = words(language)
    champions = [line for line in board.lines if line.rank == 1]
    others = [line for line in board.lines if line.rank != 1]
    notes, clubs = any(line.note for line in others), any(line.person.club for line in others)
    fixed = RANK + CLUB * clubs + VALUE * len(board.columns) + NOTE * notes
    (top, below), low = (room.rows(high * MM, 0, gap=6 * MM) for high in (TOP, LOW))
    if filling_scale(len(others), ROW, fixed + NAME, below, 0) < 1:
        scale = filling_scale(len(others), ROW, fixed + NAME, low[1], 0)
        if scale >= SMALLEST * layout.scale:
            free = room.height - (len(others) + 1) * ROW * scale * MM
            top, below = room.rows(max(LOW * MM, min(TOP * MM, free - 6 * MM)), 0, gap=6 * MM)
    else:
        scale = filling_scale(len(others), ROW, fixed + NAME, below, 0)
    # Names and clubs share what is left.  On more than one sheet, large print makes rows higher, but columns no wider.
    by, blocks, (rank, club) = 1.0, 1, (RANK, 0.0)
    values = [VALUE] * len(board.columns)
    if scale < SMALLEST * layout.scale:
        tight = [max(LEAST, SPARE + DIGIT * max(len(line.values[at]) for line in others)) for at in range(len(values))]
        narrow = NARROW[0] + NAME + NARROW[1] * clubs + sum(tight)
        if not notes and narrow * SMALLEST * layout.scale <= (room.width / MM - APART) / 2:
            blocks, (rank, club), values, (top, below) = 2, NARROW, tight, low
            scale = min(
                (each * layout.scale for each in SCALES), key=lambda each: _sheets(len(others), each, below, room)
            )
            spare = max(0.0, (room.width / MM - APART) / 2 / scale - narrow)
            values = [max(each, min(HEADED, each + spare / 2 / len(values))) for each in values]
            club += spare - (sum(values) - sum(tight))
        else:
            scale = by = layout.scale

    def table(lines: Sequence[FinalLine], shown: Sequence[int], space: Box) -> list[Page]:
        columns = [
            PrintedColumn(texts["rank"], rank / by, "centre", "bold", 14 if blocks == 1 else 12),
            PrintedColumn(texts["player"], 0, "left", "bold", 14, name=True),
            *([PrintedColumn(texts["club"], club / by, size=12 if blocks == 1 else 10, name=True)] if clubs else []),
            *(
                PrintedColumn(
                    board.columns[at],
                    values[at] / by,
                    alignment(line.values[at] for line in lines),
                    size=13 if blocks == 1 else 11,
                )
                for at in shown
            ),
            *([PrintedColumn(texts["note"], NOTE / by, size=10)] if notes else []),
        ]
        rows = [
            PrintedRow(
                (
                    texts["placed"].format(rank=line.rank),
                    line.person.name,
                    *([line.person.club] if clubs else []),
                    *(line.values[at] for at in shown),
                    *([line.note] if notes else []),
                ),
                number,
            )
            for number, line in enumerate(lines)
        ]
        return scaled(table_pages(columns, rows, space, scale, blocks, ROW), scale)

    per_page = blocks * max(int((below.height + 0.01) // (ROW * MM * scale)) - 1, 1)
    every = range(len(board.columns))
    first = table(others[:per_page], every, below)
    rest = table(others[per_page:], [at for at in every if at not in _few(board)], room)
    return [partial(_first, board, champions, first, top, below), *rest] if champions else []


def _sheets(rows: int, scale: float, below: Box, room: Box) -> int:
    """How many sheets so many rows take in two blocks: the first one has them ``below`` the champion."""
    first, further = (2 * (int((box.height + 0.01) // (ROW * MM * scale)) - 1) for box in (below, room))
    return 1 + -(-max(rows - first, 0) // further)


def _first(
    facts: FinalBoard,
    champions: Sequence[FinalLine],
    others: Sequence[Page],
    top: Box,
    below: Box,
    ink: Ink,
    room: Box,
) -> None:
    _champions(facts, champions, top.inset(0, 3 * MM), ink.plain)
    for page in others:
        page(ink, below)


def _champions(facts: FinalBoard, champions: Sequence[FinalLine], box: Box, ink: Ink) -> None:
    ink.frame(box, BOLD)
    ink.frame(box.inset(1.6 * MM), PLAIN)
    label, names = box.inset(8 * MM, 4 * MM).rows(9 * MM, 0, gap=box.height * 0.05)
    title = " · ".join(filter(None, (facts.title, words(ink.language)["champion"])))
    ink.say(title, label, Type(20, "bold", "centre", least=0.4))
    for champion, line in zip(champions, names.rows(*[0] * len(champions)), strict=True):
        club_high = line.height * 0.17 if champion.person.club else 0.1
        name, club, note = line.rows(0, club_high, line.height * 0.16, gap=line.height * 0.06)
        ink.name(champion.person.name, name, Type(64, "bold", "centre", least=0.25))
        ink.say(champion.person.club, club, Type(16, align="centre", least=0.4))
        values = (
            f"{headed(title)} {value}" for title, value in zip(facts.columns, champion.values, strict=True) if value
        )
        ink.say(" · ".join((*values, *filter(None, [champion.note]))), note, Type(14, align="centre", least=0.4))
