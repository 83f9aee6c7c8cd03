"""A process-wide cache of a few figures of each game, for totals over an event, computed in the background.

The games of a large hall have hundreds of thousands of reports.  Readers get the figures that are known so far; what is
missing is queued and computed by a job, one game after another.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.core.database.database import Database
from referee.log.table_game import LogDiffers, NoTable, TableGames
from referee.stories.queries import story_at
from referee.stories.story import Story
from referee.stories.track import Luck
from rulesets import Game
from rulesets.kernel.ruleset import Event

SECONDS = 2
"""The interval of the job that computes what is queued."""
RUN_SECONDS = 1.0
"""The most seconds that a run of the job takes, so that it does not hog the processor."""
MAX_GAMES = 4_000
"""The most games whose figures are cached, some 4 kB each: several days of a large hall."""
FRESH_SECONDS = 5.0
"""How long figures are used before the log is checked for new entries."""
HEAD_SQL = "SELECT head FROM game_table WHERE id = :id"


@dataclass(frozen=True, slots=True)
class Earned:
    """Rents: their sum, and how many there were."""

    amount: int
    count: int


@dataclass(frozen=True, slots=True)
class LongAuction:
    """The auction of a game with the most calls: of which deed, how many there were, and the last one's amount."""

    deed: str
    calls: int
    amount: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of a game that count towards the totals of an event.

    ``head``: of its log; ``opening``: the game before its first report; ``reports``: the number of those accepted and
    not retracted; ``began``, ``ended``: the times of the first and the last entry (ms since 1970, UTC); ``luck``: by
    seat; ``earned``: by deed; ``rents``: sum and number, by payer and owner; ``auction``: the longest one, None if
    nobody called.
    """

    head: str
    opening: Game
    reports: int
    began: int
    ended: int
    luck: Mapping[str, Luck]
    earned: Mapping[str, Earned]
    rents: Mapping[tuple[str, str], tuple[int, int]]
    auction: LongAuction | None

    @property
    def length(self) -> int:
        """How long the game took, in ms."""
        return self.ended - self.began


def figures_of(story: Story, head: str, began: int, ended: int) -> GameFigures:
    """The figures of a game's story.  ``head``, ``began``, ``ended``: as in `GameFigures`."""
    earned: dict[str, Earned] = {}
    for each in story.figures.rents:
        known = earned.get(each.deed, Earned(0, 0))
        earned[each.deed] = Earned(known.amount + each.amount, known.count + 1)
    auction = longest_auction(event for moment in story.moments for event in moment.events)
    return GameFigures(
        head, story.game, len(story.moments) - 1, began, ended, story.luck, earned, story.rents(), auction
    )


def longest_auction(events: Iterable[Event]) -> LongAuction | None:
    """The auction of a deed with the most calls, the first of those with as many; None if nobody called."""
    deed, calls, longest = None, 0, None
    for each in events:
        if each["kind"] == "auction_opened":
            deed, calls = each.get("deed"), 0
        elif each["kind"] == "called" and deed is not None:
            calls += 1
            if longest is None or calls > longest.calls:
                longest = LongAuction(deed, calls, each["amount"])
    return longest


class KnownFigures:
    """The cache of the games' figures by table, with the queue of those to compute."""

    def __init__(self, games: TableGames, database: Database) -> None:
        self._games, self._database = games, database
        self._head = database.sql(HEAD_SQL)
        self._known: OrderedDict[str, GameFigures | None] = OrderedDict()
        self._checked_at: dict[str, float] = {}
        self._queue: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def get_or_queue(self, tables: Iterable[str]) -> dict[str, GameFigures | None]:
        """Return the cached figures by table id, and queue what is missing or stale for the next run.

        They are None for a game without reports, or one that cannot be replayed because the rules have changed.
        """
        now = time.monotonic()
        with self._lock:
            found = {}
            for table in tables:
                if table in self._known:
                    found[table] = self._known[table]
                if now - self._checked_at.get(table, 0.0) > FRESH_SECONDS:
                    self._queue[table] = None
            return found

    def work(self) -> None:
        """Compute queued figures for up to `RUN_SECONDS` seconds; the rest is left for the next run."""
        until = time.monotonic() + RUN_SECONDS
        while self._queue and time.monotonic() < until:
            with self._lock:
                table, _ = self._queue.popitem(last=False)
            figures = self._figures(table)
            with self._lock:
                self._known[table], self._checked_at[table] = figures, time.monotonic()
                self._known.move_to_end(table)
                if len(self._known) > MAX_GAMES:
                    self._checked_at.pop(self._known.popitem(last=False)[0], None)

    def _figures(self, table: str) -> GameFigures | None:
        known = self._known.get(table)
        rows = self._database.rows(self._head, {"id": table})
        if known is not None and rows and rows[0][0] == known.head:
            return known
        try:
            lines = self._games.lines(table, 0)
            return (
                figures_of(story_at(self._games, table).story, rows[0][0], lines[0].at, lines[-1].at) if lines else None
            )
        except (NoTable, LogDiffers):
            return None
