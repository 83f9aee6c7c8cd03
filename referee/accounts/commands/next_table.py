"""Moving a table's device on to the table's game in the next round, without a new code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.command import Caller
from referee.core.problems import Problem
from referee.events.queries import player_names_at
from referee.models import Credential, GameTable, Round, TableResult


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game at a table in the next round.  ``players``: their names, in start order; ``runs``: whether that
    round is running; ``open``: whether the table's device may move there because its own game is over.
    """

    table_id: str
    number: int
    round: int
    name: str
    players: Sequence[str]
    runs: bool
    open: bool


def next_game(session: Session, table: GameTable) -> NextGame | None:
    """The game at a table in the next round that is published or running; None if there is none yet."""
    here = session.get_one(Round, table.round_id)
    query = (
        select(GameTable, Round)
        .join(Round, col(Round.id) == GameTable.round_id)
        .where(
            GameTable.event_id == table.event_id,
            GameTable.number == table.number,
            Round.number > here.number,
            col(Round.published_at).is_not(None) | (Round.state == "running"),
            Round.state != "closed",
            GameTable.state == "open",
        )
        .order_by(col(Round.number))
    )
    found = session.exec(query).first()
    if found is None:
        return None
    following, round_ = found
    return NextGame(
        following.id,
        following.number,
        round_.number,
        round_.name,
        player_names_at(session, following.id),
        round_.state == "running",
        is_done(session, table, here),
    )


def is_done(session: Session, table: GameTable, round_: Round) -> bool:
    """Whether a table has nothing more to report: it or its round is closed, or its result is entered."""
    results = select(TableResult.id).where(TableResult.table_id == table.id).limit(1)
    return "closed" in (table.state, round_.state) or session.exec(results).first() is not None


def move_to_next_game(caller: Caller, table_id: str) -> NextGame:
    """Bind the calling device to its table's game in the next round, once its own game is done.

    A caller who is not a device is only told which game that is.  Raises the problems ``not_found``, also while there
    is no next game, and ``not_allowed``.
    """
    with caller.change() as change:
        table = change.row(GameTable, table_id)
        caller.allow("table.report", table.event_id, table_id)
        following = next_game(change.session, table)
        if following is None or not following.open:
            raise Problem("not_found", path=f"{table_id}/next")
        who = caller.who
        if who is not None and who.kind == "device":
            device = change.row(Credential, who.credential_id)
            facts = {"label": device.label, "before": table_id}
            change.audit("device.move", f"table:{following.table_id}", table.event_id, **facts)
            device.table_id = following.table_id
            device.epoch += 1  # its reports still in flight to the old table are refused
            change.session.add(device)
    caller.service.principals.forget()
    return following
