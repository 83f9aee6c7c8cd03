"""The poster: the event, where and when it is, its day, and a QR code to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import code
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.words import words

LINE = 15 * MM
"""The height of a line of the timetable, if there is room for it."""
STEP = 20 * MM
"""The height of the row of rounds."""
MOST_STEPS = 6
"""The rounds in one row."""


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A line of the timetable, or a round.  ``when``: a time or a duration, or empty."""

    what: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """The facts of the poster; texts that are not known are empty.

    ``rounds``: the way through the day; ``times``: the timetable as the organizer wrote it; ``link``: to the public
    pages, if they are open.
    """

    rounds: tuple[PosterLine, ...]
    times: tuple[PosterLine, ...] = ()
    venue: str = ""
    organizer: str = ""
    link: str = ""


def poster(facts: Poster, layout: Layout, language: str) -> bytes:
    """A poster for the door, on one full sheet."""
    return press([partial(_page, facts, layout)], layout.sheet, layout, language, words(language)["poster"])


def _page(facts: Poster, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    room = sheet.inset(layout.margin * MM)
    ink.coloured(layout.colour).frame(room, BOLD)
    share = 0.37 if facts.times else 0.43
    head, body, foot = room.inset(8 * MM, 6 * MM).rows(room.height * share, 0, _foot_height(facts), gap=5 * MM)
    _head(facts, layout, ink, head)
    if facts.times:
        rows = -(-len(facts.rounds) // MOST_STEPS)
        times, *steps = body.rows(0, *[STEP] * rows, gap=4 * MM)
        _lines(facts.times, ink, times)
        for number, row in enumerate(steps):
            _way(facts.rounds[number * MOST_STEPS : (number + 1) * MOST_STEPS], ink, row)
    else:
        _lines(facts.rounds, ink, body)
    _foot(facts, layout, ink, foot)


def _head(facts: Poster, layout: Layout, ink: Ink, room: Box) -> None:
    """Draw who invites, to what, when and where."""
    day = (layout.date or {}).get(ink.language, "")
    invites, name, when, where = room.rows(10 * MM, 0, 14 * MM if day else 0.1, 13 * MM if facts.venue else 0.1)
    ink.say(facts.organizer, invites, Type(20, align="centre"))
    ink.write(layout.event[ink.language], name.inset(0, 2 * MM), Type(64, "bold", "centre", leading=1.15, least=0.3))
    coloured = ink.coloured(layout.colour)
    if day or facts.venue:
        coloured.rule(when.x, when.y, when.right, when.y, BOLD)
        coloured.rule(where.x, where.bottom, where.right, where.bottom, BOLD)
    ink.say(day, when, Type(32, "bold", "centre"))
    ink.say(facts.venue, where, Type(26, align="centre", least=0.4))


def _lines(lines: Sequence[PosterLine], ink: Ink, room: Box) -> None:
    """Draw times or durations and what they belong to, as large as there is room for."""
    height = min(LINE, room.height / max(len(lines), 1))
    size = min(24.0, height * 0.62)
    for at, line in enumerate(lines):
        box = Box(room.x, room.y + at * height, room.width, height)
        when, what = box.inset(4 * MM, 0).columns(box.width * 0.24, 0, gap=4 * MM)
        ink.say(line.when, when, Type(size, "bold", least=0.4))
        ink.say(line.what, what, Type(size, least=0.4))
        ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)


def _way(rounds: Sequence[PosterLine], ink: Ink, room: Box) -> None:
    """Draw the rounds one after the other, each with its duration."""
    for at, box in enumerate(room.columns(*[0] * len(rounds), gap=6 * MM)):
        ink.frame(box, PLAIN, 1.5 * MM)
        name, minutes = box.inset(1.5 * MM).rows(0, box.height * 0.36)
        ink.write(rounds[at].what, name, Type(14, "bold", "centre", least=0.5))
        ink.say(rounds[at].when, minutes, Type(11, align="centre"))
        if at:
            middle, start = box.y + box.height / 2, box.x - 4.5 * MM
            ink.rule(start, middle, box.x - 1.5 * MM, middle, PLAIN)
            for side in (-1, 1):
                ink.rule(box.x - 3 * MM, middle + side * MM, box.x - 1.5 * MM, middle, PLAIN)


def _foot_height(facts: Poster) -> float:
    return 48 * MM if facts.link else 10 * MM


def _foot(facts: Poster, layout: Layout, ink: Ink, room: Box) -> None:
    if not facts.link:
        ink.say((layout.sponsor or {}).get(ink.language, ""), room, Type(14, align="centre"))
        return
    square, text = room.columns(room.height, 0, gap=6 * MM)
    code(ink, facts.link, square)
    above, below = text.inset(0, 6 * MM).rows(0, 0, gap=1.5 * MM)
    ink.write(words(ink.language)["poster_follow"], above, Type(20, "bold", stand="bottom"))
    ink.write(facts.link, below, Type(14, stand="top"))
