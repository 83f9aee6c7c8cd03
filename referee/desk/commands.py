"""Commands of the desk: choosing the address for links, and resuming a clock that the service has put on hold."""

from __future__ import annotations

from referee.clocks.commands import MoveRoundClock, move_round_clock
from referee.clocks.timeline import START
from referee.core.access.scope import within
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.models import Round


def choose_address(caller: Caller, event_id: str, url: str) -> None:
    """Choose which of this machine's addresses links and QR codes use, for the whole service on this machine.

    Raises the problem ``not_allowed`` and those of `referee.core.own_address`.
    """
    caller.allow("event.change", event_id)
    caller.service.own_address.choose(url)
    with caller.change() as change:
        change.audit("address.choose", "service", event_id, address=url)


def resume_clock(caller: Caller, event_id: str, round_id: str) -> None:
    """Resume the clock of a round that the service has put on hold; one that already runs is left alone.

    Raises the problems ``not_allowed``, ``not_found`` and those of `move_round_clock`.
    """
    caller.allow("round.clock", event_id)
    with caller.service.database.read() as session:
        within(session, Round, round_id, event_id)
    try:
        move_round_clock(caller, round_id, MoveRoundClock(START))
    except Problem as problem:
        if problem.code != "clock_runs":  # somebody else was faster
            raise
