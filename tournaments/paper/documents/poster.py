"""The poster: the event, its timetable, and a QR code to follow it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import code
from tournaments.paper.page.ink import BOLD, FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A line of the timetable.  ``when``: a time or a duration, or empty."""

    what: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """The facts of the poster.  ``lines``: the timetable; ``link``: to the public pages, empty for none."""

    lines: tuple[PosterLine, ...]
    link: str = ""


def poster(facts: Poster, layout: Layout, language: str) -> bytes:
    """A poster for the door, on one full sheet."""
    return press([partial(_page, facts, layout)], layout.sheet, layout, language, words(language)["poster"])


def _page(facts: Poster, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    room = sheet.inset(layout.margin * MM)
    day = (layout.date or {}).get(ink.language, "")
    heights = room.height * 0.27, 14 * MM if day else 0.1, 0, 62 * MM if facts.link else 8 * MM
    name, date, lines, foot = room.rows(*heights, gap=4 * MM)
    ink.say(layout.event[ink.language], name, Type(64, "bold", "centre", leading=1.15))
    coloured = ink.coloured(layout.colour)
    coloured.rule(date.x, date.y, date.right, date.y, BOLD)
    if day:
        ink.say(day, date, Type(32, align="centre"))
        coloured.rule(date.x, date.bottom, date.right, date.bottom, BOLD)
    count = max(len(facts.lines), 1)
    height = min(16 * MM, lines.height / count)
    for at, line in enumerate(facts.lines):
        box = Box(lines.x, lines.y + at * height, lines.width, height)
        what, when = box.inset(4 * MM, 0).columns(0, box.width * 0.34)
        ink.say(line.what, what, Type(20, "bold"))
        ink.say(line.when, when, Type(20, align="right"))
        ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)
    if facts.link:
        square, text = foot.columns(foot.height, 0, gap=6 * MM)
        code(ink, facts.link, square)
        above, below = text.inset(0, 12 * MM).rows(0, 0)
        ink.write(texts["poster_follow"], above, Type(20, "bold"))
        ink.write(facts.link, below, Type(14, stand="top"))
    else:
        ink.say((layout.sponsor or {}).get(ink.language, ""), foot, Type(14, align="centre"))
