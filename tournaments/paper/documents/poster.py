"""The poster: the event, where and when it is, its day, and a QR code to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.fields import blank, code
from tournaments.paper.page.ink import BOLD, FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import press
from tournaments.paper.words import words

LINE = 15 * MM
"""The height of a line of the timetable, if there is room for it."""


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A line of the timetable, or a round.  ``when``: a time; ``lasts``: how long a round takes; ``round``: its number,
    0 for none.
    """

    what: str
    when: str = ""
    lasts: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Poster:
    """The facts of the poster; texts that are not known are empty; date and venue
    then have a line to write on.

    ``lines``: the timetable as the organizer wrote it, and other rounds; ``date``: with the day of the week; ``link``:
    to the public pages, if they are open.
    """

    lines: tuple[PosterLine, ...]
    date: str = ""
    venue: str = ""
    fee: str = ""
    organizer: str = ""
    link: str = ""


def poster(facts: Poster, layout: Layout, language: str) -> bytes:
    """A poster for the door, on one full sheet."""
    return press([partial(_page, facts, layout)], layout.sheet, layout, language, words(language)["poster"])


def _page(facts: Poster, layout: Layout, ink: Ink, sheet: Box) -> None:
    ink = ink.plain
    room = sheet.inset(layout.margin * MM)
    ink.coloured(layout.colour).frame(room, BOLD)
    inner = room.inset(8 * MM, 6 * MM)
    lines = min(LINE * len(facts.lines), inner.height * 0.45)
    head, body, foot = inner.rows(0, lines or 0.1, _foot_height(facts), gap=7 * MM)
    _head(facts, layout, ink, head)
    _lines(facts.lines, ink, body)
    _foot(facts, layout, ink, foot)


def _head(facts: Poster, layout: Layout, ink: Ink, room: Box) -> None:
    """Draw who invites, to what, when, where and for how much."""
    texts = words(ink.language)
    lines = [
        (17 * MM, texts["programme_date"], facts.date, Type(40, "bold", "centre")),
        (14 * MM, texts["programme_venue"], facts.venue, Type(26, align="centre", least=0.4)),
        *([(12 * MM, "", facts.fee, Type(22, align="centre", least=0.4))] if facts.fee else []),
    ]
    high = [height for height, *_ in lines]
    invites, name, below = room.rows(10 * MM, 0, sum(high) + 10 * MM)
    ink.say(facts.organizer, invites, Type(20, align="centre"))
    ink.name(layout.event[ink.language], name.inset(0, 2 * MM), Type(80, "bold", "centre", least=0.25))
    for y in (below.y, below.bottom):
        ink.coloured(layout.colour).rule(room.x, y, room.right, y, BOLD)
    for (_, label, text, type), line in zip(lines, below.inset(0, 5 * MM).rows(*high), strict=True):
        if text:
            ink.say(text, line, type)
        else:
            blank(ink, label, line.inset(12 * MM, 2 * MM))


def _lines(lines: Sequence[PosterLine], ink: Ink, room: Box) -> None:
    """Draw times or durations and what they belong to, as large as there is room for."""
    height = min(LINE, room.height / max(len(lines), 1))
    size = min(24.0, height * 0.62)
    timed = any(line.when for line in lines)
    for at, line in enumerate(lines):
        box = Box(room.x, room.y + at * height, room.width, height)
        when, what, lasts = box.inset(4 * MM, 0).columns(
            box.width * 0.24 if timed else 0.1, 0, 34 * MM if line.lasts else 0.1, gap=4 * MM
        )
        ink.say(line.when, when, Type(size, "bold", least=0.4))
        ink.say(line.what, what, Type(size, least=0.4))
        ink.say(line.lasts, lasts, Type(size, align="right", least=0.4))
        ink.rule(box.x, box.bottom, box.right, box.bottom, FINE)


def _foot_height(facts: Poster) -> float:
    return 48 * MM if facts.link else 10 * MM


def _foot(facts: Poster, layout: Layout, ink: Ink, room: Box) -> None:
    if not facts.link:
        ink.say((layout.sponsor or {}).get(ink.language, ""), room, Type(14, align="centre"))
        return
    square, text = room.columns(room.height, 0, gap=6 * MM)
    code(ink, facts.link, square)
    above, below = text.inset(0, 6 * MM).rows(0, 0, gap=1.5 * MM)
    ink.say(words(ink.language)["poster_follow"], above, Type(20, "bold", stand="bottom", least=0.7))
    ink.say(facts.link, below, Type(13, stand="top", least=0.7))
