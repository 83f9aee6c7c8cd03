"""Moving the clock of a round, or those of some of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlmodel import select

from referee.clocks.change import Change, move_round, move_tables
from referee.clocks.hold import Held, hold
from referee.clocks.timeline import EXTEND
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.core.service import Service
from referee.log.table_game import TableGames
from referee.models import GameTable


def change_of(body: Mapping[str, Any]) -> Change:
    """What is asked for, in the form of `referee.clocks.schemas.ClockIn`."""
    return Change(body["kind"], body.get("seconds", 0) * 1000, body.get("reason"))


def move(
    service: Service,
    round_id: str,
    body: Mapping[str, Any],
    who: Principal,
    before: Callable[[Held], None] | None = None,
) -> Held:
    """Move the clock of a round and thereby of all its tables, or with ``tables`` (ids) those of some.

    ``before``: called with the round as it is held, to refuse it still.  Raises `not_found` for a table that is not of
    the round, and the problems of `referee.clocks.change`.
    """
    if body["kind"] == EXTEND:
        with service.database.read() as session:
            service.part(TableGames).prepare(
                session.exec(select(GameTable.id).where(GameTable.round_id == round_id)).all()
            )
    with service.database.write() as session:
        held = hold(session, service.database, round_id)
        if before is not None:
            before(held)
        by_id = {table.id: table for table in held.tables}
        chosen = list(dict.fromkeys(body.get("tables", by_id)))
        for table_id in chosen:
            if table_id not in by_id:
                raise Problem("not_found", path=table_id)
        if "tables" in body:
            move_tables(service, session, held, [by_id[table_id] for table_id in chosen], change_of(body), who)
        else:
            move_round(service, session, held, change_of(body), who)
        audit.record(session, held.now, who, "round.clock", f"round:{round_id}", held.round.event_id, **body)
    return held


def topics(held: Held, body: Mapping[str, Any]) -> list[str]:
    """Whom the move of a round's clock is news for."""
    return [*body.get("tables", [table.id for table in held.tables]), held.round.event_id]
