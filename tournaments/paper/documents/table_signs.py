"""Table signs: the number, readable from across the hall, the round, the names, and the table's QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rulesets.languages import language as settings
from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.fields import code, order_box
from tournaments.paper.page.ink import BOLD, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class TableSigns:
    """The signs of a round."""

    round: int
    tables: tuple[TableSeats, ...]


def table_signs(signs: TableSigns, layout: Layout, language: str) -> bytes:
    """Two signs per sheet, to cut.  The sign of a table without players has only its number and code."""
    title = words(language)["table_signs"]
    if not signs.tables:
        return framed([], layout, language, title)
    cards = [partial(_sign, signs.round, table, layout) for table in signs.tables]
    return press(cut_sheets(cards, 1, 2, layout.sheet), layout.sheet, layout, language, title)


def _sign(round: int, table: TableSeats, layout: Layout, ink: Ink, box: Box) -> None:
    texts = words(ink.language)
    plain = ink.plain
    head, middle, names = box.inset(layout.margin * MM, 10 * MM).rows(6 * MM, 0, 40 * MM, gap=2 * MM)
    event, aside = head.columns(0, head.width * 0.5, gap=4 * MM)
    plain.say(layout.event[ink.language], event, Type(11))
    if layout.draft:
        plain.say(layout.draft, aside, Type(9, "bold", "right", least=0.4))
    else:
        notes = ((layout.sponsor or {}).get(ink.language, ""), layout.imprint)
        plain.say(" · ".join(filter(None, notes)), aside, Type(7.5, align="right"))
    plain.rule(head.x, head.bottom, head.right, head.bottom, BOLD)
    number, corner = middle.columns(0, 44 * MM if table.link else 0.1, gap=4 * MM)
    # Room at the left as wide as the code keeps the number in the middle of the sign.
    left, figure = number.columns(44 * MM, 0, gap=4 * MM)
    label, below, _ = left.rows(16 * MM, 14 * MM, 0, gap=2 * MM)
    plain.say(texts["table"], label, Type(settings(ink.language).paper["table_label"], "bold"))
    plain.write(layout.round(round, ink.language, table.number), below, Type(20, "bold", leading=1.2, stand="top"))
    plain.say(str(table.number), figure, Type(210, "bold", "centre", least=0.3))
    if table.link:
        square, caption = corner.rows(0, 6 * MM)
        code(plain, table.link, square)
        plain.say(texts["scan_table"], caption, Type(7.5, align="centre"))
    _names(plain, table, names)


def _names(ink: Ink, table: TableSeats, box: Box) -> None:
    if not table.players:
        return
    ink.rule(box.x, box.y, box.right, box.y)
    down = -(-len(table.players) // 2)
    room = box.inset(0, 2 * MM)
    if table.rolled:
        note, room = room.rows(4 * MM, 0, gap=1 * MM)
        ink.say(words(ink.language)["order_rolled_note"], note, Type(9))
    places = room.grid(2, max(down, 2))
    # The start order runs down the left column first.
    order = [row * 2 + side for side in range(2) for row in range(down)]
    for start, (person, place) in enumerate(zip(table.players, order, strict=False), 1):
        left, name, _gap = places[place].columns(9 * MM, 0, 4 * MM)
        if table.rolled:
            order_box(ink, left.inset(0, 0.5 * MM))
        else:
            ink.say(str(start), left, Type(18))
        ink.name(person.name, name.inset(0, 0.5 * MM), Type(24, "bold", least=0.4))
