"""Correcting an entry further back: what would have to be taken back, and what can be reported again behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.core.chain import Line
from referee.log.standing import behind
from referee.log.table_game import TableGame
from rulesets import Answer


class Correction(NamedTuple):
    """A plan: the ``reports`` to log, one batch, and the ``answers`` that they get.

    ``again``: the entries among them that are reported again; ``dropped``: those that do not follow any more, from the
    first refused one on.  ``possible``: whether the correction itself is accepted.
    """

    reports: tuple[Any, ...]
    answers: tuple[Answer, ...]
    again: tuple[int, ...]
    dropped: tuple[int, ...]
    possible: bool


def correction(table: TableGame, lines: Sequence[Line], seq: int, report: Any | None) -> Correction:
    """The plan to put ``report`` (None: nothing) in the place of entry ``seq``.

    ``table``: the game after the last of ``lines``, with its whole past; ``lines``: the whole log.
    """
    game = table.game
    retraction = game.ruleset.judge(game, {"type": "retract", "seq": seq})
    reports: list[Any] = [{"type": "retract", "seq": seq}]
    answers = [retraction]
    again: list[int] = []
    dropped: list[int] = []
    possible = retraction.accepted
    if possible and report is not None:
        corrected = retraction.game.ruleset.judge(retraction.game, report)
        reports.append(report)
        answers.append(corrected)
        possible = corrected.accepted
    for move in behind(lines, seq) if possible else ():
        if not dropped:
            answer = answers[-1].game.ruleset.judge(answers[-1].game, move.report)
            if answer.accepted:
                reports.append(move.report)
                answers.append(answer)
                again.append(move.seq)
                continue
        dropped.append(move.seq)
    return Correction(tuple(reports), tuple(answers), tuple(again), tuple(dropped), possible)
