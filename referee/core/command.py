"""Commands: what changes something, for whom, in one transaction, with its entry in the audit log and its news.

A command of a subject is a function of its ``commands.py``: it takes a `Caller` and a frozen dataclass that says what
is wanted, asks whether the caller may do that, and changes rows within `Caller.change`.  Neither the interface for
programs nor the pages open a transaction to write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel

from referee.core import audit
from referee.core.access.guard import permitted, somebody
from referee.core.access.principal import Principal
from referee.core.chain import Author
from referee.core.problems import Problem
from referee.core.service import Service, service

Row = TypeVar("Row", bound=SQLModel)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for a change, and of which service.  ``who``: None for the service's own command line, which may do
    everything.
    """

    service: Service
    who: Principal | None

    def allow(self, action: str, event_id: str | None = None, table_id: str | None = None) -> None:
        """Let the caller take the action in the event, or at the table of it.  Raises the problem ``not_allowed``."""
        if self.who is not None:
            permitted(self.who, action, event_id, table_id)

    @contextmanager
    def change(self) -> Iterator[Change]:
        """One transaction.  Once it is durable, whoever waits for news of what was changed is woken."""
        database = self.service.database
        with database.write() as session:
            change = Change(self, session, database.now())
            yield change
        if change.topics:
            self.service.bus.publish(*dict.fromkeys(change.topics))


@dataclass(frozen=True, slots=True)
class Change:
    """A change under way.  ``now``: its moment (ms since 1970); ``topics``: the events and tables with news of it."""

    caller: Caller
    session: Session
    now: int
    topics: list[str] = field(default_factory=list)

    @property
    def author(self) -> Author:
        """Whoever signs the change."""
        return self.caller.who.author if self.caller.who is not None else Author("referee")

    @property
    def person(self) -> Principal:
        """Whoever asks for the change.  Raises the problem ``unknown_person`` for the service's own command line."""
        if self.caller.who is None:
            raise Problem("unknown_person")
        return self.caller.who

    def row(self, kind: type[Row], row_id: str) -> Row:
        """A row as it is now.  Raises the problem ``not_found``."""
        found = self.session.get(kind, row_id, populate_existing=True)
        if found is None:
            raise Problem("not_found", path=row_id)
        return found

    def audit(self, action: str, target: str, event_id: str | None = None, **details: Any) -> None:
        """Note the change in the audit log; secrets are no details.  Raises `AccessLost` where the caller's credential
        is not any more what it was.
        """
        audit.record(self.session, self.now, self.caller.who, action, target, event_id, **details)

    def notify(self, *topics: str | None) -> None:
        """Wake whoever waits for news of these events and tables, once the change is durable."""
        self.topics.extend(topic for topic in topics if topic)


def caller() -> Caller:
    """Who sends the present request.  Raises the problem ``unknown_person``."""
    return Caller(service(), somebody())
