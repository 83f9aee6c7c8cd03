"""A few figures of each game, to be joined with those of an event's others, kept in a process and worked out in its
background.

A hall's games are hundreds of thousands of reports.  Whoever asks gets what is known by now, and what is not known yet
is worked out by a job, one game after another.
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

SECONDS = 2
"""How often it is looked whether somebody asks."""
AT_ONCE = 1.0
"""Seconds that a run works at most: others want the processor, too."""
MOST = 4_000
"""Games whose figures are kept, some 4 kB each: several days of a large hall."""
FRESH_SECONDS = 5.0
"""How long what is known of a game goes without a look whether its log has grown."""
HEAD = "SELECT head FROM game_table WHERE id = :id"


@dataclass(frozen=True, slots=True)
class Earned:
    """The rents that a deed brought: together, and how many."""

    amount: int
    count: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of a game that are joined with others'.

    ``head``: of its log; ``opening``: the game before its first report; ``reports``: those that stand; ``began``,
    ``ended``: when the first and the last entry came (ms since 1970, UTC); by seat ``luck``, by deed ``earned``;
    ``rents``: together, and how many, by who paid whom.
    """

    head: str
    opening: Game
    reports: int
    began: int
    ended: int
    luck: Mapping[str, Luck]
    earned: Mapping[str, Earned]
    rents: Mapping[tuple[str, str], tuple[int, int]]

    @property
    def length(self) -> int:
        """How long it took, in ms."""
        return self.ended - self.began


def figures_of(story: Story, head: str, began: int, ended: int) -> GameFigures:
    """The figures of a story."""
    earned: dict[str, Earned] = {}
    for each in story.figures.rents:
        known = earned.get(each.deed, Earned(0, 0))
        earned[each.deed] = Earned(known.amount + each.amount, known.count + 1)
    return GameFigures(head, story.game, len(story.moments) - 1, began, ended, story.luck, earned, story.rents())


class KnownFigures:
    """The figures of games that a process knows, by table."""

    def __init__(self, games: TableGames, database: Database) -> None:
        self._games, self._database = games, database
        self._head = database.sql(HEAD)
        self._known: OrderedDict[str, GameFigures | None] = OrderedDict()
        self._checked_at: dict[str, float] = {}
        self._wanted: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, tables: Iterable[str]) -> dict[str, GameFigures | None]:
        """What is known by table id; None of a game without reports, or one that cannot be replayed, for the rules have
        changed.  What is not known, or was not looked at lately, is for the next run.
        """
        now = time.monotonic()
        with self._lock:
            found = {}
            for table in tables:
                if table in self._known:
                    found[table] = self._known[table]
                if now - self._checked_at.get(table, 0.0) > FRESH_SECONDS:
                    self._wanted[table] = None
            return found

    def work(self) -> None:
        """Work out what was requested; the rest is for the next run."""
        until = time.monotonic() + AT_ONCE
        while self._wanted and time.monotonic() < until:
            with self._lock:
                table, _ = self._wanted.popitem(last=False)
            figures = self._figures(table)
            with self._lock:
                self._known[table], self._checked_at[table] = figures, time.monotonic()
                self._known.move_to_end(table)
                if len(self._known) > MOST:
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
