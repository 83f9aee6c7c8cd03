"""The score sheet of a table: names in start order, the counted assets, extension, penalties, signatures.

Every deed of the edition has a line; what it counts is written in its owner's column, so that each column adds up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rulesets.editions import Deed, Edition, load
from tournaments.paper.facts import TableSeats
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.code import code
from tournaments.paper.page.fields import blank, choice, signature
from tournaments.paper.page.ink import HAIR, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words

LEFT = (17 * MM, 0, 10 * MM, 11 * MM, 11 * MM, 10 * MM, 10 * MM)
"""Group, deed, price, mortgage, building cost, mortgaged, buildings."""
LEFT_WIDTH = 101 * MM
HEAD = 12 * MM
SUMS = ("cash", "deeds_and_buildings", "total", "fell", "rank")


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """The sheets of a round.  ``edition``: a board's name; ``minutes``: 0 for no limit."""

    round: int
    tables: tuple[TableSeats, ...]
    edition: str
    minutes: int = 0


def score_sheets(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """A sheet for each table, in the order given.  Raises what `rulesets.editions.load` raises for an edition."""
    said = words(language)
    edition = load(facts.edition)
    pages = [partial(_sheet, facts, table, edition) for table in facts.tables]
    return framed(pages, layout, language, said["score_sheet"], said["round"].format(round=facts.round))


def _sheet(facts: ScoreSheets, table: TableSeats, edition: Edition, ink: Ink, room: Box) -> None:
    plain = Ink(ink.canvas, ink.sheet, ink.language, 1, ink.faults)
    top, assets, sums, foot = room.rows(20 * MM, 0, 46 * MM, 23 * MM, gap=2 * MM)
    sums = Box(sums.x, assets.bottom, sums.width, sums.height)
    count = len(table.players)
    _top(plain, facts, table, edition, top)
    _names(plain, table, assets)
    plain.stamp(f"assets-{count}", partial(_blanks, plain, edition, count, assets, sums, foot))


def _blanks(ink: Ink, edition: Edition, count: int, assets: Box, sums: Box, foot: Box) -> None:
    """All that is the same at every table of so many players."""
    _deeds(ink, edition, count, assets)
    _sums(ink, count, sums)
    _foot(ink, foot)


def _top(ink: Ink, facts: ScoreSheets, table: TableSeats, edition: Edition, box: Box) -> None:
    said = words(ink.language)
    number, middle, square = box.columns(36 * MM, 0, 20 * MM if table.link else 0.1, gap=4 * MM)
    ink.frame(number, 1.2, 0, 1.5 * MM)
    label, figure = number.inset(2 * MM, 1 * MM).columns(13 * MM, 0)
    ink.say(said["table"], label, Type(14, "bold"))
    ink.say(str(table.number), figure, Type(42, "bold", "centre", least=0.4))
    code(ink, table.link, square)
    first, second, third = middle.rows(0, 0, 0)
    limit = said["minutes"].format(minutes=facts.minutes) if facts.minutes else said["no_limit"]
    ink.say(f"{edition.names[ink.language]}　{limit}", first, Type(10, "bold"))
    for key, cell in zip(("began", "ended"), second.columns(0, 0, gap=6 * MM), strict=True):
        blank(ink, said[key], cell)
    label, *choices = third.columns(17 * MM, 0, 0, 0)
    ink.say(said["ending"], label, Type(8.5, grey=0.15))
    for key, cell in zip(("time_up", "monopoly_win", "ruling"), choices, strict=True):
        choice(ink, said[key], cell)


def _players(box: Box, count: int) -> list[Box]:
    return box.columns(LEFT_WIDTH, *[0] * count)[1:]


def _names(ink: Ink, table: TableSeats, box: Box) -> None:
    head = box.rows(HEAD, 0)[0]
    for order, (person, cell) in enumerate(zip(table.players, _players(head, len(table.players)), strict=True), 1):
        above, below = cell.inset(0.6 * MM, 0.4 * MM).rows(4 * MM, 0)
        ink.say(str(order), above, Type(8, align="centre", grey=0.2))
        ink.name(person.name, below, Type(9.5, "bold", "centre", least=0.45))


def _deeds(ink: Ink, edition: Edition, count: int, box: Box) -> None:
    said = words(ink.language)
    head, lines = box.rows(HEAD, 0)
    left = head.columns(LEFT_WIDTH, 0)[0]
    titles = ("group", "deed", "price", "mortgage_value", "building_cost", "mortgaged", "buildings")
    for key, cell in zip(titles, left.columns(*LEFT), strict=True):
        align = "left" if key in ("group", "deed") else "centre"
        ink.say(said[key], cell.inset(0.8 * MM, 1 * MM), Type(7.5, "bold", align, "bottom"))
    height = lines.height / len(edition.deeds)
    y = lines.y
    for number, group in enumerate(edition.groups.values()):
        part = Box(lines.x, y, lines.width, height * len(group))
        _group(ink, [edition.deeds[deed] for deed in group], edition, part, number % 2 == 0)
        y = part.bottom
    _verticals(ink, head, lines, count)


def _group(ink: Ink, deeds: Sequence[Deed], edition: Edition, box: Box, grey: bool) -> None:
    if grey:
        ink.fill(box, 0.945)
    name = box.columns(*LEFT[:1], 0)[0]
    ink.say(edition.group_names[deeds[0].group][ink.language], name.inset(0.8 * MM, 0.3 * MM), Type(7.5, least=0.6))
    for deed, line in zip(deeds, box.rows(*[0] * len(deeds)), strict=True):
        cells = line.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)
        ink.say(deed.names[ink.language], cells[1].inset(0.8 * MM, 0), Type(8.5, least=0.5))
        figures = (deed.price, deed.mortgage, deed.building_cost)
        for figure, cell in zip(figures, cells[2:5], strict=True):
            ink.say(str(figure or ""), cell.inset(2 * MM, 0), Type(8, align="right", grey=0.15))
        ink.rule(cells[1].x, line.y, box.right, line.y, HAIR, 0.75)
    ink.rule(box.x, box.y, box.right, box.y, 0.6)


def _verticals(ink: Ink, head: Box, lines: Box, players: int) -> None:
    left = lines.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)
    for cell in (*left[5:], *_players(lines, players)):
        ink.rule(cell.x, head.y + 1 * MM, cell.x, lines.bottom, HAIR, 0.4)
    ink.rule(lines.right, head.y + 1 * MM, lines.right, lines.bottom, HAIR, 0.4)
    ink.rule(lines.x, lines.bottom, lines.right, lines.bottom, 0.6)


def _sums(ink: Ink, count: int, box: Box) -> None:
    said = words(ink.language)
    *lines, signing, _ = box.rows(*[6.6 * MM] * len(SUMS), 12 * MM, 0)
    for key, line in zip((*SUMS, "signature"), (*lines, signing), strict=True):
        label = line.columns(LEFT_WIDTH, 0)[0]
        total = key == "total"
        if total:
            ink.fill(line, 0.9)
        ink.say(said[key], label.inset(2 * MM, 0), Type(11 if total else 9.5, "bold", "right"))
        if key != "signature":
            ink.rule(line.x + (0 if total else 55 * MM), line.bottom, line.right, line.bottom, 1 if total else HAIR)
        if total:
            ink.rule(line.x, line.y, line.right, line.y, 1)
    for cell in _players(box, count):
        ink.rule(cell.x, box.y, cell.x, signing.bottom, HAIR, 0.4)
    ink.rule(box.right, box.y, box.right, signing.bottom, HAIR, 0.4)
    ink.rule(box.x, signing.bottom, box.right, signing.bottom, 1)
    hint = Box(box.x, box.y + 1 * MM, 52 * MM, 11 * MM)
    ink.write(said["fill_in"], hint, Type(7, stand="top", grey=0.25))


def _foot(ink: Ink, box: Box) -> None:
    said = words(ink.language)
    extension, penalty, last = box.columns(0, 0, 46 * MM, gap=3 * MM)
    for part, title, hint in ((extension, "extension", "extension_lines"), (penalty, "penalty", "penalty_lines")):
        ink.frame(part, 0.6, 0, 1 * MM)
        top = part.inset(2 * MM, 1 * MM).rows(5 * MM, 0)[0]
        name, rest = top.columns(0, 0)
        ink.say(said[title], name, Type(9, "bold"))
        ink.say(said[hint], rest, Type(7, align="right", grey=0.3))
        for line in range(2):
            y = part.y + (12.5 + 7 * line) * MM
            ink.rule(part.x + 2 * MM, y, part.right - 2 * MM, y, HAIR, 0.6)
    for key, cell in zip(("judge", "checked_by"), last.rows(0, 0, gap=2 * MM), strict=True):
        signature(ink, said[key], cell)
