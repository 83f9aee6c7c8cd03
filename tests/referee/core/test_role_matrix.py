"""Every endpoint of `tests.referee.support.role_matrix` with every role, in process."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update
from sqlmodel import col
from werkzeug.test import TestResponse

from referee.accounts.passwords import hash_password
from referee.core.access.roles import MAY, may
from referee.models import Account, Adjustment, Credential, DecisionMade, Seat, Seating, TableResult
from referee.seating.versions import Document, write
from tests.referee.support.databases import POSTGRESQL_ONLY, SQLITE_ONLY
from tests.referee.support.role_matrix import (
    CALL,
    CAUTION,
    COLUMNS,
    HELPER,
    IMPORTED_RULING,
    LEFT_BEHIND,
    MATRIX,
    OPEN_TO_ALL,
    PASSWORD,
    RULINGS,
    Row,
    path_pattern,
)
from tests.referee.support.world import World
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Sitter, request


def endpoints(app: Flask) -> set[tuple[str, str]]:
    """Every method and path below /api/v1, with ``*`` for the ids."""
    return {
        (method, re.sub(r"<[^>]+>(/<role>)?", "*", rule.rule.removeprefix("/api/v1")))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def a_result(world: World) -> dict[str, str]:
    """Give the event a regulation, four seated players, a result, a decision and an adjustment; return the last three's
    ids.
    """
    world.ask("PUT", f"/events/{world.event}/regulation", json={"shipped": "jma-national-2012"})
    players = [world.made(f"/events/{world.event}/players", name=name) for name in ("Ann", "Bob", "Cy", "Dee")]
    of: dict[str, Any] = {"event_id": world.event, "author": "x", "made_at": 1}
    by: dict[str, Any] = {"event_id": world.event, "table_id": world.table, "entered_by": "x", "entered_at": 1}
    result = TableResult(version=1, source="points", entered="{}", players="[]", **by)
    decision = DecisionMade(about="x", by="vote", players="[]", **of)
    adjustment = Adjustment(player_id=players[0], points="1", reason="x", **of)
    with world.service.database.write() as session:
        for order, (seat, player) in enumerate(zip("ABCD", players, strict=True), 1):
            session.add(Seat(table_id=world.table, start_order=order, seat=seat, player_id=player))
        session.add_all([result, decision, adjustment])
        session.flush()
    return {"result": result.id, "decision": decision.id, "adjustment": adjustment.id}


class Targets:
    """Ids to put into paths and bodies: those of the world, or of new objects made by its administrator."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.count = 0
        self.kept = {"event": world.event, "round": world.round, "table": world.table, "credential": "none"}
        self.kept["venue"] = "none"
        code = world.ask("POST", f"/tables/{world.new_table(2)}/code", json={}).get_json()
        self.kept["code"] = code["id"]
        world.ask("POST", f"/tables/{world.table}/code", json={})
        self.kept["shipped"] = "jma-national-2012"
        self.kept["document"], self.kept["run"], self.kept["seat"] = "name-tags", "none", "A"
        self.kept["player"] = world.made(f"/events/{world.event}/players", name="x")
        world.ask("PUT", f"/events/{world.event}/regulation", json={"shipped": self.kept["shipped"]})
        self.kept["draft"], self.kept["seating"] = self.seating(50, None), self.seating(49, 1)
        self.kept |= a_result(world)
        called = {**CALL, "client_id": "the-first"}
        caution = {**CAUTION, "player": self.kept["player"]}
        self.kept["penalty"] = world.made(f"/events/{world.event}/penalties", **caution)
        self.kept["call"] = world.made(f"/tables/{world.table}/calls", **called)
        self.kept["case"] = world.made(f"/tables/{world.table}/cases", client_id="the-first")
        self.kept["precedent"] = self.precedent()
        left = {**LEFT_BEHIND["items"][0], "client_id": "the-first"}
        self.kept["left"] = world.made(f"/tables/{world.table}/left-behind", items=[left])
        self.kept["notice"] = world.made(f"/events/{world.event}/notices", text="x")
        self.makers: dict[str, Callable[[], str]] = {
            "fresh": lambda: f"fresh-{self.count:04}",
            "account": lambda: world.made("/accounts", login=f"account-{self.count}", name="x"),
            "person": lambda: world.made("/people", name="x"),
            "device": lambda: self.credential_of(world.token("x", table=world.table)),
            "member": lambda: f"{self.helper()['account_id']}/judge",
            "link": lambda: str(self.helper()["invitation_id"]),
        }

    def seating(self, first_round: int, published_at: int | None) -> str:
        """Make a seating, public or a draft, of a new round and return its id."""
        path = f"/events/{self.world.event}/players"
        players = [Sitter(self.world.made(path, name=f"{letter}{first_round}")) for letter in "abc"]
        wanted = request(players, 1, [3], "seed")
        seating = Seating(
            event_id=self.world.event,
            first_round=first_round,
            last_round=first_round,
            version=1,
            state="published" if published_at else "draft",
            document=write(Document("schedule", draw(wanted))),
            author="x",
            made_at=1,
            published_at=published_at,
        )
        with self.world.service.database.write() as session:
            session.add(seating)
        return seating.id

    def precedent(self) -> str:
        """Import a ruling of another event and return its id."""
        path = f"/events/{self.world.event}/precedents"
        self.world.ask("POST", f"{path}/import", json={**RULINGS, "rulings": [IMPORTED_RULING]})
        return str(self.world.ask("GET", path).get_json()["rows"][0]["id"])

    def credential_of(self, token: str) -> str:
        """The id of the credential that a token stands for."""
        return str(self.world.ask("GET", "/me", token).get_json()["credential_id"])

    def helper(self) -> Any:
        """Make a helper with a private link."""
        return self.world.ask("POST", f"/events/{self.world.event}/members", json=HELPER).get_json()

    def filled(self, value: Any) -> Any:
        """Fill the ids into a path or body."""
        if isinstance(value, dict):
            return {name: self.filled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        return re.sub(r"\{(\w+)\}", self.id_of, value) if isinstance(value, str) else value

    def id_of(self, name: re.Match[str]) -> str:
        """Return the id that a name in braces stands for."""
        self.count += 1
        return self.kept[name[1]] if name[1] in self.kept else self.makers[name[1]]()


@cache
def hashed() -> str:
    """The hash of everybody's password, made once: it takes longer than most requests."""
    return hash_password(PASSWORD)


def token_of(world: World, role: str) -> str:
    """Make a token for one role, which a request may revoke."""
    if role in ("device", "foreign"):
        return world.token(role, table=world.table if role == "device" else world.new_table(3))
    if role in ("administrator", "stranger"):
        token = world.token(role, administrator=role == "administrator")
    else:
        token = world.token(role, role=role)
    account_id = world.ask("GET", "/me", token).get_json()["account_id"]
    with world.service.database.write() as session:
        account = session.get(Account, account_id)
        assert account is not None
        account.login, account.password = account_id, hashed()
        session.add(account)
        now = world.service.database.now()  # as if they had just logged in
        session.exec(update(Credential).where(col(Credential.account_id) == account_id).values(confirmed_at=now))
    return token


def verdict(response: TestResponse) -> str:
    """Return whether a request was allowed (it may still have failed for other reasons) or how it was stopped."""
    code = response.get_json()["code"] if response.mimetype == "application/problem+json" else ""
    if response.status_code == 401:
        return str(code)
    assert response.status_code < 500, response.status_code
    return "refused" if response.status_code == 403 else "allowed"


PUT_DOWN = ("POST", "/tables/{table}/left-behind")
"""The one thing that a device may do when it is no longer paired."""


def test_every_endpoint_has_a_row_in_the_matrix(addresses: Flask) -> None:
    rows = {(row.method, path_pattern(row.path)) for row in MATRIX}
    assert rows | OPEN_TO_ALL == endpoints(addresses)


@pytest.mark.parametrize("row", [row for row in MATRIX if row.action], ids=lambda row: f"{row.method} {row.path}")
def test_the_table_of_rights_says_the_same(row: Row) -> None:
    assert row.action is not None
    roles = {letter: frozenset({role}) for letter, role in COLUMNS.items() if letter not in "NF"}
    everywhere = {letter for letter, role in roles.items() if may(role, row.action)}
    if row.path == "/audit":  # it belongs to no event, so an event's role does not suffice
        everywhere &= {"A"}
    assert set(row.who) - {"."} == everywhere


def test_every_right_is_in_the_matrix() -> None:
    assert {row.action for row in MATRIX} - {None} == set(MAY)


def asked(world: World, targets: Targets, row: Row, token: str | None) -> str:
    """The verdict on a request to an endpoint."""
    body = {} if row.body is None else {"json": targets.filled(row.body)}
    return verdict(world.ask(row.method, targets.filled(row.path), token, **body))


@pytest.mark.slow
@SQLITE_ONLY
def test_every_endpoint_lets_in_whom_it_should_and_nobody_else(world: World) -> None:
    targets = Targets(world)
    tokens = {role: token_of(world, role) for role in COLUMNS.values()}
    unpaired = world.token("unpaired", table=world.table)
    world.ask("DELETE", f"/devices/{targets.credential_of(unpaired)}")
    wrong = []
    for row in MATRIX:
        for place, (letter, role) in enumerate(COLUMNS.items()):
            assert row.who[place] in (letter, "."), row
            if row.method == "DELETE" and row.path == "/sessions/current":
                token = world.token("x", table=world.table) if letter in "DF" else world.token("x")
            else:
                if role == "device" and (row.method, row.path) == ("POST", "/tables/{table}/code"):
                    tokens[role] = token_of(world, role)  # somebody else's new code has revoked the device
                token = tokens[role]
            if (found := asked(world, targets, row, token)) != ("refused" if row.who[place] == "." else "allowed"):
                wrong.append(f"{row.method} {row.path}: {role} is {found}")
        if (found := asked(world, targets, row, None)) != "unknown_person":
            wrong.append(f"{row.method} {row.path}: nobody is {found}")
        found = asked(world, targets, row, unpaired)
        if found != ("allowed" if (row.method, row.path) == PUT_DOWN else "unknown_person"):
            wrong.append(f"{row.method} {row.path}: an unpaired device is {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@POSTGRESQL_ONLY
def test_every_endpoint_answers_on_postgresql(world: World) -> None:
    """Who may does not depend on the database, as the statements do: one who may is enough."""
    targets = Targets(world)
    wrong = []
    for row in MATRIX:
        role = next(COLUMNS[letter] for letter in row.who if letter != ".")
        if (found := asked(world, targets, row, token_of(world, role))) != "allowed":
            wrong.append(f"{row.method} {row.path}: {role} is {found}")
    assert not wrong, "\n".join(wrong)
