"""The end signal, the last throw, and what follows after every report (TIME, TIMED)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.debts.last_bankruptcy import close_when_settled, finish
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import end_turn
from rulesets.classic.game.state import BETWEEN_TURNS, TURN, State
from rulesets.classic.game.table import AT_ONCE, EQUAL_TURNS, FINISH_TURN
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Form
from rulesets.kernel.track.order import active


class TimeUp(NamedTuple):
    """The end signal."""


TIME_UP = Form("time_up", TimeUp)


def timed(state: State, _report: TimeUp) -> list[Refusal] | None:
    """The game has a time limit, and the signal comes once (JMA/TIME-1, US/TIMED-1, WIKI/TIMED-1)."""
    if state.table.options["time_limit_minutes"] is None:
        return [refuse("no_time_limit", option="time_limit_minutes")]
    if state.time_up:
        return [refuse("signal_given")]
    return None


def time_up(draft: Draft, _report: TimeUp) -> None:
    """End the game at once, or after the turns that the option ``ending`` leaves; building that waits is void.

    What is not concluded at the end is void, and unpaid debts stay unpaid.

    Clauses: US/TIMED-1, US/TIMED-2, WIKI/TIMED-1, WIKI/TIMED-2.
    """
    draft.event("time_up")
    draft.time_up = True
    figures = draft.table.figures
    if draft.declared:
        draft.declared = draft.excluded = ()
        draft.event("declarations_lapsed")
        draft.keep_due(lambda entry: not getattr(entry, "piece", ""))
    between = draft.phase == BETWEEN_TURNS
    if figures.ending == AT_ONCE or (between and (figures.ending == FINISH_TURN or draft.turn == active(draft)[0])):
        over_by_time(draft)


def over_by_time(draft: Draft) -> None:
    """End the game by time, once all that was still to be played has been played."""
    finish(draft)
    draft.event("over_by_time")


def last_turn_over(draft: Draft) -> bool:
    """Whether the turn that has just ended, after the end signal, was the last one."""
    if draft.last_throw or draft.table.figures.ending == FINISH_TURN:
        return True
    return draft.table.figures.ending == EQUAL_TURNS and draft.turn >= active(draft)[-1]


def settle(draft: Draft) -> None:
    """Apply what follows after any accepted report.

    If nothing is due the turn ends; the game ends after the last throw (JMA/TIME-7), or once what the last bankruptcy
    left is settled.

    Clauses: CLASSIC-JA/PLAY-4, US/PLAY-4, WIKI/PLAY-3.
    """
    if draft.pending:
        return
    if draft.closing:
        close_when_settled(draft)
    if draft.last_throw and draft.phase in (TURN, BETWEEN_TURNS):
        over_by_time(draft)
    elif draft.phase == TURN and not draft.doubles:
        if draft.time_up and last_turn_over(draft):
            over_by_time(draft)
        else:
            end_turn(draft)
