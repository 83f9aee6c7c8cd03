"""The final board: the champion, followed by everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import Page, body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, table_pages
from tournaments.paper.words import words

TOP = 74.0
"""The height of the champion's box in millimetres."""


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A player.  ``note``: points, assets or whatever is published beside the name."""

    rank: int
    person: PrintedPerson
    note: str = ""


def final_board(lines: Sequence[FinalLine], layout: Layout, language: str) -> bytes:
    """The board as a PDF.  Players tied for first place are champions together."""
    texts = words(language)
    champions = [line for line in lines if line.rank == 1]
    others = [line for line in lines if line.rank != 1]
    columns = [
        PrintedColumn(texts["rank"], 26 / layout.scale, "centre", "bold", 14),
        PrintedColumn(texts["player"], 0, "left", "bold", 14, name=True),
        # Large print makes rows higher, but columns no wider.
        PrintedColumn(texts["club"], 48 / layout.scale, size=10),
        PrintedColumn(texts["note"], 34 / layout.scale, "right", size=10.5),
    ]
    rows = [
        PrintedRow((texts["placed"].format(rank=line.rank), line.person.name, line.person.club, line.note), number)
        for number, line in enumerate(others)
    ]
    room = body(layout)
    top, below = room.rows(TOP * MM, 0, gap=6 * MM)
    per_page = max(int((below.height + 0.01) // (ROW * MM * layout.scale)) - 1, 1)
    first = table_pages(columns, rows[:per_page], below, layout.scale, row=ROW)
    rest = table_pages(columns, rows[per_page:], room, layout.scale, row=ROW)
    pages: list[Page] = [partial(_first, champions, first, top, below), *rest] if champions else []
    return framed(pages, layout, language, texts["final_board"])


ROW = 10.5


def _first(champions: Sequence[FinalLine], others: Sequence[Page], top: Box, below: Box, ink: Ink, room: Box) -> None:
    _champions(champions, top.inset(0, 3 * MM), ink.plain)
    for page in others:
        page(ink, below)


def _champions(champions: Sequence[FinalLine], box: Box, ink: Ink) -> None:
    ink.frame(box, BOLD)
    ink.frame(box.inset(1.6 * MM), PLAIN)
    label, names = box.inset(8 * MM, 7 * MM).rows(12 * MM, 0)
    ink.say(words(ink.language)["champion"], label, Type(20, "bold", "centre", least=0.4))
    for champion, line in zip(champions, names.rows(*[0] * len(champions)), strict=True):
        name, club, note = line.rows(0, line.height * 0.17, line.height * 0.15)
        ink.name(champion.person.name, name, Type(64, "bold", "centre", least=0.25))
        ink.say(champion.person.club, club, Type(14, align="centre", least=0.4))
        ink.say(champion.note, note, Type(11, align="centre", least=0.4))
