"""The floor plan of the hall: where the tables are, with their numbers and, if wanted, who sits at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from tournaments.floor import FloorThing, extent, spans
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

AISLE = 0.35
"""The width of a column or row on which nothing stands, beside one of tables with names: names need the room."""
LARGEST = 32 * MM
"""The side of a table at most, so that few tables look like a plan too."""


@dataclass(frozen=True, slots=True)
class FloorSheet:
    """The facts of the sheet.  ``round``: whose players are shown, 0 for none; ``names``: by table."""

    things: tuple[FloorThing, ...]
    round: int = 0
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def floor_plan(facts: FloorSheet, layout: Layout, language: str) -> bytes:
    """The plan on one sheet, portrait or landscape as it fits better."""
    texts = words(language)
    part = extent(facts.things)
    upright = part.rows > part.columns * (2 if facts.round else 1)  # names want width
    sheet = layout.sheet if upright else layout.landscape
    pages = [partial(_plan, facts)] if facts.things else []
    aside = texts["round"].format(round=facts.round) if facts.round else ""
    return framed(pages, layout, language, texts["floor_plan"], aside, sheet)


def _plan(facts: FloorSheet, ink: Ink, room: Box) -> None:
    ink = ink.plain
    part = extent(facts.things)
    tables = [each for each in facts.things if each.kind == "table"]
    aisle = AISLE if facts.round else 1
    across = spans({each.column - part.left for each in tables}, part.columns, aisle)
    down = spans({each.row - part.top for each in tables}, part.rows, aisle)
    wide, high = room.width / across[-1], room.height / down[-1]
    high = min(high, wide)
    if not facts.round:  # a plan to scale has square places
        wide = high = min(high, LARGEST)
    area = room.centred(wide * across[-1], high * down[-1])
    for each in facts.things:
        column, row = each.column - part.left, each.row - part.top
        width, height = across[column + 1] - across[column], down[row + 1] - down[row]
        box = Box(area.x + across[column] * wide, area.y + down[row] * high, width * wide, height * high)
        _thing(facts, each, ink, box.inset(min(wide, high) * 0.06 * min(width, height)))


def _thing(facts: FloorSheet, thing: FloorThing, ink: Ink, box: Box) -> None:
    if thing.kind != "table":
        label = box.centred(box.width, min(box.height, max(box.width * 0.5, 6 * MM)))
        ink.fill(label, 0.92)
        ink.frame(label, PLAIN)
        title = words(ink.language)[f"floor_{thing.kind}"]
        ink.say(title, label.inset(0.6 * MM, 0), Type(11, align="centre", least=0.4))
        return
    names = facts.names.get(thing.number, ())
    ink.frame(box, BOLD, min(box.width, box.height) * 0.12)
    size = min(box.width, box.height) * 0.5
    if not names:
        ink.say(str(thing.number), box.inset(0.6 * MM), Type(size, "bold", "centre", least=0.3))
        return
    number, text = box.inset(1 * MM).columns(box.width * 0.24, 0, gap=1 * MM)
    ink.say(str(thing.number), number, Type(min(size, 26), "bold", "centre", least=0.3))
    for name, line in zip(names, text.rows(*[0] * len(names)), strict=True):
        ink.say(name, line, Type(min(11.0, line.height * 0.8), least=0.6))
