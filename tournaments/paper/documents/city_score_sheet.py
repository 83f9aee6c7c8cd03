"""The score sheet of a table of Monopoly City: cash, and the current rents of each player's districts (CITY/END-1 to
END-3).

Every district has a line with the rents on its card; the one that applies is written in its owner's column, so that
each column can be added up.  Pieces and mortgaged districts count nothing.
"""

from __future__ import annotations

from functools import partial

from rulesets.city.game.board import Deed, Edition
from rulesets.city.game.edition import load
from tournaments.paper.documents import score_sheet_parts as parts
from tournaments.paper.documents.score_sheet_parts import GameSheet, ScoreSheets
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.words import words

RENT = 7.3 * MM
LEFT = (13 * MM, 0, RENT, *[RENT] * 8, 8 * MM, 7 * MM, 8 * MM)
"""Group, district, land rent, rents for one to eight blocks, counted blocks, doubled, mortgaged."""
LEFT_WIDTH = 126 * MM
SUMS = ("cash", "rents", "total", "fell", "rank", "points")
ENDINGS = ("time_up", "last_left", "ruling")


def city_score_sheets(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """A sheet for each table, in the given order.  Raises the errors of `rulesets.city.game.edition.load`."""
    return parts.sheets(facts, _kind(facts, language), layout, language)


def city_result_slips(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """The result slips that tables hand in, two per sheet.  Raises the errors of `rulesets.city.game.edition.load`."""
    return parts.slips(facts, _kind(facts, language), layout, language)


def _kind(facts: ScoreSheets, language: str) -> GameSheet:
    edition = load(facts.edition)
    name, assets = edition.names[language], partial(_districts, edition)
    return GameSheet(name, (), "", ENDINGS, SUMS, "fill_in_city", LEFT_WIDTH, assets)


def _districts(edition: Edition, ink: Ink, count: int, box: Box) -> None:
    texts = words(ink.language)
    head, lines = box.rows(parts.head_height(box, LEFT_WIDTH, count), 0)
    left = head.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)
    titles = [texts[key] for key in ("group", "district", "land_rent")]
    titles += [*map(str, range(1, 9)), *(texts[key] for key in ("blocks", "doubled", "mortgaged"))]
    for number, (title, cell) in enumerate(zip(titles, left, strict=True)):
        align = "left" if number < 2 else "centre"
        ink.say(title, cell.inset(0.4 * MM, 1 * MM), Type(7.5, "bold", align, "bottom", least=0.5))
    height = lines.height / len(edition.deeds)
    y = lines.y
    for number, (group, own) in enumerate(edition.groups.items()):
        part = Box(lines.x, y, lines.width, height * len(own))
        if number % 2 == 0:
            ink.fill(part, 0.945)
        name = part.columns(LEFT[0], 0)[0]
        ink.write(edition.group_names[group][ink.language], name.inset(0.8 * MM, 0.3 * MM), Type(7.5, leading=1.2))
        for deed, line in zip(own, part.rows(*[0] * len(own)), strict=True):
            _district(ink, edition.deeds[deed], edition, line)
        ink.rule(part.x, part.y, part.right, part.y, PLAIN)
        y = part.bottom
    cells = lines.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)[11:]
    parts.verticals(ink, cells, LEFT_WIDTH, count, head, lines)


def _district(ink: Ink, deed: Deed, edition: Edition, line: Box) -> None:
    cells = line.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)
    ink.say(edition.spaces[deed.space].names[ink.language], cells[1].inset(0.8 * MM, 0), Type(9, least=0.45))
    for figure, cell in zip((deed.land_rent, *deed.rents), cells[2:11], strict=True):
        ink.say(str(figure), cell.inset(0.1 * MM, 0), Type(7.5, align="right"))
    ink.rule(cells[1].x, line.y, line.right, line.y, FINE)
