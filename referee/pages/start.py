"""The start page: who one is, and the events that one has to do with."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.access.guard import principal
from referee.access.principal import Principal
from referee.access.roles import ROLES
from referee.backup.due import last
from referee.language import word
from referee.models import Event, GameTable, Round
from referee.service import service

blueprint = Blueprint("start", __name__)

MOST = 20
"""Events that are shown, the latest first."""


@blueprint.get("/")
def start() -> str | AnyResponse:
    """The page; whoever is unknown logs in first."""
    who = principal()
    if who is None:
        return redirect("/login", 303)
    with service().database.read() as session:
        events = [shown(session, event, who) for event in events_of(session, who)]
    return render_template(
        "start.html",
        name=who.author.name,
        administrator=who.administrator,
        device=who.kind == "device",
        until=datetime.fromtimestamp(who.expires_at / 1000).strftime("%Y-%m-%d %H:%M"),
        events=events,
        backup=backup_told() if who.administrator and who.kind != "device" else None,
    )


def backup_told() -> str:
    """How old the last backup is, and what kept the one after it from being made."""
    database = service().database
    latest = last(database)
    if latest.made_at is None:
        told = word("no_backup")
    else:
        told = word("backup_age", minutes=(database.now() - latest.made_at) // 60_000)
    return f"{told} " + word("backup_fault", fault=latest.fault) if latest.fault else told


def events_of(session: Session, who: Principal) -> list[Event]:
    """The events that somebody has a role in, those put away left out; every event for an administrator."""
    wanted = select(Event).where(col(Event.archived_at).is_(None)).order_by(col(Event.id).desc()).limit(MOST)
    if who.kind == "device":
        wanted = wanted.where(Event.id == who.event_id)
    elif not who.administrator:
        wanted = wanted.where(col(Event.id).in_(who.roles))
    return list(session.exec(wanted))


def shown(session: Session, event: Event, who: Principal) -> dict[str, Any]:
    """An event with its rounds and their tables; to a device, only its own."""
    tables = select(GameTable).where(GameTable.event_id == event.id).order_by(col(GameTable.number))
    if who.kind == "device":
        tables = tables.where(GameTable.id == who.table_id)
    of_round: dict[str, list[dict[str, Any]]] = {}
    for table in session.exec(tables):
        header = json.loads(table.header)
        names = header.get("names", {})
        row = {
            "number": table.number,
            "players": [names.get(seat, seat) for seat in header["seats"]],
            "seq": table.seq,
            "state": table.state,
        }
        of_round.setdefault(table.round_id, []).append(row)
    rounds = session.exec(select(Round).where(Round.event_id == event.id).order_by(col(Round.number)))
    mine = who.roles.get(event.id, frozenset())
    return {
        "name": event.name,
        "roles": word("comma").join(word(f"role_{role}") for role in ROLES if role in mine),
        "rounds": [
            {
                "name": each.name or word("round", number=each.number),
                "state": each.state,
                "tables": of_round.get(each.id, []),
            }
            for each in rounds
            if who.kind != "device" or each.id in of_round
        ],
    }
