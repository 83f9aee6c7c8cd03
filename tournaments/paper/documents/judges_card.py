"""The judge's card: on one page what the regulation of the day says, and under which number each rule is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

import rulesets
from rulesets.kernel.clause import Clause
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import HAIR, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.words import chapter, words

LEADING = 1.5
TERM = 24 * MM
GAP = 4 * MM
INDENT = 0.8
"""Of the second and further lines of an entry, at size 1."""
TERMS = (9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6)
"""Sizes of the day's terms, the best first; they take two fifths of the page at most, and leave room for the digest."""
TRIED = (*((3, half / 2) for half in range(18, 12, -1)), *((4, half / 2) for half in range(14, 9, -1)))
"""How many columns and which size, the best first."""


@dataclass(frozen=True, slots=True)
class CardPart:
    """``lines``: what is looked for and what holds: a clause's number and title, or a term of the regulation.

    ``key``: under which a chapter is found, before the number: `JMA/AUCTION`.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class JudgesCard:
    """``regulation``: the day's terms, in the reader's language, large above the digest; a term may have many lines."""

    regulation: CardPart
    digest: tuple[CardPart, ...]


def digest(ruleset: str, language: str) -> tuple[CardPart, ...]:
    """The clauses in force of a ruleset by chapter, with their titles; without those about the form of records.

    One that supersedes others stands in the chapter of the first of them, its id behind its title.

    Raises `rulesets.UnknownRuleset`.
    """
    catalogue = rulesets.load(ruleset).catalogue
    rules = [clause for clause in catalogue.in_force.values() if clause.layer != "record"]

    def line(clause: Clause) -> tuple[str, str]:
        title = catalogue.text(clause.id, language).title
        later = catalogue.place(clause.id) != clause.id
        return ("", f"{title} ({clause.id})") if later else (clause.id.rpartition("-")[2], title)

    return tuple(
        CardPart(chapter(key, language), tuple(map(line, own)), key)
        for key, own in groupby(rules, lambda clause: catalogue.place(clause.id).rpartition("-")[0])
    )


def judges_card(card: JudgesCard, layout: Layout, language: str) -> bytes:
    """The card on one page, in the largest type at which everything fits."""
    pages = [partial(_page, card)] if card.digest or card.regulation.lines else []
    return framed(pages, layout, language, words(language)["judges_card"], card.regulation.title)


def _page(card: JudgesCard, ink: Ink, room: Box) -> None:
    ink = Ink(ink.canvas, ink.sheet, ink.language, 1, ink.faults)
    for size in TERMS:
        terms = _set(card.regulation.lines, size, room.width, ink.language)
        height = max(sum(len(texts) for _, texts in part) for part in terms) * size * LEADING
        rest = room.rows(max(height, 0.1), 0, gap=3 * MM if height else 0)[1]
        blocks, small, placed = _flow(card.digest, rest.height)
        if height <= room.height * 0.4 and len(placed) <= blocks:
            break
    for part, half in zip(terms, room.columns(0, 0, gap=GAP), strict=True):
        _terms(ink, part, size, half)
    for column, box in zip(placed, rest.columns(*[0] * blocks, gap=5 * MM), strict=False):
        _column(ink, column, small, box)
    if len(placed) > blocks:
        ink.fault("paper_no_room", card.regulation.title, width=round(rest.width / MM), height=round(rest.height / MM))


Term = tuple[str, list[str]]
"""A term, and what holds in lines."""


def _set(lines: Sequence[tuple[str, str]], size: float, width: float, language: str) -> tuple[list[Term], list[Term]]:
    """The terms in two columns of about as many lines."""
    across = ((width - GAP) / 2 - TERM) / size - INDENT
    set_ = [(term, break_lines(clean(holds), across, language, "bold")) for term, holds in lines]
    whole = sum(len(texts) for _, texts in set_)
    ahead = [sum(len(texts) for _, texts in set_[:number]) for number in range(len(set_))]
    left = sum(2 * before < whole for before in ahead)
    return set_[:left], set_[left:]


def _terms(ink: Ink, terms: Sequence[Term], size: float, column: Box) -> None:
    y, before, line = column.y, "", size * LEADING
    for term, texts in terms:
        box = Box(column.x, y, column.width, line * len(texts))
        if term != before:
            ink.rule(box.x, box.y, box.right, box.y, HAIR, 0.6)
            ink.say(term, Box(box.x, y, TERM - 2 * MM, line), Type(size * 0.9, grey=0.25, least=0.5))
        for number, text in enumerate(texts):
            x = box.x + TERM + (INDENT * size if number else 0)
            ink.say(text, Box(x, y + number * line, box.right - x + 0.1, line), Type(size, "bold"))
        y, before = box.bottom, term


class _Line(NamedTuple):
    """A line of the digest; ``head``: of a chapter, its key at the right."""

    key: str
    text: str
    head: bool = False


def _flow(parts: Sequence[CardPart], height: float) -> tuple[int, float, list[list[_Line]]]:
    """The first columns and size at which all lines fit; else the last."""
    lines = [
        line
        for part in parts
        for line in (_Line(part.key, part.title, head=True), *(_Line(key, text) for key, text in part.lines))
    ]
    for blocks, size in TRIED:
        placed = _placed(lines, int(height / (size * LEADING)))
        if len(placed) <= blocks:
            break
    return blocks, size, placed


def _placed(lines: Sequence[_Line], per_column: int) -> list[list[_Line]]:
    columns: list[list[_Line]] = [[]]
    for number, line in enumerate(lines):
        # A title does not stand alone at the foot of a column.
        last = line.head and len(columns[-1]) + 1 >= per_column and number + 1 < len(lines)
        if len(columns[-1]) >= per_column or last:
            columns.append([])
        columns[-1].append(line)
    return columns


def _column(ink: Ink, lines: Sequence[_Line], size: float, box: Box) -> None:
    for number, (key, text, head) in enumerate(lines):
        line = Box(box.x, box.y + number * size * LEADING, box.width, size * LEADING)
        if head:
            ink.fill(line.inset(0, size * 0.1), 0.9)
            title, right = line.inset(1 * MM, 0).columns(line.width * 0.62, 0)
            ink.say(text, title, Type(size, "bold", least=0.5))
            ink.say(key, right, Type(size * 0.8, align="right", grey=0.3, least=0.5))
            continue
        left, right = line.columns(6 * MM, 0)
        ink.say(key, left.inset(1.2 * MM, 0), Type(size, align="right", grey=0.3))
        ink.say(text, right, Type(size, least=0.5))
