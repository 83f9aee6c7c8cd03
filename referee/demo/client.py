"""Clients of the demo: people who use the interface for programs, in this process, for as long as it takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from sqlmodel import col

from referee.accounts.credentials import issue, revoke
from referee.core.service import Service
from referee.models import Account, Credential, Membership

HOUR = 3_600_000
DAY = 24 * HOUR


class DemoRefused(Exception):
    """A step of the demo that the service refused; it says why.  What was made so far stays."""


class Client:
    """Requests in the name of one person, at an address that links are made with."""

    def __init__(self, app: Flask, token: str, address: str) -> None:
        self._test_client = app.test_client()
        self._headers = {"Authorization": f"Bearer {token}"}
        self._address = address

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """What a request below /api/v1 gives.  Raises `DemoRefused`."""
        content = {} if body is None else {"json": body}
        answer = self._test_client.open(
            f"/api/v1{path}", method=method, headers=self._headers, base_url=self._address, **content
        )
        found = answer.get_json()
        if answer.status_code >= 300:
            raise DemoRefused(f"{method} {path}: {found['detail']}")
        return found


@contextmanager
def clients(app: Flask, event_id: str, names: dict[str, str], address: str) -> Iterator[dict[str, Client]]:
    """Clients for new people of an event, by role; their credentials end with the block.  ``names``: by role."""
    parts: Service = app.extensions["referee"]
    with parts.database.write() as session:
        now = parts.database.now()
        tokens, accounts = {}, []
        for role, name in names.items():
            account = Account(name=name, created_at=now)
            session.add(account)
            session.flush()
            session.add(Membership(account_id=account.id, event_id=event_id, role=role, created_at=now))
            tokens[role], _ = issue(session, now, "program", "demo", HOUR, account_id=account.id)
            accounts.append(account.id)
    try:
        yield {role: Client(app, token, address) for role, token in tokens.items()}
    finally:
        with parts.database.write() as session:
            revoke(session, parts.database.now(), col(Credential.account_id).in_(accounts))


def program(parts: Service, event_id: str, name: str) -> str:
    """The token, for a day, of a program that reports at the tables of an event as a judge."""
    with parts.database.write() as session:
        now = parts.database.now()
        account = Account(name=name, created_at=now)
        session.add(account)
        session.flush()
        session.add(Membership(account_id=account.id, event_id=event_id, role="judge", created_at=now))
        token, _ = issue(session, now, "program", "demo", DAY, account_id=account.id)
    return token
