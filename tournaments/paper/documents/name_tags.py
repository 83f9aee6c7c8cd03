"""Name tags of 91 by 55 mm, to fit badge holders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.facts import PrintedPerson, spelled
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.ink import FINE, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.type.runs import width
from tournaments.paper.words import words

WIDTH, HEIGHT = 91 * MM, 55 * MM


@dataclass(frozen=True, slots=True)
class NameTag:
    """A name tag.  ``role``: such as judge or staff; empty for a player."""

    person: PrintedPerson
    role: str = ""


def name_tags(tags: Sequence[NameTag], layout: Layout, language: str) -> bytes:
    """Ten tags per sheet, to cut.  Large print changes nothing: the name already fills the tag."""
    title = words(language)["name_tags"]
    if not tags:
        return framed([], layout, language, title)
    room = layout.sheet.centred(2 * WIDTH, 5 * HEIGHT)
    cards = [partial(_tag, tag, layout.event[language]) for tag in tags]
    return press(cut_sheets(cards, 2, 5, room), layout.sheet, layout, language, title)


def _tag(tag: NameTag, event: str, ink: Ink, box: Box) -> None:
    ink = ink.plain
    head, reading, name, foot = box.inset(6 * MM, 4.5 * MM).rows(6 * MM, 8.5 * MM, 0, 8 * MM)
    ink.say(event, head, Type(10, least=0.7))
    ink.rule(head.x, head.bottom, head.right, head.bottom, FINE)
    person = tag.person
    spelling = spelled(person, ink.language) if person.reading else ""
    if spelling != person.own_name:
        ink.say(spelling, reading.rows(2 * MM, 0)[1], Type(11, align="centre"))
    ink.name(person.own_name, name.inset(0, 1 * MM), Type(32, "bold", "centre", least=0.35))
    left, right = foot.columns(0, 24 * MM)
    if tag.role:  # in the middle, as the staff has no number
        pill = foot.centred(min(width(tag.role, ink.language, "bold") * 14 + 10 * MM, foot.width), foot.height)
        ink.fill(pill, 0, 1.2 * MM)
        ink.say(tag.role, pill.inset(3 * MM, 0.5 * MM), Type(14, "bold", "centre", white=True))
        return
    ink.say(person.club, left, Type(11, least=0.5))
    if person.number:
        ink.say(words(ink.language)["player_number"].format(number=person.number), right, Type(14, "bold", "right"))
