"""Moves made before the end signal but reported after it; the table's judge or the arbiter puts them before it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.chain import ChainLine
from referee.core.problems import Problem
from referee.core.service import Service
from referee.events.regulation import latest_version, parse_regulation
from referee.log.append import Outdated
from referee.log.correction import PlannedReport
from referee.log.signal import Overtaken, Signal, latest_signal
from referee.log.table_game import TableGame
from tournaments.regulation.sections import USUAL


def overtaken(
    service: Service, who: Principal, game: TableGame, late: Outdated, made_at: int | None
) -> Overtaken | None:
    """How the end signal overtook a report; None unless it was logged meanwhile and the report was made before it."""
    signal = latest_signal(late.since)
    if signal is None or made_at is None or made_at >= signal.at:
        return None
    seconds = tolerance(service, game.event_id)
    return Overtaken(signal, made_at, may_put_before(service, who, game, signal, seconds), seconds)


def allow_before_signal(
    service: Service, who: Principal, game: TableGame, signal: Signal, put: Sequence[PlannedReport]
) -> None:
    """Check that somebody may put reports before the signal: the bench may put any, the table's judge only those made
    before it, and only within the tolerance.

    Raises the problems ``after_signal`` and ``signal_passed``.
    """
    if may(who.roles_in(game.event_id, game.table_id), "table.rule"):
        return
    if any(each.made_at is None or each.made_at >= signal.at for each in put):
        raise Problem("after_signal")
    seconds = tolerance(service, game.event_id)
    if not may_put_before(service, who, game, signal, seconds):
        raise Problem("signal_passed", more={"seconds": seconds}, seconds=seconds)


def may_put_before(service: Service, who: Principal, game: TableGame, signal: Signal, seconds: int) -> bool:
    """Whether somebody may still put reports before the signal: the bench always, others for ``seconds`` after it."""
    bench = may(who.roles_in(game.event_id, game.table_id), "table.rule")
    return bench or service.database.now() - signal.at <= seconds * 1000


def tolerance(service: Service, event_id: str) -> int:
    """How many seconds after the signal the table's judge may still decide, by the event's regulation."""
    with service.database.read() as session:
        found = latest_version(session, event_id)
    return (parse_regulation(found.text).rulings if found else USUAL).signal_seconds


def lines_to_move(lines: Sequence[ChainLine], entries: Sequence[int], signal: Signal) -> list[ChainLine]:
    """The lines of the given entries, in order.  Raises the problem ``not_found`` for an entry not after the signal."""
    chosen = sorted(set(entries))
    for seq in chosen:
        if not signal.seq < seq <= len(lines):
            raise Problem("not_found", path=str(seq))
    return [lines[seq - 1] for seq in chosen]
