"""What the broadcast shows of games: small boards with everybody's worth, the large one with moves and a plot."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from flask import render_template

from referee.core.cache import SizedCache
from referee.core.language import language
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.pictures.board import SIDES, extent, ground, pieces
from referee.pictures.svg import Disc, Mark, Rect, on_page
from referee.public.pages import text
from referee.public.pages.replay import last_events
from referee.public.queries import PublicEvent, PublicTable
from referee.stories.moves import StandingMove, events_of
from referee.stories.worths import WorthCourse
from referee.tables.pages import label
from rulesets import Game

CACHE_BYTES = 8_000_000
BEFORE, AFTER = 11, 5
"""How many moves are told before the one that is shown, and after it."""
POINTS, LINKS = 120, 40
"""The most points of a line of the plot, and the most moments that the plot links to."""
GAP = 9.0
"""The least distance between the letters at the ends of two lines, in percent of the plot's height."""


@dataclass(frozen=True, slots=True)
class BoardGround:
    """The printed board that many tables share.  ``key``: of its drawing; ``size``: its width and height there."""

    key: str
    size: int
    drawing: str


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A table with its board, as HTML.  ``ground``: None before the game has begun."""

    number: int
    ground: BoardGround | None
    content: str


KNOWN: SizedCache[tuple[str, str, str], SmallBoard] = SizedCache(
    CACHE_BYTES, lambda _, found: 1_000 + len(found.content)
)
"""The small boards by table, log head and language: of a hall, few have changed since they were drawn last."""


def boards(
    public: PublicEvent, tables: Sequence[PublicTable], games: Mapping[int, TableGame | None]
) -> list[SmallBoard]:
    """The small boards of the tables in ``games``, those without a report last.

    ``games``: by table number, as far as spectators may see them.
    """
    found = [_small_board(public, each, games[each.number]) for each in tables if each.number in games]
    return sorted(found, key=lambda each: each.ground is None)


def _small_board(public: PublicEvent, table: PublicTable, game: TableGame | None) -> SmallBoard:
    if game is None or not game.seq:
        people = [public.players[each].shown for each in table.players]
        return KNOWN.get((table.id, "\n".join(people), language()), lambda: _waiting(table.number, people))
    return KNOWN.get((table.id, game.head, language()), lambda: _drawn(table.number, game))


def _waiting(number: int, people: Sequence[str]) -> SmallBoard:
    players = [{"name": each} for each in people]
    return SmallBoard(number, None, render_template("public/small_board.html", number=number, players=players))


def _drawn(number: int, found: TableGame) -> SmallBoard:
    live, board = text.live_game(found, last_events(found)), _ground(found.game, letters=False)
    marks = pieces(live.drawing["printed"], live.drawing["position"], found.game.state.table.seats)
    facts = {
        "number": number,
        "players": live.players,
        "over": live.over,
        "latest": live.latest,
        "ground": board,
        "drawn": on_page(_without_letters(marks)),
    }
    return SmallBoard(number, board, render_template("public/small_board.html", **facts))


GROUNDS: SizedCache[tuple[str, str, Hashable, str, bool], BoardGround] = SizedCache(
    CACHE_BYTES, lambda _, found: 500 + len(found.drawing)
)
"""The drawings of printed boards by ruleset, edition, language, and whether there are letters on them."""


def _ground(game: Game, *, letters: bool) -> BoardGround:
    """The drawing of the printed board that a game is played on."""

    def make() -> BoardGround:
        printed = text.printed(game)
        marks = ground(printed)
        drawing = on_page(marks if letters else _without_letters(marks))
        return BoardGround(f"{crc32(drawing.encode()):08x}", extent(-(-len(printed["spaces"]) // SIDES)), drawing)

    return GROUNDS.get((game.ruleset.name, game.ruleset.version, game.state.table.edition, language(), letters), make)


def _without_letters(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks of a small board: nobody could read letters there, and they would be most of the page."""
    return (each for each in marks if isinstance(each, Rect | Disc))


@dataclass(frozen=True, slots=True)
class WorthLine:
    """A player's line in the plot.  ``points``: in percent of its width and height, from the upper left corner, as SVG
    has them; ``end``: the height of the letter at its end.
    """

    seat: int
    letter: str
    points: str
    end: str


@dataclass(frozen=True, slots=True)
class PlotLink:
    """A part of the plot that leads to a moment.  ``left``, ``width``: in percent."""

    seq: int
    left: str
    width: str


@dataclass(frozen=True, slots=True)
class WorthPlot:
    """Everybody's worth over the moves.  ``marks``: heights of the grid's lines with their values; ``here``: where the
    moment that is shown lies, in percent of the width, None for the latest.
    """

    lines: Sequence[WorthLine]
    marks: Sequence[tuple[str, str]]
    links: Sequence[PlotLink]
    here: str | None


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """The table that is shown large.  ``earlier``, ``later``: the entries of the moves before and after, 0 for none;
    ``last``: that of the latest move.
    """

    live: text.LiveGame
    size: int
    board: str
    moves: Sequence[text.ToldMove]
    earlier: int
    later: int
    last: int
    plot: WorthPlot | None


def watched_game(found: TableGame, course: WorthCourse) -> WatchedGame:
    """A game at one of its moments, with the moves round it.  ``course``: up to its latest visible moment."""
    live = text.live_game(found, last_events(found))
    printed, position = live.drawing["printed"], live.drawing["position"]
    board, seats = _ground(found.game, letters=True), found.game.state.table.seats
    seqs = course.seqs
    at = bisect_right(seqs, found.seq) - 1  # the last move that stands by then; 0 is the start
    told = seqs[max(1, at - BEFORE) : at + AFTER + 1]
    return WatchedGame(
        live,
        board.size,
        board.drawing + on_page(pieces(printed, position, seats)),
        text.told_moves(found, _moves(found.table_id, told)),
        max(0, seqs[bisect_left(seqs, found.seq) - 1]) if at else 0,
        next(iter(seqs[at + 1 : at + 2]), 0),
        seqs[-1],
        worth_plot(found, course, at) if len(seqs) > 2 else None,
    )


def _moves(table_id: str, seqs: Sequence[int]) -> list[StandingMove]:
    """The moves with some entries, the latest first."""
    if not seqs:
        return []
    games, wanted = service().part(TableGames), set(seqs)
    lines = games.lines(table_id, seqs[0] - 1, seqs[-1])
    return [StandingMove(each.seq, events_of(games, table_id, each)) for each in reversed(lines) if each.seq in wanted]


def worth_plot(found: TableGame, course: WorthCourse, at: int) -> WorthPlot:
    """The plot of a course.  ``at``: the index of the moment that is shown."""
    last = len(course.seqs) - 1
    most = max(1, *(max(own) for own in course.worths.values()))
    step = _round_step(most)
    least = max(0, min(min(own) for own in course.worths.values())) // step * step
    shown = sorted({round(number * last / POINTS) for number in range(POINTS + 1)})
    table = found.game.state.table

    def height(worth: int) -> float:
        return 100 - 100 * max(0, worth - least) / max(1, most - least)

    ends = _apart({seat: height(own[-1]) for seat, own in course.worths.items()})
    lines = [
        WorthLine(
            table.seats.index(seat) + 1,
            seat[:2],
            " ".join(f"{100 * number / last:.1f},{height(own[number]):.1f}" for number in shown),
            f"{ends[seat]:.1f}",
        )
        for seat, own in course.worths.items()
    ]
    marks = [(f"{height(value):.1f}", label(found.game, "money", value)) for value in range(least, most + 1, step)]
    cuts = [round(number * last / min(LINKS, last)) for number in range(min(LINKS, last) + 1)]
    links = [
        PlotLink(course.seqs[after], f"{100 * before / last:.2f}", f"{100 * (after - before) / last:.2f}")
        for before, after in pairwise(cuts)
    ]
    return WorthPlot(lines, marks, links, f"{100 * at / last:.1f}" if at < last else None)


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Heights moved so far apart that the letters there do not cover each other."""
    found: dict[str, float] = {}
    floor = 4.0
    for seat, own in sorted(ends.items(), key=lambda each: each[1]):
        found[seat] = max(own, floor)
        floor = found[seat] + GAP
    over = max(0.0, floor - GAP - 96.0)
    return {seat: own - over for seat, own in found.items()}


def _round_step(most: int) -> int:
    """A round distance between two to five lines of a grid up to ``most``."""
    step: int = 10 ** (len(str(most)) - 1)
    return next(each for each in (max(1, step // 5), max(1, step // 2), step, 2 * step) if most // each <= 5)
