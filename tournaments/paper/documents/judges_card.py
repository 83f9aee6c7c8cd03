"""The judge's card: what the regulation of the day says, and under which number each rule is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

import rulesets
from rulesets.kernel.clause import Clause
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.type.breaking import break_lines
from tournaments.paper.type.characters import clean
from tournaments.paper.words import chapter, words

LEADING = 1.5
TERM = 24 * MM
GAP = 4 * MM
INDENT = 0.8
"""Of the second and further lines of an entry, at size 1."""
SIZES = (9, 7.5)
"""Of everything, the best first: what does not fit at the last one goes on overleaf."""
BLOCKS = 3
"""Columns of the digest."""


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
    """The card: the day's terms, below them the digest, on further pages where it is long."""
    room = body(layout)
    for size in SIZES:
        terms = _set(card.regulation.lines, size, room.width, language)
        height = max(sum(len(texts) for _, texts in part) for part in terms) * size * LEADING
        first, further = (int(most / (size * LEADING)) for most in (room.height - height - 4 * MM, room.height))
        placed = _placed(card.digest, first, further)
        if len(placed) <= BLOCKS:
            break
    pages = [
        partial(
            _page, terms if not start else ((), ()), placed[start : start + BLOCKS], size, height if not start else 0
        )
        for start in range(0, len(placed), BLOCKS)
    ]
    shown = pages if card.digest or card.regulation.lines else []
    return framed(shown, layout, language, words(language)["judges_card"], card.regulation.title)


def _page(
    terms: Sequence[Sequence[Term]], columns: Sequence[Sequence[_Line]], size: float, height: float, ink: Ink, room: Box
) -> None:
    ink = ink.plain
    rest = room.rows(height + 4 * MM, 0)[1] if height else room
    for part, half in zip(terms, room.columns(0, 0, gap=GAP), strict=True):
        _terms(ink, part, size, half)
    for column, box in zip(columns, rest.columns(*[0] * BLOCKS, gap=5 * MM), strict=False):
        _column(ink, column, size, box)


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
            ink.rule(box.x, box.y, box.right, box.y, FINE)
            ink.say(term, Box(box.x, y, TERM - 2 * MM, line), Type(size, least=0.5))
        for number, text in enumerate(texts):
            x = box.x + TERM + (INDENT * size if number else 0)
            ink.say(text, Box(x, y + number * line, box.right - x + 0.1, line), Type(size, "bold"))
        y, before = box.bottom, term


class _Line(NamedTuple):
    """A line of the digest; ``head``: of a chapter, its key at the right."""

    key: str
    text: str
    head: bool = False


def _placed(parts: Sequence[CardPart], first: int, further: int) -> list[list[_Line]]:
    """The digest in columns: so many lines in each of the first page, and of further ones."""
    lines = [
        line
        for part in parts
        for line in (_Line(part.key, part.title, head=True), *(_Line(key, text) for key, text in part.lines))
    ]
    columns: list[list[_Line]] = [[]]
    for number, line in enumerate(lines):
        most = first if len(columns) <= BLOCKS else further
        # A title does not stand alone at the foot of a column.
        last = line.head and len(columns[-1]) + 1 >= most and number + 1 < len(lines)
        if len(columns[-1]) >= most or last:
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
            ink.say(key, right, Type(7.5, align="right", least=0.5))
            continue
        left, right = line.columns(6 * MM, 0)
        ink.say(key, left.inset(1.2 * MM, 0), Type(size, align="right"))
        ink.say(text, right, Type(size, least=0.5))
