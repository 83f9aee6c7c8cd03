"""What the score sheets of all games have: table, names, sums, extension, penalties, signatures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.code import code
from tournaments.paper.page.fields import blank, choice, order_box, signature
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

NARROW = 13 * MM
"""Over columns narrower than this the names stand upwards."""
SUM = 6.6 * MM
LABELS = 46 * MM
"""Of the sums; the hint stands left of them."""


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """The sheets of a round.  ``edition``: a board's name; ``minutes``: 0 for no limit."""

    round: int
    tables: tuple[TableSeats, ...]
    edition: str
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """What the sheets of a game have of their own.

    ``board``: its name.  ``endings``, ``sums`` and ``hint``: the keys of the words for how a game ends, for what is
    added up, and for how that is done.  ``left``: the width of what stands left of the players' columns.  ``assets``
    draws what is counted, for so many players.
    """

    board: str
    endings: Sequence[str]
    sums: Sequence[str]
    hint: str
    left: float
    assets: Callable[[Ink, int, Box], None]


def sheets(facts: ScoreSheets, kind: Kind, layout: Layout, language: str) -> bytes:
    """A sheet for each table, in the order given."""
    said = words(language)
    pages = [partial(_sheet, facts, kind, table) for table in facts.tables]
    return framed(pages, layout, language, said["score_sheet"], said["round"].format(round=facts.round))


def _sheet(facts: ScoreSheets, kind: Kind, table: TableSeats, ink: Ink, room: Box) -> None:
    plain = ink.plain
    top, assets, below, last = areas(room)
    count = len(table.players)
    head(plain, facts, table, kind.board, kind.endings, top)
    names(plain, table, kind.left, assets)

    def blanks() -> None:
        """All that is the same at every table of so many players."""
        kind.assets(plain, count, assets)
        sums(plain, kind.sums, kind.hint, kind.left, count, below)
        foot(plain, last)

    plain.stamp(f"assets-{count}", blanks)


def areas(room: Box) -> tuple[Box, Box, Box, Box]:
    """The head of a sheet, what is counted, the sums below it without a gap, the foot."""
    top, assets, sums, foot = room.rows(20 * MM, 0, 46 * MM, 23 * MM, gap=2 * MM)
    return top, assets, Box(sums.x, assets.bottom, sums.width, sums.height), foot


def players(box: Box, left: float, count: int) -> list[Box]:
    """A column for each player, right of so much."""
    return box.columns(left, *[0] * count)[1:]


def head_height(box: Box, left: float, count: int) -> float:
    """Of the line with the names."""
    return 12 * MM if count == 0 or players(box, left, count)[0].width >= NARROW else 26 * MM


def head(ink: Ink, facts: ScoreSheets, table: TableSeats, board: str, endings: Sequence[str], box: Box) -> None:
    """Number and code of the table, board and time limit, when it began and ended, and how."""
    said = words(ink.language)
    number, middle, square = box.columns(36 * MM, 0, 20 * MM if table.link else 0.1, gap=4 * MM)
    ink.frame(number, BOLD, 1.5 * MM)
    label, figure = number.inset(2 * MM, 1 * MM).columns(13 * MM, 0)
    ink.say(said["table"], label, Type(14, "bold"))
    ink.say(str(table.number), figure, Type(32, "bold", "centre", least=0.4))
    code(ink, table.link, square)
    first, second, third = middle.rows(0, 0, 0)
    limit = said["minutes"].format(minutes=facts.minutes) if facts.minutes else said["no_limit"]
    ink.say(f"{board}　{limit}", first, Type(11, "bold"))
    for key, cell in zip(("began", "ended"), second.columns(0, 0, gap=6 * MM), strict=True):
        blank(ink, said[key], cell)
    label, *choices = third.columns(17 * MM, *[0] * len(endings))
    ink.say(said["ending"], label, Type(9))
    for key, cell in zip(endings, choices, strict=True):
        choice(ink, said[key], cell)


def names(ink: Ink, table: TableSeats, left: float, box: Box) -> None:
    """Everybody over their column, with the start order or a box for it."""
    count = len(table.players)
    line = box.rows(head_height(box, left, count), 0)[0]
    for order, (person, cell) in enumerate(zip(table.players, players(line, left, count), strict=True), 1):
        above, below = cell.inset(0.6 * MM, 0.4 * MM).rows(4.4 * MM, 0)
        if table.rolled:
            order_box(ink, above.centred(above.height, above.height))
        else:
            ink.say(str(order), above, Type(7.5, align="centre"))
        if cell.width < NARROW:
            ink.turned_name(person.name, below, Type(9, "bold", least=0.4))
        else:
            ink.name(person.name, below, Type(9, "bold", "centre", least=0.45))
    if table.rolled:
        note = line.columns(left, 0)[0].rows(4.8 * MM, 0)[0].inset(1.5 * MM, 0)
        ink.say(words(ink.language)["order_rolled_note"], note, Type(7.5, align="right", least=0.5))


def verticals(ink: Ink, cells: Sequence[Box], left: float, count: int, top: Box, lines: Box) -> None:
    """The lines between the columns, and the ones at the right and below.  ``cells``: those that are filled in before
    the players' columns; their lines begin below the note on the start order.
    """
    for cell in cells:
        ink.rule(cell.x, top.y + 6 * MM, cell.x, lines.bottom, FINE)
    for cell in players(lines, left, count):
        ink.rule(cell.x, top.y + 1 * MM, cell.x, lines.bottom, FINE)
    ink.rule(lines.right, top.y + 1 * MM, lines.right, lines.bottom, FINE)
    ink.rule(lines.x, lines.bottom, lines.right, lines.bottom, PLAIN)


def sums(ink: Ink, keys: Sequence[str], hint: str, left: float, count: int, box: Box) -> None:
    """A line for each sum, the total strong, then the players' signatures.  ``hint``: how the sheet is filled in."""
    said = words(ink.language)
    *lines, signing, _ = box.rows(*[SUM] * len(keys), 12 * MM, 0)
    for key, line in zip((*keys, "signature"), (*lines, signing), strict=True):
        label = line.columns(left, 0)[0]
        total = key == "total"
        if total:
            ink.fill(line, 0.9)
        ink.say(said[key], label.inset(2 * MM, 0), Type(11 if total else 9.5, "bold", "right"))
        if key != "signature":
            start = line.x if total else line.x + left - LABELS
            ink.rule(start, line.bottom, line.right, line.bottom, BOLD if total else FINE)
        if total:
            ink.rule(line.x, line.y, line.right, line.y, BOLD)
    for cell in players(box, left, count):
        ink.rule(cell.x, box.y, cell.x, signing.bottom, FINE)
    ink.rule(box.right, box.y, box.right, signing.bottom, FINE)
    ink.rule(box.x, signing.bottom, box.right, signing.bottom, BOLD)
    room = Box(box.x, box.y + 1 * MM, left - LABELS - 3 * MM, 2 * SUM - 1.6 * MM)
    ink.write(said[hint], room, Type(7.5, stand="top"))


def foot(ink: Ink, box: Box) -> None:
    """Time extensions, penalties, and who signs for the sheet."""
    said = words(ink.language)
    extension, penalty, last = box.columns(0, 0, 46 * MM, gap=3 * MM)
    for part, title, hint in ((extension, "extension", "extension_lines"), (penalty, "penalty", "penalty_lines")):
        ink.frame(part, PLAIN, 1 * MM)
        top = part.inset(2 * MM, 1 * MM).rows(5 * MM, 0)[0]
        name, rest = top.columns(0, 0)
        ink.say(said[title], name, Type(9, "bold"))
        ink.say(said[hint], rest, Type(7.5, align="right"))
        for line in range(2):
            y = part.y + (12.5 + 7 * line) * MM
            ink.rule(part.x + 2 * MM, y, part.right - 2 * MM, y, FINE)
    for key, cell in zip(("judge", "checked_by"), last.rows(0, 0, gap=2 * MM), strict=True):
        signature(ink, said[key], cell)
