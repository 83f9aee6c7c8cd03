"""Rounds: tables that play at the same time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee import audit
from referee.access.guard import allowed, somebody
from referee.api.answers import answer, page
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.schemas.clock import RoundCloseIn
from referee.api.schemas.event import RoundIn, RoundOut, RoundPage
from referee.api.tables import in_round
from referee.clock.change import Change, turn_round
from referee.clock.hold import hold
from referee.clock.timeline import PAUSE, START
from referee.models import Event, GameTable, Round
from referee.problems import Problem
from referee.service import service
from referee.storage.database import driver_execute

blueprint = StrictBlueprint("rounds", __name__, url_prefix="/api/v1", description="Rounds")


def as_json(round_: Round) -> dict[str, Any]:
    """A round as it is answered."""
    return {
        "id": round_.id,
        "event_id": round_.event_id,
        "number": round_.number,
        "name": round_.name,
        "minutes": round_.minutes,
        "warnings": json.loads(round_.warnings),
        "state": round_.state,
        "created_at": round_.created_at,
    }


@endpoint(blueprint, "GET", "/events/<event_id>/rounds", gives=RoundPage)
def list_rounds(query: dict[str, Any], event_id: str) -> Response:
    """The rounds of an event, by number."""
    allowed("event.read", event_id)
    wanted = select(Round).where(Round.event_id == event_id).order_by(Round.number)  # type: ignore[arg-type]
    with service().database.read() as session:
        rows = [as_json(found) for found in session.exec(wanted)]
    return answer(page(rows, len(rows), lambda row: str(row["number"])))


@endpoint(blueprint, "POST", "/events/<event_id>/rounds", body=RoundIn, gives=RoundOut, status=201, fails=(409,))
def create_round(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Make a round of an event."""
    who = allowed("round.change", event_id)
    database = service().database
    now = database.now()
    try:
        with database.write() as session:
            if session.get(Event, event_id) is None:
                raise Problem("not_found", path=event_id)
            found = Round(
                event_id=event_id, number=body["number"], name=body["name"], minutes=body["minutes"],
                warnings=json.dumps(sorted(set(body["warnings"]), reverse=True)), created_at=now,
            )  # fmt: skip
            session.add(found)
            session.flush()
            audit.record(session, now, who, "round.change", f"round:{found.id}", event_id, **body)
    except IntegrityError as error:
        raise Problem("conflict", what=f"round {body['number']}") from error
    return answer(as_json(found), 201, headers={"Location": f"/api/v1/rounds/{found.id}"})


@endpoint(blueprint, "GET", "/rounds/<round_id>", gives=RoundOut)
def show_round(query: dict[str, Any], round_id: str) -> Response:
    """A round."""
    somebody()
    with service().database.read() as session:
        body = as_json(in_round(session, round_id, "event.read"))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "POST", "/rounds/<round_id>/close", body=RoundCloseIn, gives=RoundOut, fails=(409,))
def close_round(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Close a round: its clock stops, and nothing more is reported at its tables; a backup is begun.

    409 `games_open` names the tables whose games are not over, unless it is done `anyway`, with a reason.  A round that
    is closed stays so.
    """
    who = somebody()
    now = service()
    with now.database.read() as session:
        in_round(session, round_id, "round.close")
        tables = session.exec(select(GameTable).where(GameTable.round_id == round_id)).all()
    for table in tables if not body["anyway"] else ():
        is_going_on(table)  # so that little is left to read while the log stands still
    with now.database.write() as session:
        held = hold(session, now.database, round_id)
        closes = held.round.state != "closed"
        if closes:
            tables = locked(session, round_id)
            playing = [] if body["anyway"] else [table for table in tables if is_going_on(table, session)]
            if playing:
                numbers = [table.number for table in playing]
                raise Problem("games_open", more={"tables": [table.id for table in playing]}, tables=numbers)
            for table in tables:
                table.state = "closed"
                session.add(table)
            if held.clock().started:
                turn_round(session, held, Change(PAUSE, 0, body.get("reason")), who)
            held.round.state = "closed"
            session.add(held.round)
            target = f"round:{round_id}"
            audit.record(session, held.now, who, "round.close", target, held.round.event_id, state="closed", **body)
    if closes:
        tell(held.round, tables)
        now.backups.begin("round")
    return answer(as_json(held.round))


@endpoint(blueprint, "POST", "/rounds/<round_id>/open", gives=RoundOut)
def open_round(query: dict[str, Any], round_id: str) -> Response:
    """Open a closed round again, with all its tables.  Its clock stands until it is started."""
    who = somebody()
    now = service()
    with now.database.read() as session:
        in_round(session, round_id, "round.close")
    with now.database.write() as session:
        held = hold(session, now.database, round_id)
        opens = held.round.state == "closed"
        if opens:
            tables = locked(session, round_id)
            for table in tables:
                table.state = "open"
                session.add(table)
            begun = any(each.kind == START for each in held.moves.of_round)
            held.round.state = "running" if begun else "drafted"
            session.add(held.round)
            target = f"round:{round_id}"
            audit.record(session, held.now, who, "round.close", target, held.round.event_id, state="open")
    if opens:
        tell(held.round, tables)
    return answer(as_json(held.round))


def locked(session: Session, round_id: str) -> Sequence[GameTable]:
    """The tables of a round, by number; nothing is logged at them until the transaction ends."""
    wanted = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    locking = wanted.with_for_update(key_share=True).execution_options(populate_existing=True)
    return session.exec(locking).all()


def is_going_on(table: GameTable, session: Session | None = None) -> bool:
    """Whether a table is open and its game not over, as a transaction sees it.  Raises `LogDiffers`."""
    if table.state != "open":
        return False
    game = service().games.current(table.id, driver_execute(session) if session else None).game
    return not game.ruleset.over(game)


def tell(round_: Round, tables: Sequence[GameTable]) -> None:
    """Wake whoever waits for news of a round."""
    service().bus.publish(*(table.id for table in tables), round_.event_id)
