"""Sets up the tournament: its event, players and tables, its staff, and a bound device at every table."""

from __future__ import annotations

import base64
import csv
import io
from contextlib import closing
from typing import Any, NamedTuple

from sqlmodel import Session

from referee.core.access.principal import new_token, token_hash
from referee.core.database.database import Database
from referee.core.settings import Settings
from referee.demo.players import people
from referee.models import Account, Credential, Membership
from referee.public.settings import DEFAULT_PARTS
from tests.chaos.http import Line

REGULATION = """
format = 1
name = "chaos"
version = "1"
title = {{ ja = "混沌杯", en = "Chaos cup", zh = "混沌杯" }}

[game]
ruleset = "jma-2006"

[tables]
size = 4

[[round]]
repeat = {rounds}
seating = "schedule"
minutes = 75

[[points.rule]]
assets = 1

[[standings.criterion]]
by = "points"
"""
STAFF = {"judge": "judge", "arbiter": "arbiter", "head_judge": "head_judge", "first": "scorer", "second": "scorer"}
"""The staff besides the organizer, by name, and their roles."""
FOREVER = 2**45


class Table(NamedTuple):
    """A table of a round.  ``header``: of its game; ``token``: of the device bound to it."""

    id: str
    number: int
    header: dict[str, Any]
    token: str


class Round(NamedTuple):
    """A round and its tables."""

    id: str
    number: int
    tables: list[Table]


class Hall(NamedTuple):
    """The event.  ``tokens``: of the staff, by name; ``public``: the path of its public page."""

    event: str
    tokens: dict[str, str]
    public: str
    rounds: list[Round]


class Refused(Exception):
    """The tournament could not be set up."""


class Organizer:
    """Sends the organizer's requests during set-up, before anything fails."""

    def __init__(self, port: int, token: str) -> None:
        self.line = Line(port, token)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed, and return the JSON.  Raises `Refused`."""
        answer = await self.line.ask(method, path, body, patience=120)
        if answer is None or answer.status >= 300:
            raise Refused(f"{method} {path}: {answer.raw.decode() if answer else 'no answer'}")
        return answer.json if answer.body else None


def administrator(settings: Settings) -> str:
    """Create an administrator and return a session token."""
    with closing(Database(settings.database_url)) as database, database.write() as session:
        return _token(session, "organizer", administrator=True)


def _token(session: Session, name: str, event: str = "", role: str = "", *, administrator: bool = False) -> str:
    token = new_token()
    account = Account(name=name, administrator=administrator, created_at=1)
    session.add(account)
    session.flush()
    if role:
        session.add(Membership(account_id=account.id, event_id=event, role=role, created_at=1))
    session.add(
        Credential(
            kind="session",
            token_hash=token_hash(token),
            label=name,
            account_id=account.id,
            created_at=1,
            expires_at=FOREVER,
        )
    )
    return token


async def new_hall(settings: Settings, port: int, token: str, tables: int, rounds: int) -> Hall:
    """Create a public event with this many tables and rounds, all seated, with a device at each table."""
    by = Organizer(port, token)
    event = (await by.ask("POST", "/events", {"name": "Chaos cup", "language": "en"}))["id"]
    at = f"/events/{event}"
    await by.ask("PUT", f"{at}/regulation", {"text": REGULATION.format(rounds=rounds)})
    await by.ask("POST", f"{at}/players/import", {"data": player_list(4 * tables), "apply": True})
    drawn = await by.ask("POST", f"{at}/seatings", {"first_round": 1})
    await by.ask("POST", f"/seatings/{drawn['id']}/publish")
    public = (await by.ask("PUT", f"{at}/public", {"open": True, "parts": list(DEFAULT_PARTS)}))["url"]
    with closing(Database(settings.database_url)) as database, database.write() as session:
        tokens = {name: _token(session, name, event, role) for name, role in STAFF.items()}
    seated_rounds = [await bind_devices(by, each) for each in (await by.ask("GET", f"{at}/rounds"))["rows"]]
    await by.line.disconnect()
    return Hall(event, {**tokens, "organizer": token}, f"/p/{public.partition('/p/')[2]}", seated_rounds)


def player_list(count: int) -> str:
    """A CSV file of players, in Base64, to be imported."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", "reading", "club"])
    writer.writerows([each["name"], each["reading"], each["club"]] for each in people(count, "chaos"))
    return base64.b64encode(file.getvalue().encode()).decode()


async def bind_devices(by: Organizer, round_: dict[str, Any]) -> Round:
    """Bind a device to each table of a round."""
    tables = []
    for row in (await by.ask("GET", f"/rounds/{round_['id']}/tables?limit=1000"))["rows"]:
        code = (await by.ask("POST", f"/tables/{row['id']}/code", {}))["code"]
        stranger = Organizer(by.line.port, "")
        stranger.line.token = None
        device = await stranger.ask("POST", "/devices", {"code": code, "label": f"Tablet {row['number']}"})
        await stranger.line.disconnect()
        tables.append(Table(row["id"], row["number"], row["header"], device["token"]))
    return Round(round_["id"], round_["number"], tables)
