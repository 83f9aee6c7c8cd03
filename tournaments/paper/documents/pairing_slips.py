"""Seating slips: one per player with all tables and start orders, handed out at check-in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.facts import PersonalSchedule, PrintedPlace
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.fields import code
from tournaments.paper.page.ink import BOLD, FINE, LEAST, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.words import words

NARROW = 16 * MM
"""With more than five rounds the full label does not fit."""


@dataclass(frozen=True, slots=True)
class PairingSlips:
    """The slips.  ``players``: in the order wanted for the cut pile; ``link``: the results page, for players without a
    link of their own.
    """

    rounds: tuple[int, ...]
    players: tuple[PersonalSchedule, ...]
    link: str = ""


def pairing_slips(slips: PairingSlips, layout: Layout, language: str) -> bytes:
    """Ten slips per sheet, six in large print, to cut."""
    title = words(language)["pairing_slips"]
    if not slips.players:
        return framed([], layout, language, title)
    cards = [partial(_slip, slips, each, layout) for each in slips.players]
    down = 5 if layout.print == "normal" else 3
    return press(cut_sheets(cards, 2, down, layout.sheet), layout.sheet, layout, language, title)


def _slip(slips: PairingSlips, player: PersonalSchedule, layout: Layout, ink: Ink, box: Box) -> None:
    scale = ink.scale
    room = box.inset(8 * MM, 4.5 * MM)
    head, name, places, note = room.rows(5 * MM * scale, 14 * MM * scale, 0, 3 * MM, gap=1.4 * MM)
    event, own = head.columns(0, 15 * MM, gap=1 * MM)
    ink.say(layout.event[ink.language], event, Type(7.5))
    ink.plain.say(layout.draft or layout.imprint, note, Type(LEAST, "bold" if layout.draft else "regular", "right"))
    if player.person.number:
        ink.say(
            words(ink.language)["player_number"].format(number=player.person.number), own, Type(7.5, "bold", "right")
        )
    ink.rule(head.x, head.bottom, head.right, head.bottom, BOLD)
    link = player.link or slips.link
    left, caption, square = name.columns(0, 18.5 * MM if link else 0.1, name.height if link else 0.1, gap=1 * MM)
    ink.name(player.person.name, left, Type(20, "bold", least=0.45))  # first: who copies it gets both its lines
    if link:
        code(ink, link, square)
        ink.write(words(ink.language)["slip_code"], caption, Type(LEAST, align="right", leading=1.2))
    # A final that the player is not in, or not yet, is left out.
    sitting = [
        (number, place)
        for number, place in zip(slips.rounds, player.places, strict=True)
        if place or number not in layout.rounds
    ]
    for (number, place), cell in zip(sitting, places.columns(*[0] * len(sitting), gap=1.5 * MM), strict=True):
        _place(ink, layout.short_round(number, ink.language, place.table if place else 0), place, cell)


def _place(ink: Ink, round: str, place: PrintedPlace | None, cell: Box) -> None:
    texts = words(ink.language)
    ink.frame(cell, FINE, 1 * MM)
    line = 4 * MM * ink.scale
    top, label, table, order = cell.inset(1 * MM, 0.8 * MM).rows(line, line, 0, line)
    ink.say(round, top, Type(7.5, "bold", "centre"))
    if place is None:
        ink.say(texts["not_playing"], table, Type(14, align="centre"))
        return
    ink.say(texts["table"], label, Type(7.5, align="centre"))
    ink.say(str(place.table), table, Type(20, "bold", "centre", least=0.3))
    if place.order:
        long = f"{texts['start_order']} {place.order}"
        short = texts["start_short"].format(order=place.order)
        ink.say(short if cell.width < NARROW else long, order, Type(7.5, align="centre", least=0.4))
    else:
        ink.say(texts["order_rolled_short"], order, Type(7.5, align="centre", least=0.4))
