"""The score sheet of a table: on the front, names in start order, notes, sums, extension, penalties and signatures.

On the back, every deed of the edition has a line; its value is written in its owner's column, so that each column can
be added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulesets.editions import Deed, Edition, load
from tournaments.paper.documents import score_sheet_parts as parts
from tournaments.paper.documents.score_sheet_parts import GameSheet, ScoreSheets
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.words import words

LEFT = (19.5 * MM, 0, 9 * MM, 9 * MM, 10.5 * MM, 9 * MM, 9 * MM)
"""Group, deed, price, mortgage, building cost, mortgaged, buildings."""
LEFT_WIDTH = 98 * MM
SUMS = ("cash", "deeds_and_buildings", "total", "fell", "rank", "points")
ENDINGS = ("time_up", "monopoly_win", "ruling")


def score_sheets(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """A sheet for each table, in the given order.  Raises the errors of `rulesets.editions.load`."""
    return parts.sheets(facts, _kind(facts, language), layout, language)


def result_slips(facts: ScoreSheets, layout: Layout, language: str) -> bytes:
    """The result slips that tables hand in, two per sheet.  Raises the errors of `rulesets.editions.load`."""
    return parts.slips(facts, _kind(facts, language), layout, language)


def _kind(facts: ScoreSheets, language: str) -> GameSheet:
    edition = load(facts.edition)
    notes, assets = tuple(edition.denominations), partial(_deeds, edition)
    return GameSheet(edition.names[language], notes, edition.currency, ENDINGS, SUMS, "fill_in", LEFT_WIDTH, assets)


def _deeds(edition: Edition, ink: Ink, count: int, box: Box) -> None:
    texts = words(ink.language)
    head, lines = box.rows(parts.head_height(box, LEFT_WIDTH, count), 0)
    left = head.columns(LEFT_WIDTH, 0)[0]
    titles = ("group", "deed", "price", "mortgage_value", "building_cost", "mortgaged", "buildings")
    for key, cell in zip(titles, left.columns(*LEFT), strict=True):
        align = "left" if key in ("group", "deed") else "centre"
        ink.say(texts[key], cell.inset(0.8 * MM, 1 * MM), Type(7.5, "bold", align, "bottom"))
    height = lines.height / len(edition.deeds)
    y = lines.y
    for number, group in enumerate(edition.groups.values()):
        part = Box(lines.x, y, lines.width, height * len(group))
        _group(ink, [edition.deeds[deed] for deed in group], edition, part, number % 2 == 0)
        y = part.bottom
    cells = lines.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)[5:]
    parts.verticals(ink, cells, LEFT_WIDTH, count, head, lines)


def _group(ink: Ink, deeds: Sequence[Deed], edition: Edition, box: Box, grey: bool) -> None:
    if grey:
        ink.fill(box, 0.945)
    name = box.columns(*LEFT[:1], 0)[0]
    ink.say(edition.group_names[deeds[0].group][ink.language], name.inset(0.8 * MM, 0.3 * MM), Type(7.5, least=0.6))
    for deed, line in zip(deeds, box.rows(*[0] * len(deeds)), strict=True):
        cells = line.columns(LEFT_WIDTH, 0)[0].columns(*LEFT)
        ink.say(deed.names[ink.language], cells[1].inset(0.8 * MM, 0), Type(9, least=0.5))
        figures = (deed.price, deed.mortgage, deed.building_cost)
        for figure, cell in zip(figures, cells[2:5], strict=True):
            ink.say(str(figure or ""), cell.inset(1 * MM, 0), Type(7.5, align="right"))
        ink.rule(cells[1].x, line.y, box.right, line.y, FINE)
    ink.rule(box.x, box.y, box.right, box.y, PLAIN)
