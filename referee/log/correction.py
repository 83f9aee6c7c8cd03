"""Planning the correction of an earlier entry: what has to be taken back, and what can be reported again after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.core.chain import ChainLine
from referee.log.changes import SeenChange, differences
from referee.log.signal import BY_CLOCK, moment
from referee.log.standing import standing_after
from referee.log.table_game import TableGame
from rulesets import Answer, Game
from rulesets.kernel.telling.pieces import pieces_on


class PlannedReport(NamedTuple):
    """A report of a plan.  ``made_at``: when it was made, None if that is not known; ``by_clock``: whether it is logged
    as the clock's, so that it still belongs to the bench; ``follows``: whether one tap made it and the report before.
    """

    report: Any
    made_at: int | None = None
    by_clock: bool = False
    follows: bool = False


CHAINED = ".then"
"""What the client id of a report adds to that of the one before it that the same tap made: one undo takes back both
(``templates/static/tablet/queue/chains.js``).
"""


def is_chained(before: ChainLine | None, line: ChainLine) -> bool:
    """Whether one tap made an entry and the one before it."""
    return before is not None and line.client_id == before.client_id + CHAINED


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit of a log: ``put`` goes in the place of entry ``seq`` or, with ``keep``, before it.  ``leave``: later
    entries that are not reported again, because they move.  ``bench``: whether entry ``seq`` belongs to the bench.
    """

    seq: int
    put: Sequence[PlannedReport] = ()
    keep: bool = False
    leave: frozenset[int] = frozenset()
    bench: bool = False


class Correction(NamedTuple):
    """A plan: the ``reports`` to log as one batch, and the ``answers`` that they get.

    ``again``: the entries that are reported again; ``dropped``: those that are not, from the first refused one on.
    ``possible``: whether the correction itself is accepted.  ``changes``: what differs at the end of the log.
    """

    reports: tuple[PlannedReport, ...]
    answers: tuple[Answer, ...]
    again: tuple[int, ...]
    dropped: tuple[int, ...]
    possible: bool
    changes: tuple[SeenChange, ...]


def correction(table: TableGame, lines: Sequence[ChainLine], edit: Edit) -> Correction:
    """Plan an edit of a log.

    ``table``: the game after the last of ``lines``, with its whole past; ``lines``: the whole log.
    """
    ruleset = table.game.ruleset
    reports: list[PlannedReport] = []
    answers: list[Answer] = []
    game = table.game
    for each in (PlannedReport({"type": "retract", "seq": edit.seq}), *edit.put):
        answer = ruleset.judge(game, each.report)
        reports.append(each)
        answers.append(answer)
        game = answer.game
        if not answer.accepted:
            break
    possible = answers[-1].accepted
    again: list[int] = []
    dropped: list[int] = []
    for move in standing_after(lines, edit.seq - 1 if edit.keep else edit.seq) if possible else ():
        if move.seq in edit.leave:
            continue
        if not dropped:
            answer = ruleset.judge(game, move.report)
            if answer.accepted:
                line = lines[move.seq - 1]
                by_clock = line.client_id.startswith(BY_CLOCK) or (edit.bench and move.seq == edit.seq)
                before = lines[again[-1] - 1] if again else None
                reports.append(PlannedReport(move.report, moment(line), by_clock, is_chained(before, line)))
                answers.append(answer)
                again.append(move.seq)
                game = answer.game
                continue
        dropped.append(move.seq)
    changes = tuple(_changes(table.game, game)) if possible else ()
    return Correction(tuple(reports), tuple(answers), tuple(again), tuple(dropped), possible, changes)


def _changes(before: Game, after: Game) -> list[SeenChange]:
    return differences(before.ruleset.position(before), after.ruleset.position(after), pieces_on(after))
