"""A small world to test in: an event with a round and a table, and somebody in every role."""

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


class Known(NamedTuple):
    """What a world knows of its database: tokens by role, ids of the event, the round and the table."""

    tokens: dict[str, str]
    event: str
    round: str
    table: str


class World:
    """The application, and requests to it in anybody's name.

    ``tokens``: by role, ``administrator``, ``device`` (bound to the table) and ``stranger`` (an account without a role)
    among them.  ``event``, ``round``, ``table``: ids.  ``known``: of the world that the database holds already.
    """

    def __init__(self, app: Flask, known: Known | None = None) -> None:
        self.app = app
        self.service: Service = app.extensions["referee"]
        if known is not None:
            self.tokens = dict(known.tokens)
            self.event, self.round, self.table = known[1:]
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
    def known(self) -> Known:
        """What a world needs to know of a copy of this one's database."""
        return Known(dict(self.tokens), self.event, self.round, self.table)

    def token(self, name: str, **what: Any) -> str:
        """The token of a new account, ``administrator`` or with a ``role``, or of a new device at a ``table``."""
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
        """Stop the service; the one in its place has not connected to anything yet."""
        self.service.close()
        self.service = self.app.extensions["referee"] = assemble(self.service.settings)

    def ask(self, method: str, path: str, by: str | None = "administrator", **options: Any) -> TestResponse:
        """A request below /api/v1 in the name of a role (None: nobody)."""
        headers = dict(options.pop("headers", {}))
        if by is not None:
            headers["Authorization"] = f"Bearer {self.tokens.get(by, by)}"
        return self.app.test_client().open(f"/api/v1{path}", method=method, headers=headers, **options)

    def made(self, path: str, **body: Any) -> str:
        """The id of something made by the administrator."""
        response = self.ask("POST", path, json=body)
        assert response.status_code == 201, response.get_data(as_text=True)
        return str(response.get_json()["id"])

    def new_table(self, number: int, **body: Any) -> str:
        """The id of a new table of the round, jma-2006 with four players unless ``body`` says otherwise."""
        header = {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"], **body}
        return self.made(f"/rounds/{self.round}/tables", number=number, **header)

    def report(self, base: int, report: dict[str, Any], by: str = "device", **more: Any) -> TestResponse:
        """A report at the table; its client id is made from ``base`` unless given."""
        body = {"client_id": f"report-{base:04}", "base": base, "report": report, **more}
        return self.ask("POST", f"/tables/{self.table}/entries", by, json=body)
