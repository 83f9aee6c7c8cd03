"""Everybody's worth over the moves of a game that is going on, as far as spectators may see it.

A hall of phones asks again and again: what is known of a game goes on from there, and no log is read twice for it.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.log.table_game import LogDiffers, TableGame, TableGames, judged
from referee.stories.figures import standing_moments
from rulesets import Answer
from rulesets.kernel.mechanics import Mechanics

MOST_KEPT = 1_000
"""How many games a process keeps this of: some 10 kB each."""


class WorthCourse(NamedTuple):
    """The worth after every move that stands at the end of ``game``, from the start on.

    ``seqs``: the numbers of the moves' entries, 0 for the start; ``worths``: by seat, in the ruleset's units.
    """

    game: TableGame
    seqs: array[int]
    worths: Mapping[str, array[int]]

    def add(self, mechanics: Mechanics, seq: int, state: Any) -> None:
        """Note what everybody is worth after one more move."""
        self.seqs.append(seq)
        for row in mechanics.standing(state):
            known = self.worths[row["player"]]
            # While players choose how to be taxed their worth is hidden, so the last known one is used.
            known.append(row["worth"] if row["worth"] is not None else known[-1] if known else 0)


class WorthCourses:
    """The courses of the games that are watched."""

    def __init__(self, games: TableGames) -> None:
        self._games = games
        self._kept: OrderedDict[str, WorthCourse] = OrderedDict()  # the one used last is the last
        self._lock = threading.Lock()

    def up_to(self, shown: TableGame) -> WorthCourse:
        """The course of a game up to its last entry.  Raises `NoTable`, `LogDiffers`."""
        with self._lock:
            known = self._kept.get(shown.table_id)
            if known is None or known.game.head != shown.head:
                known = (known and self._continued(known, shown)) or self._whole(shown)
                self._kept[shown.table_id] = known
            self._kept.move_to_end(shown.table_id)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return known

    def _continued(self, known: WorthCourse, shown: TableGame) -> WorthCourse | None:
        """The course after one that is known; None where that is not what the log goes on from."""
        before = known.game
        lines = self._games.lines(shown.table_id, max(0, before.seq - 1), shown.seq)
        if not 0 < before.seq < shown.seq or lines[0].hash != before.head:
            return None
        course = WorthCourse(
            shown, array("q", known.seqs), {seat: array("q", own) for seat, own in known.worths.items()}
        )
        game = before.game
        for line in lines[1:]:
            answer = judged(game, line.report)
            if answer.accepted != line.accepted or _takes_back(answer):
                return None
            game = answer.game
            if answer.accepted:
                course.add(game.ruleset.mechanics, line.seq, game.state)
        return course

    def _whole(self, shown: TableGame) -> WorthCourse:
        opened = self._games.at_start(shown.table_id)
        game, answers = opened.game, []
        for line in self._games.lines(shown.table_id, 0, shown.seq):
            answer = judged(game, line.report)
            if answer.accepted != line.accepted:
                raise LogDiffers(shown.table_id, line.seq)
            answers.append(answer)
            game = answer.game
        course = WorthCourse(shown, array("q"), {seat: array("q") for seat in game.state.table.seats})
        for moment in standing_moments(opened.game, answers):
            course.add(game.ruleset.mechanics, moment.at, moment.state)
        return course


def _takes_back(answer: Answer) -> bool:
    return answer.accepted and bool(answer.events) and answer.events[0]["kind"] == "retracted"
