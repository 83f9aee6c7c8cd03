"""The rota of the staff: one line a person, one column a round; and a slip for each with what they do when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.ink import BOLD, FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed, press
from tournaments.paper.page.rows import (
    ROW,
    PrintedColumn,
    PrintedRow,
    filling_row,
    filling_scale,
    scaled,
    table_pages,
)
from tournaments.paper.words import words

NAME, LONG, ROLE, ROUND = 46.0, 85.0, 26.0, 28.0
"""The widths of columns, in millimetres: of a name at least and at most."""
SMALLEST = 0.7
"""The scale below which the rota takes more than one sheet."""
BLANK = 12
"""Lines to write by hand as long as nobody is on the staff."""
FEW, MANY = 5, 8
"""The number of rounds that fit on a slip with eight and with six slips per sheet."""


@dataclass(frozen=True, slots=True)
class RotaColumn:
    """A round, or something else of the day: its name, and when it begins, empty if that is not known.  ``by_hand``:
    an empty duty in it is room to write one.
    """

    name: str
    time: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class RotaLine:
    """Somebody on the staff.  ``duties``: what they do in each round, empty for nothing."""

    name: str
    role: str
    duties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StaffRota:
    """The facts of both documents.  ``unattended``: the tables of each round that nobody looks after."""

    rounds: tuple[RotaColumn, ...]
    lines: tuple[RotaLine, ...]
    unattended: tuple[str, ...] = ()


def staff_rota(facts: StaffRota, layout: Layout, language: str) -> bytes:
    """The whole rota on the wall, as large as one sheet takes; lines to write on if nobody is on it."""
    texts, sheet = words(language), layout.landscape
    if not facts.rounds:
        return framed([], layout, language, texts["staff_rota"], sheet=sheet)
    lines = facts.lines or (RotaLine("", "", ("",) * len(facts.rounds)),) * BLANK
    rows = [PrintedRow((each.name, each.role, *each.duties), at) for at, each in enumerate(lines, 1)]
    if any(facts.unattended):
        rows.append(PrintedRow((texts["rota_nobody"], "", *facts.unattended), len(lines) + 1, marked=True))
    room = body(layout, sheet)
    scale = filling_scale(len(rows), ROW, NAME + ROLE + ROUND * len(facts.rounds), room, 0)
    if scale < SMALLEST * layout.scale:
        scale = layout.scale
    # Rounds need little: what is left of the width goes to the names first.
    name = max(NAME, min(LONG, room.width / MM / scale - ROLE - ROUND * len(facts.rounds)))
    columns = [
        PrintedColumn(texts["rota_staff"], name, weight="bold", size=11, name=True),
        PrintedColumn(texts["rota_role"], ROLE, size=9),
        *(PrintedColumn(f"{each.time} {each.name}".strip(), 0, "centre", size=11) for each in facts.rounds),
    ]
    high = filling_row(len(rows), ROW, scale, room)
    pages = scaled(table_pages(columns, rows, room, scale, row=high), scale)
    return framed(pages, layout, language, texts["staff_rota"], texts["rota_note"], sheet)


def rota_slips(facts: StaffRota, layout: Layout, language: str) -> bytes:
    """A slip for everybody with a duty, eight per sheet, to cut; fewer if there are many rounds."""
    title, count = words(language)["rota_slips"], len(facts.rounds)
    lines = [each for each in facts.lines if any(each.duties)]
    if not lines:
        return framed([], layout, language, title)
    down = 4 if count <= FEW else 3 if count <= MANY else 2
    cards = [partial(_slip, facts.rounds, each, layout) for each in lines]
    return press(cut_sheets(cards, 2, down, layout.sheet), layout.sheet, layout, language, title)


def _slip(rounds: tuple[RotaColumn, ...], line: RotaLine, layout: Layout, ink: Ink, box: Box) -> None:
    ink = ink.plain
    head, name, duties, note = box.inset(8 * MM, 6 * MM).rows(5 * MM, 10 * MM, 0, 3.5 * MM, gap=1 * MM)
    event, role = head.columns(0, 30 * MM, gap=1 * MM)
    ink.say(layout.event[ink.language], event, Type(7.5))
    ink.say(line.role, role, Type(9, align="right"))
    ink.rule(head.x, head.bottom, head.right, head.bottom, BOLD)
    ink.name(line.name, name, Type(18, "bold", least=0.45))
    ink.say(layout.imprint, note, Type(7.5, align="right"))
    height = min(9 * MM, duties.height / len(rounds))
    for at, (round_, duty) in enumerate(zip(rounds, line.duties, strict=True)):
        row = Box(duties.x, duties.y + at * height, duties.width, height)
        when, what, own = row.columns(23 * MM if round_.time else 0.1, 26 * MM, 0, gap=1 * MM)
        ink.say(round_.time, when, Type(11, "bold", least=0.5))
        ink.say(round_.name, what, Type(9, least=0.6))
        said = duty or ("" if round_.by_hand else "–")
        ink.say(said, own, Type(12, "bold" if duty else "regular", "right", least=0.5))
        ink.rule(row.x, row.bottom, row.right, row.bottom, FINE)
