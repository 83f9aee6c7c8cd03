"""The judge's card: on one page what the regulation of the day says, and under which number each rule is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import rulesets
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import HAIR, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

LEADING = 1.5
TRIED = (*((3, half / 2) for half in range(18, 12, -1)), *((4, half / 2) for half in range(14, 9, -1)))
"""How many columns and which size, the best first."""


@dataclass(frozen=True, slots=True)
class CardPart:
    """``lines``: what is looked for and what holds: a clause's number and title, or a term of the regulation."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class JudgesCard:
    """``regulation``: the day's terms, in the reader's language, large above the digest."""

    regulation: CardPart
    digest: tuple[CardPart, ...]


def digest(ruleset: str, language: str) -> tuple[CardPart, ...]:
    """The clauses of a ruleset by chapter, with their titles; without those about the form of records.

    Raises `rulesets.UnknownRuleset`.
    """
    catalogue = rulesets.load(ruleset).catalogue
    rules = [clause for clause in catalogue.clauses.values() if clause.layer != "record"]
    return tuple(
        CardPart(
            chapter, tuple((clause.id.rpartition("-")[2], catalogue.text(clause.id, language).title) for clause in own)
        )
        for chapter, own in groupby(rules, lambda clause: clause.id.rpartition("-")[0])
    )


def judges_card(card: JudgesCard, layout: Layout, language: str) -> bytes:
    """The card on one page, in the largest type at which everything fits."""
    pages = [partial(_page, card)] if card.digest or card.regulation.lines else []
    return framed(pages, layout, language, words(language)["judges_card"], card.regulation.title)


def _page(card: JudgesCard, ink: Ink, room: Box) -> None:
    ink = Ink(ink.canvas, ink.sheet, ink.language, 1, ink.faults)
    terms = len(card.regulation.lines)
    down = -(-terms // 2)
    top, rest = room.rows(max(down * 7 * MM, 0.1), 0, gap=3 * MM if terms else 0)
    for (term, holds), box in zip(card.regulation.lines, top.grid(2, max(down, 1)), strict=False):
        left, right = box.inset(1 * MM, 0).columns(26 * MM, 0)
        ink.say(term, left, Type(8.5, grey=0.25, least=0.5))
        ink.say(holds, right, Type(10.5, "bold", least=0.45))
        ink.rule(box.x, box.bottom, box.right - 3 * MM, box.bottom, HAIR, 0.6)
    blocks, size, placed = _flow(card.digest, rest.height)
    for column, box in zip(placed, rest.columns(*[0] * blocks, gap=5 * MM), strict=False):
        _column(ink, column, size, box)
    if len(placed) > blocks:
        ink.fault("paper_no_room", card.regulation.title, width=round(rest.width / MM), height=round(rest.height / MM))


def _flow(parts: Sequence[CardPart], height: float) -> tuple[int, float, list[list[tuple[str, str]]]]:
    """The first columns and size at which all lines fit, a part's title a line without a number; else the last."""
    lines = [line for part in parts for line in (("", part.title), *part.lines)]
    for blocks, size in TRIED:
        placed = _placed(lines, int(height / (size * LEADING)))
        if len(placed) <= blocks:
            break
    return blocks, size, placed


def _placed(lines: Sequence[tuple[str, str]], per_column: int) -> list[list[tuple[str, str]]]:
    columns: list[list[tuple[str, str]]] = [[]]
    for number, line in enumerate(lines):
        # A title does not stand alone at the foot of a column.
        last = not line[0] and len(columns[-1]) + 1 >= per_column and number + 1 < len(lines)
        if len(columns[-1]) >= per_column or last:
            columns.append([])
        columns[-1].append(line)
    return columns


def _column(ink: Ink, lines: Sequence[tuple[str, str]], size: float, box: Box) -> None:
    for number, (key, text) in enumerate(lines):
        line = Box(box.x, box.y + number * size * LEADING, box.width, size * LEADING)
        if not key:
            ink.fill(line.inset(0, size * 0.1), 0.9)
            ink.say(text, line.inset(1 * MM, 0), Type(size, "bold"))
            continue
        left, right = line.columns(6 * MM, 0)
        ink.say(key, left.inset(1.2 * MM, 0), Type(size, align="right", grey=0.3))
        ink.say(text, right, Type(size, least=0.5))
