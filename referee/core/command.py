"""Commands: every change is made for a caller, in one transaction, with its audit entry.

A command is a function in a subject's ``commands.py``: it takes a `Caller` and a frozen dataclass that says what is
wanted, checks whether the caller may do that, and changes rows within `Caller.change`.  Neither the API nor the pages
open a transaction to write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel

from referee.core import audit
from referee.core.access.guard import ensure_allowed, require_principal
from referee.core.access.principal import Principal
from referee.core.chain import Author
from referee.core.problems import Problem
from referee.core.service import Service, service
from referee.models import Account, Credential

Row = TypeVar("Row", bound=SQLModel)

CONFIRMED_SPAN = 10 * 60_000
"""How long a typed password holds, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks which service for a change.  ``who``: None for the service's own command line, which may do anything."""

    service: Service
    who: Principal | None

    def allow(self, action: str, event_id: str | None = None, table_id: str | None = None) -> None:
        """Check that the caller may do this in the event, or at its table.  Raises the problem ``not_allowed``."""
        if self.who is not None:
            ensure_allowed(self.who, action, event_id, table_id)

    def confirmed(self) -> None:
        """Check that the caller has typed their password in the last ten minutes, as for what cannot be undone or shows
        secrets.  Raises the problem ``password_needed``.

        Somebody at an abandoned laptop has the session, but not the password.  Programs, devices and people with a
        private link have none, and are not asked.
        """
        if self.who is None or self.who.kind != "session" or self.who.account_id is None:
            return
        with self.service.database.read() as session:
            account = session.get(Account, self.who.account_id)
            credential = session.get(Credential, self.who.credential_id)
            typed_at = credential.confirmed_at if credential is not None else None
        if account is None or account.password is None:
            return
        if typed_at is None or not 0 <= self.service.database.now() - typed_at < CONFIRMED_SPAN:
            raise Problem("password_needed", minutes=CONFIRMED_SPAN // 60_000)

    @contextmanager
    def change(self) -> Iterator[Change]:
        """Open a transaction, which is durable at its end."""
        database = self.service.database
        with database.write() as session:
            yield Change(self, session, database.now())


@dataclass(frozen=True, slots=True)
class Change:
    """A change under way.  ``now``: its time (ms since 1970)."""

    caller: Caller
    session: Session
    now: int

    @property
    def author(self) -> Author:
        return self.caller.who.author if self.caller.who is not None else Author("referee")

    @property
    def signed(self) -> dict[str, Any]:
        """The author, as the columns of rows that are signed (`referee.models.base.SignedRow`)."""
        name, account_id, credential_id = self.author
        return {"author": name, "account_id": account_id, "credential_id": credential_id}

    @property
    def person(self) -> Principal:
        """The principal that asks for the change.  Raises the problem ``unknown_person`` for the service's own command
        line.
        """
        if self.caller.who is None:
            raise Problem("unknown_person")
        return self.caller.who

    def row(self, kind: type[Row], row_id: str) -> Row:
        """Return a row, read anew from the database.  Raises the problem ``not_found``."""
        found = self.session.get(kind, row_id, populate_existing=True)
        if found is None:
            raise Problem("not_found", path=row_id)
        return found

    def audit(self, action: str, target: str, event_id: str | None = None, **details: Any) -> None:
        """Add the change to the audit log; never put secrets into ``details``.  Raises `AccessLost` if the caller's
        credential is no longer what it was when the request came in.
        """
        audit.record(self.session, self.now, self.caller.who, action, target, event_id, **details)


def caller() -> Caller:
    """The caller who sent the current request.  Raises the problem ``unknown_person``."""
    return Caller(service(), require_principal())
