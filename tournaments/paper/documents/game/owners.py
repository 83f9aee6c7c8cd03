"""Who owned which deed when: a row for each deed, a bar for each owner, and the rent it earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type
from tournaments.paper.type.runs import width

MARK = 7.5


@dataclass(frozen=True, slots=True)
class HeldDeed:
    """A period in which one player held a deed.  ``until``: None if they held it to the end."""

    seat: str
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A deed.  ``letter``: of its group; ``held``: in order of time; ``earned``: all rent that it earned, as money."""

    name: str
    letter: str
    held: tuple[HeldDeed, ...]
    earned: str


def draw_owners(ink: Ink, deeds: Sequence[DeedLine], last: int, box: Box, name: float, earned: float) -> None:
    """Draw the rows in a box.  ``name``, ``earned``: the widths of the name and rent columns; the space between stands
    for ``last`` reports.
    """
    for deed, row in zip(deeds, box.rows(*[0] * len(deeds)), strict=True):
        left, across, right = row.columns(name, 0, earned)
        letter, label = left.columns(6 * MM, 0)
        ink.say(deed.letter, letter, Type(MARK, "bold", least=0.94))
        ink.say(deed.name, label.inset(1 * MM, 0), Type(MARK, least=0.94, leading=1))
        ink.say(deed.earned, right, Type(MARK, align="right", least=0.94))
        for held in deed.held:
            start = across.x + across.width * held.since / max(last, 1)
            end = across.x + across.width * (last if held.until is None else held.until) / max(last, 1)
            bar = Box(start, row.y + row.height * 0.1, end - start, row.height * 0.8)
            ink.frame(bar, PLAIN)
            if width(held.seat, ink.language, "bold") * MARK <= bar.width:
                ink.say(held.seat, bar, Type(MARK, "bold", "centre", least=0.94))
        ink.rule(row.x, row.bottom, row.right, row.bottom, FINE)
