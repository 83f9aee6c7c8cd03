"""A player's own results to take home: round by round, with the final place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.documents.standings import unrounded
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.cards import cut_sheets
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed, press
from tournaments.paper.page.rows import even
from tournaments.paper.words import headed, words

LINE = 8 * MM
FEW, MANY = 4, 9
"""The number of games that fit on a slip with six and with four slips per sheet."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game.  ``round``: what it is called in short; ``assets``: as money, or how the player went out; empty if
    only points were entered.
    """

    round: str
    table: int
    place: int
    points: str
    assets: str = ""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A player's results.  ``rank``: in the standings; ``values``: titles and values of the criteria, the deciding one
    first; ``after``: the last round counted, 0 once the final order is known.
    """

    person: PrintedPerson
    games: tuple[OwnGame, ...]
    rank: int
    values: tuple[tuple[str, str], ...] = ()
    after: int = 0


def own_results(results: tuple[OwnResult, ...], layout: Layout, language: str) -> bytes:
    """Six slips per sheet, to cut, in the given order; fewer if somebody played many rounds."""
    title = words(language)["own_results"]
    if not results:
        return framed([], layout, language, title)
    most = max(len(each.games) for each in results)
    down = 3 if most <= FEW else 2 if most <= MANY else 1
    cards = [partial(_slip, each, layout) for each in results]
    return press(cut_sheets(cards, 2, down, layout.sheet), layout.sheet, layout, language, title)


def _slip(result: OwnResult, layout: Layout, ink: Ink, box: Box) -> None:
    ink, texts = ink.plain, words(ink.language)
    event, name, head, games, sums = box.inset(10 * MM, 7 * MM).rows(6 * MM, 13 * MM, 6 * MM, 0, 24 * MM, gap=1 * MM)
    left, right = event.columns(0, 18 * MM)
    ink.say(layout.event[ink.language], left, Type(9))
    if result.person.number:
        ink.say(texts["player_number"].format(number=result.person.number), right, Type(9, align="right"))
    ink.rule(event.x, event.bottom, event.right, event.bottom, BOLD)
    ink.name(result.person.name, name, Type(20, "bold"))
    widths, gap = (16 * MM, 9 * MM, 11 * MM, 0, 16 * MM), 1.5 * MM
    heads = ("round_head", "table", "rank", "assets", "points")
    for key, cell in zip(heads, head.columns(*widths, gap=gap), strict=True):
        align = "left" if key == "round_head" else "right"
        ink.say(headed(texts[key]), cell.inset(0.5 * MM, 0), Type(8.5, "bold", align))
    points = even([game.points for game in result.games])
    line_height = min(LINE, games.height / max(len(result.games), 1))
    for at, game in enumerate(result.games):
        line = Box(games.x, games.y + at * line_height, games.width, line_height)
        shown = (game.round, str(game.table), str(game.place), game.assets, points[at])
        for column, (text, cell) in enumerate(zip(shown, line.columns(*widths, gap=gap), strict=True)):
            ink.say(text, cell.inset(0.5 * MM, 0), Type(11, align="right" if column else "left"))
        if at + 1 < len(result.games):  # the sums begin with a line of their own
            ink.rule(line.x, line.bottom, line.right, line.bottom, FINE)
    ink.rule(head.x, head.bottom, head.right, head.bottom, PLAIN)
    _sums(ink, result, layout, sums)


def _sums(ink: Ink, result: OwnResult, layout: Layout, box: Box) -> None:
    texts = words(ink.language)
    above, note, foot = box.rows(0, 3.5 * MM, 4.5 * MM)
    rank, values = above.columns(28 * MM, 0, gap=3 * MM)
    ink.rule(box.x, box.y, box.right, box.y, BOLD)
    label, figure = rank.inset(0, 1 * MM).rows(4.5 * MM, 0)
    then = layout.short_round(result.after, ink.language) if result.after else ""
    ink.say(headed(texts["rank_then"].format(round=then)) if then else texts["final_rank"], label, Type(9))
    ink.say(str(result.rank), figure, Type(32, "bold"))
    for (title, value), line in zip(result.values[:3], values.inset(0, 1 * MM).rows(0, 0, 0), strict=False):
        name, own = line.columns(0, 20 * MM)
        ink.say(headed(title), name, Type(9))
        ink.say(value, own, Type(11, "bold", "right"))
    shown = (game.points for game in result.games)
    ink.say(unrounded(shown, ink.language), note, Type(7.5))
    ink.say(layout.draft or layout.imprint, foot, Type(7.5, "bold" if layout.draft else "regular"))
