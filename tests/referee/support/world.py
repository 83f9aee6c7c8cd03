"""A small world for tests: an event with a round and a table, and a session for every role."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Flask
from sqlmodel import Session
from werkzeug.test import TestResponse

from referee.core.access.principal import new_token, token_hash
from referee.core.access.roles import ROLES
from referee.core.service import Service
from referee.models import Account, Credential, Membership
from referee.server.assembly import assemble

FOREVER = 2**45


class WorldIds(NamedTuple):
    """A world's tokens by role, and the ids of its event, round and table."""

    tokens: dict[str, str]
    event: str
    round: str
    table: str


class World:
    """The application, and requests to it as any role.

    ``tokens``: by role, including ``administrator``, ``device`` (bound to the table) and ``stranger`` (an account
    without a role).  ``event``, ``round``, ``table``: ids.  ``ids``: those of a world that is already in the
    database; else one is created.
    """

    def __init__(self, app: Flask, ids: WorldIds | None = None) -> None:
        self.app = app
        self.service: Service = app.extensions["referee"]
        if ids is not None:
            self.tokens = dict(ids.tokens)
            self.event, self.round, self.table = ids[1:]
            return
        self.tokens = {"administrator": self.token("administrator", administrator=True)}
        self.event = self.made("/events", name="第1回大会")
        self.round = self.made(f"/events/{self.event}/rounds", number=1)
        self.table = self.new_table(1)
        with self.service.database.write() as session:
            self.tokens |= {role: self._token(session, role, role=role) for role in ROLES}
            self.tokens["stranger"] = self._token(session, "stranger")
            self.tokens["device"] = self._token(session, "device", table=self.table)

    @property
    def ids(self) -> WorldIds:
        """The tokens and ids that a world on a copy of this database needs."""
        return WorldIds(dict(self.tokens), self.event, self.round, self.table)

    def token(self, name: str, **what: Any) -> str:
        """Create an account, ``administrator`` or with a ``role``, or a device at a ``table``, and return its token."""
        with self.service.database.write() as session:
            return self._token(session, name, **what)

    def _token(
        self,
        session: Session,
        name: str,
        *,
        administrator: bool = False,
        role: str | None = None,
        table: str | None = None,
    ) -> str:
        token = new_token()
        account = None
        if table is None:
            account = Account(name=name, administrator=administrator, created_at=1)
            session.add(account)
            session.flush()
            if role is not None:
                session.add(Membership(account_id=account.id, event_id=self.event, role=role, created_at=1))
        session.add(
            Credential(
                kind="session" if account else "device",
                token_hash=token_hash(token),
                label=name,
                account_id=account.id if account else None,
                table_id=table,
                created_at=1,
                expires_at=FOREVER,
            )
        )
        return token

    def stop(self) -> None:
        """Stop the service and replace it by a new one that has not connected to anything yet."""
        self.service.close()
        self.service = self.app.extensions["referee"] = assemble(self.service.settings)

    def ask(self, method: str, path: str, by: str | None = "administrator", **options: Any) -> TestResponse:
        """Send a request below /api/v1 as a role or with a token (None: anonymous)."""
        headers = dict(options.pop("headers", {}))
        if by is not None:
            headers["Authorization"] = f"Bearer {self.tokens.get(by, by)}"
        return self.app.test_client().open(f"/api/v1{path}", method=method, headers=headers, **options)

    def made(self, path: str, **body: Any) -> str:
        """Create something as the administrator and return its id."""
        response = self.ask("POST", path, json=body)
        assert response.status_code == 201, response.get_data(as_text=True)
        return str(response.get_json()["id"])

    def new_table(self, number: int, **body: Any) -> str:
        """Create a table in the round, jma-2006 with four seats unless ``body`` says otherwise, and return its id."""
        header = {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"], **body}
        return self.made(f"/rounds/{self.round}/tables", number=number, **header)

    def report(self, base: int, report: dict[str, Any], by: str = "device", **more: Any) -> TestResponse:
        """Post a report at the table; its client id is derived from ``base`` unless given."""
        body = {"client_id": f"report-{base:04}", "base": base, "report": report, **more}
        return self.ask("POST", f"/tables/{self.table}/entries", by, json=body)
