"""The agreed time, the last survivor, and what is settled after every report (CITY/LENGTH, CITY/END)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game.draft import Draft
from rulesets.city.game.order import end_turn, finish
from rulesets.city.game.pending import Auction
from rulesets.city.game.state import OVER, TURN, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Form
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.order import active


class TimeUp(NamedTuple):
    """The agreed time has run out."""


TIME_UP = Form("time_up", TimeUp)


def timed(state: State, _report: TimeUp) -> list[Refusal] | None:
    """The players agreed on a time limit before the game (CITY/LENGTH-1)."""
    if state.table.options["time_limit_minutes"] is None:
        return [refuse("no_time_agreed", option="time_limit_minutes")]
    return None


def signal(draft: Draft, _report: TimeUp) -> None:
    """Void everything that is still open, except debts that are already due (END-0, LENGTH-3)."""
    draft.event("time_up")
    draft.time_up = True
    for entry in draft.pending:
        if isinstance(entry, Auction):
            draft.event("auction_void", deed=draft.table.deed_key(entry.deed))
    draft.pending = tuple(entry for entry in draft.pending if isinstance(entry, Debt))
    draft.step = None
    draft.timer = None


def settle(draft: Draft) -> None:
    """Settle the game after any accepted report: the last survivor wins, the count begins, or the turn ends.

    Clauses: LENGTH-2, END-0, PLAY-8.
    """
    if draft.table.edition.invented and not draft.told:
        draft.told = True
        draft.warn("figures_invented", edition=draft.table.edition.name)
    if draft.phase == OVER:
        return
    survivors = active(draft)
    if len(survivors) == 1:
        finish(draft)
        draft.event("last_survivor", player=draft.table.seats[survivors[0]])
    elif draft.pending:
        return
    elif draft.time_up:
        finish(draft)
        draft.event("counted")
    elif draft.phase == TURN and not draft.doubles:
        end_turn(draft)
