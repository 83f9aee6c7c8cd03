"""The bracket: stages from left to right, tables with who sat there and who went on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import HAIR, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

LINE = 7.5
HEAD = 6.0


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat at a table of a stage.  ``name``: empty until it is known; ``place``: 0 until the game is over."""

    name: str = ""
    seed: int = 0
    place: int = 0
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class StageTable:
    number: int
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class StageFacts:
    """``title``: in the reader's language."""

    title: str
    tables: tuple[StageTable, ...]


def bracket(stages: Sequence[StageFacts], layout: Layout, language: str) -> bytes:
    """The bracket on one lying sheet."""
    pages = [partial(_page, stages)] if stages else []
    return framed(pages, layout, language, words(language)["bracket"], sheet=layout.lying)


def _page(stages: Sequence[StageFacts], ink: Ink, room: Box) -> None:
    ink = Ink(ink.canvas, ink.sheet, ink.language, 1, ink.faults)
    gap = 14 * MM
    columns = room.columns(*[0] * len(stages), gap=gap)
    titles = [column.rows(9 * MM, 0)[0] for column in columns]
    bodies = [column.rows(9 * MM, 0)[1] for column in columns]
    placed = [_boxes(stage, box) for stage, box in zip(stages, bodies, strict=True)]
    for stage, title, boxes in zip(stages, titles, placed, strict=True):
        ink.say(stage.title, title, Type(13, "bold"))
        for table, box in zip(stage.tables, boxes, strict=True):
            _table(ink, table, box)
    for before, after in pairwise(placed):
        if before and after:
            _joined(ink, before, after, gap)


def _boxes(stage: StageFacts, box: Box) -> list[Box]:
    """A box for each table, spread over the height; as low as they have to be."""
    share = box.height / max(len(stage.tables), 1)
    most = max((len(table.slots) for table in stage.tables), default=1)
    line = min(LINE * MM, (share - 3 * MM) / (most + HEAD / LINE))
    boxes = []
    for number, table in enumerate(stage.tables):
        height = line * (len(table.slots) + HEAD / LINE)
        boxes.append(Box(box.x, box.y + share * number, box.width, share).centred(box.width, height))
    return boxes


def _table(ink: Ink, table: StageTable, box: Box) -> None:
    lines = box.height / (len(table.slots) + HEAD / LINE)
    head, *slots = box.rows(lines * HEAD / LINE, *[lines] * len(table.slots))
    ink.fill(head, 0.9)
    ink.say(f"{words(ink.language)['table']} {table.number}", head.inset(2 * MM, 0), Type(9, "bold", least=0.4))
    for slot, line in zip(table.slots, slots, strict=True):
        if slot.goes_on:
            ink.fill(Box(line.x, line.y, 1.3 * MM, line.height), 0)
        seed, name, place = line.columns(9 * MM, 0, 9 * MM)
        ink.say(str(slot.seed or ""), seed.inset(2 * MM, 0), Type(8, align="right", grey=0.3, least=0.4))
        type = Type(10.5, "bold" if slot.goes_on else "regular", least=0.35)
        ink.name(slot.name, name.inset(0.5 * MM, 0.2 * MM), type)
        ink.say(str(slot.place or ""), place.inset(1.5 * MM, 0), Type(10.5, type.weight, "right", least=0.4))
        ink.rule(line.x, line.y, line.right, line.y, HAIR, 0.6)
    ink.frame(box, 0.8)


def _joined(ink: Ink, before: Sequence[Box], after: Sequence[Box], gap: float) -> None:
    """Every table of a stage leads to all tables of the next: one trunk between the two."""
    trunk = before[0].right + gap / 2
    ends = [box.y + box.height / 2 for box in (*before, *after)]
    ink.rule(trunk, min(ends), trunk, max(ends), 0.8)
    for box in before:
        ink.rule(box.right, box.y + box.height / 2, trunk, box.y + box.height / 2, 0.8)
    for box in after:
        ink.rule(trunk, box.y + box.height / 2, box.x, box.y + box.height / 2, 0.8)
