"""The floor plan of the hall: where the tables are, with their numbers and, if wanted, who sits at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from tournaments.floor import FloorThing, extent, spans
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, LEAST, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.type.runs import width
from tournaments.paper.words import words

AISLE, WIDE_AISLE = 0.22, 0.55
"""The width of a column or row on which nothing stands, beside one of tables: with names, which need the room, and
without.
"""
UNUSED = 1.0, 0.7, 0.4
"""The size of a table at which nobody sits, beside one with names: smaller only if those need the room."""
GAP = 0.06
"""The space round a table, as a fraction of its place."""
NARROW, NUMBER = 20 * MM, 4.5 * MM
"""Below this width, the number of a table stands above the names; its height there."""
LABEL = 18 * MM
"""The width of what is no table, at least: it may stand in an aisle."""
LARGEST = 52 * MM
"""The side of a table at most, so that few tables look like a plan too."""
LONG = 4
"""One name in so many may be too long for the size of all others."""
STRETCH = 1.8
"""How much longer one side of a place may be than the other, so that the plan fills the sheet."""


@dataclass(frozen=True, slots=True)
class FloorSheet:
    """The facts of the sheet.  ``round``: whose players are shown, 0 for none; ``names``: by table."""

    things: tuple[FloorThing, ...]
    round: int = 0
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def floor_plan(facts: FloorSheet, layout: Layout, language: str) -> bytes:
    """The plan on one sheet, portrait or landscape as it fits better; on several, if names need more room."""
    texts = words(language)
    part = extent(facts.things)
    upright = part.rows > part.columns * 2  # as names want width, and a hall has one shape
    sheet = layout.sheet if upright else layout.landscape
    note = layout.class_finals(((facts.round, each.number) for each in facts.things), language)
    room = body(layout, sheet, note)
    for unused in UNUSED:
        parts = _parts(facts, room, unused)
        places = [list(_places(facts, own, room, unused)) for own in parts]
        sizes = _sizes(facts, [each for page in places for each in page], language)
        if len(parts) == 1 and not sizes.cut:
            break
    pages = [partial(_plan, facts, page, sizes) for page in places]
    aside = layout.round(facts.round, language) if facts.round else ""
    return framed(pages, layout, language, texts["floor_plan"], aside, sheet, note=note)


def _across(facts: FloorSheet, unused: float) -> list[float]:
    """Where each column begins, and last where the plan ends."""
    part = extent(facts.things)
    used = _used(facts, [(each.column - part.left, each) for each in facts.things], unused)
    return spans(used, part.columns, AISLE if facts.round else WIDE_AISLE)


def _down(facts: FloorSheet, things: Sequence[FloorThing], unused: float) -> list[float]:
    """Where each row with these things begins, and last where the part of the plan ends."""
    part = extent(things)
    used = _used(facts, [(each.row - part.top, each) for each in things], unused)
    return spans(used, part.rows, AISLE if facts.round else WIDE_AISLE)


def _used(facts: FloorSheet, things: Sequence[tuple[int, FloorThing]], unused: float) -> dict[int, float]:
    """How wide the columns, or high the rows, of tables are."""
    tables = [(at, each) for at, each in things if each.kind == "table"]
    return {at: unused for at, _ in tables} | {at: 1.0 for at, each in tables if not _empty(facts, each)}


def _empty(facts: FloorSheet, thing: FloorThing) -> bool:
    """Whether it is a table at which nobody sits, on a plan with names."""
    return thing.kind == "table" and bool(facts.names) and not facts.names.get(thing.number)


def _least(facts: FloorSheet, wide: float) -> float:
    """The height that a place of this width needs for a table with its names."""
    number = NUMBER if wide * (1 - 2 * GAP) < NARROW else 0
    most = max(map(len, facts.names.values()), default=0)
    return (most * LEAST * 1.05 + number + 2 * MM) / (1 - 2 * GAP)


def _parts(facts: FloorSheet, room: Box, unused: float) -> list[list[FloorThing]]:
    """The things on each sheet: rows of the hall that are next to one another."""
    least = _least(facts, room.width / _across(facts, unused)[-1])
    parts: list[list[FloorThing]] = []
    for row in sorted({each.row for each in facts.things}):
        own = [each for each in facts.things if each.row == row]
        if not parts or (facts.round and _down(facts, [*parts[-1], *own], unused)[-1] * least > room.height):
            parts.append([])
        parts[-1] += own
    return parts


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of type, in points, one for all sheets of a plan: of numbers, of names, and of what is no table.

    ``cut``: whether a name is too long even in the smallest type.
    """

    number: float
    name: float
    label: float
    cut: bool


def _sizes(facts: FloorSheet, places: Sequence[tuple[FloorThing, Box]], language: str) -> _Sizes:
    """The largest sizes at which every number and almost every name of the plan fits, as far as they can be read."""
    numbers, names, labels, across = [LARGEST], [LARGEST], [20.0], list[float]()
    texts = words(language)
    for thing, box in places:
        if thing.kind != "table":
            inner = _label(box).inset(0.6 * MM, 0.6 * MM)
            labels += [
                inner.height * 0.6,
                inner.width * 0.85 / width(texts[f"floor_{thing.kind}"], language, "regular"),
            ]
            continue
        if _empty(facts, thing):
            continue
        sitting = facts.names.get(thing.number, ())
        left, text = _inside(box, named=bool(sitting))
        numbers += [left.height * 0.8, left.width * 0.85 / width(str(thing.number), language, "bold")]
        if sitting:
            names.append(text.height / len(sitting) * 0.8)
            across += [text.width / width(name, language, "regular") for name in sitting if name]
        else:
            numbers.append(min(box.width, box.height) * 0.5)
    if across:  # few names are so long that they are set smaller
        names.append(sorted(across)[len(across) // LONG])
    number, name, label = (max(min(each), LEAST) for each in (numbers, names, labels))
    return _Sizes(number, name, label, min(across, default=LEAST) < LEAST)


def _inside(box: Box, *, named: bool) -> tuple[Box, Box]:
    """Where number and names of a table stand in its frame."""
    if not named:
        return box.inset(0.6 * MM), box
    inner = box.inset(min(2.5 * MM, box.width * 0.05), max(1 * MM, box.height * 0.06))
    if box.width < NARROW:
        number, text = inner.rows(NUMBER, 0)
    else:
        number, text = inner.columns(min(box.width * 0.22, 22 * MM), 0, gap=min(2 * MM, box.width * 0.03))
    return number, text


def _label(box: Box) -> Box:
    """The box of what is no table."""
    return box.centred(max(box.width, LABEL), min(box.height, max(box.width * 0.5, 6 * MM)))


def _places(facts: FloorSheet, own: Sequence[FloorThing], room: Box, unused: float) -> Iterator[tuple[FloorThing, Box]]:
    """Yield the things of a sheet, each with its box."""
    part, top = extent(facts.things), extent(own).top
    across, down = _across(facts, unused), _down(facts, own, unused)
    wide = room.width / across[-1]
    high = min(room.height / down[-1], max(wide, _least(facts, wide)))
    if not facts.round:
        least = min(wide, high, LARGEST)
        wide, high = min(wide, least * STRETCH), min(high, least * STRETCH)
    area = room.centred(wide * across[-1], high * down[-1])
    for each in own:
        column, row = each.column - part.left, each.row - top
        across_, down_ = across[column + 1] - across[column], down[row + 1] - down[row]
        box = Box(area.x + across[column] * wide, area.y + down[row] * high, across_ * wide, down_ * high)
        if _empty(facts, each):
            across_ = down_ = unused
            box = box.centred(unused * wide, unused * high)
        yield each, box.inset(min(wide, high) * GAP * min(across_, down_))


def _plan(facts: FloorSheet, places: Sequence[tuple[FloorThing, Box]], sizes: _Sizes, ink: Ink, _: Box) -> None:
    for thing, box in places:
        _thing(facts, thing, sizes, ink.plain, box)


def _thing(facts: FloorSheet, thing: FloorThing, sizes: _Sizes, ink: Ink, box: Box) -> None:
    if thing.kind != "table":
        label = _label(box)
        ink.fill(label, 0.92)
        ink.frame(label, PLAIN)
        title = words(ink.language)[f"floor_{thing.kind}"]
        ink.say(title, label.inset(0.6 * MM, 0), Type(sizes.label, align="centre", least=1))
        return
    names = facts.names.get(thing.number, ())
    round = min(box.width, box.height) * 0.12
    if _empty(facts, thing):
        ink.fill(box, 0.92, round)
        ink.say(str(thing.number), box.inset(0.3 * MM), Type(sizes.name, align="centre", least=0.4))
        return
    ink.frame(box, BOLD, round)
    number, text = _inside(box, named=bool(names))
    ink.say(str(thing.number), number, Type(sizes.number, "bold", "centre", least=1))
    if names:
        for name, line in zip(names, text.rows(*[0] * len(names)), strict=True):
            ink.name(name, line, Type(sizes.name, least=0.4))
