"""Clients of the demo: temporary accounts that use the HTTP API from within this process."""

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
    """The service refused a step of the demo; the message says why.  What was created so far remains."""


class Client:
    """Sends requests in the name of one person.  ``address``: the service's URL, which links in answers start with."""

    def __init__(self, app: Flask, token: str, address: str) -> None:
        self._test_client = app.test_client()
        self._headers = {"Authorization": f"Bearer {token}"}
        self._address = address

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to a path below /api/v1 and return the JSON of the answer.  Raises `DemoRefused`."""
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
    """Create accounts in an event and give a client for each role; their credentials are revoked when the block ends.

    ``names``: the name of the person in each role.
    """
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


def program_token(parts: Service, event_id: str, name: str) -> str:
    """Create an account with the role of judge in an event, and return a program token that is valid for a day."""
    with parts.database.write() as session:
        now = parts.database.now()
        account = Account(name=name, created_at=now)
        session.add(account)
        session.flush()
        session.add(Membership(account_id=account.id, event_id=event_id, role="judge", created_at=now))
        token, _ = issue(session, now, "program", "demo", DAY, account_id=account.id)
    return token
