"""Principals: whom the token of a request stands for, and when a device was last seen.

A device polls every second, so requests alone write nothing to the database.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import text

from referee.core.access.roles import ADMINISTRATOR, DEVICE
from referee.core.chain import Author
from referee.core.database.database import Database

SAVE_SEEN = text("UPDATE credential SET seen_at = :at WHERE id = :id AND (seen_at IS NULL OR seen_at < :at)")


class Seen:
    """The devices that this process has seen since it last saved them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._seen: dict[str, int] = {}
        self._lock = threading.Lock()

    def note(self, credential_id: str) -> None:
        with self._lock:
            self._seen[credential_id] = self.database.now()

    def save(self) -> None:
        """Save the devices seen since the last time."""
        with self._lock:
            seen, self._seen = self._seen, {}
        if not seen:
            return
        with self.database.write() as session:
            # By id: two processes that save the same devices must not wait for each other.
            session.connection().execute(SAVE_SEEN, [{"id": each, "at": at} for each, at in sorted(seen.items())])


REMEMBERED_SECONDS = 2
"""How long a process caches a principal for reading; every write checks the credential in its transaction."""
MAX_REMEMBERED = 4096

WHO = (
    "SELECT c.id, c.kind, c.label, c.epoch, c.expires_at, c.table_id,"
    " a.id, a.name, a.administrator, a.language, t.event_id"
    " FROM credential c LEFT JOIN account a ON a.id = c.account_id LEFT JOIN game_table t ON t.id = c.table_id"
    " WHERE c.token_hash = :token_hash AND c.revoked_at IS NULL AND a.disabled_at IS NULL"
)
ROLES_OF = "SELECT event_id, role FROM membership WHERE account_id = :account_id"


class Principal(NamedTuple):
    """Who sends requests.  ``kind``: session, device or program; ``roles``: a person's, by event; ``table_id`` and
    ``event_id``: where a device is bound, the only place where it has a role; ``account_id`` and ``name``: the person,
    or who bound the device.
    """

    credential_id: str
    kind: str
    label: str
    epoch: int
    expires_at: int
    account_id: str | None
    name: str | None
    administrator: bool
    language: str | None
    table_id: str | None
    event_id: str | None
    roles: Mapping[str, frozenset[str]]

    @property
    def author(self) -> Author:
        """The author of what this principal does: the person, or the device.

        A device signs with its label, because whoever bound it, and is recorded with it, may have left.
        """
        name = self.label if self.name is None or self.kind == "device" else self.name
        return Author(name[:200], self.account_id, self.credential_id)

    def roles_in(self, event_id: str | None, table_id: str | None = None) -> frozenset[str]:
        if self.kind == "device":  # no matter who bound it, a device only reports
            return frozenset({DEVICE}) if table_id is not None and table_id == self.table_id else frozenset()
        every = self.roles.get(event_id, frozenset()) if event_id else frozenset()
        return every | {ADMINISTRATOR} if self.administrator else every


def new_token() -> str:
    """A random token of 43 characters."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """The hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class Principals:
    """Finds the principal of a token; caches it for a moment."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seen = Seen(database)
        self._who = database.sql(WHO)
        self._roles = database.sql(ROLES_OF)
        self._remembered: dict[str, tuple[float, Principal]] = {}
        self._lock = threading.Lock()

    def find(self, token: str) -> Principal | None:
        """The principal of a token, or None if it is unknown, revoked or expired."""
        hashed = token_hash(token)
        until, known = self._remembered.get(hashed, (0.0, None))
        if known is None or time.monotonic() >= until:
            known = self._read(hashed)
            with self._lock:
                self._remembered.pop(hashed, None)
                if known is not None:
                    if len(self._remembered) >= MAX_REMEMBERED:
                        self._remembered.clear()
                    self._remembered[hashed] = (time.monotonic() + REMEMBERED_SECONDS, known)
        return known if known is not None and known.expires_at > self.database.now() else None

    def forget(self) -> None:
        """Clear the cache, because something about access has changed."""
        with self._lock:
            self._remembered.clear()

    def _read(self, hashed: str) -> Principal | None:
        rows = self.database.rows(self._who, {"token_hash": hashed})
        if not rows:
            return None
        (
            credential_id,
            kind,
            label,
            epoch,
            expires_at,
            table_id,
            account_id,
            name,
            administrator,
            language,
            event_id,
        ) = rows[0]
        roles: dict[str, frozenset[str]] = {}
        if kind == "device":  # it gets nothing from whoever bound it
            administrator = False
            self.seen.note(credential_id)
        elif account_id is not None:
            for event, role in self.database.rows(self._roles, {"account_id": account_id}):
                roles[event] = roles.get(event, frozenset()) | {role}
        return Principal(
            credential_id,
            kind,
            label,
            epoch,
            expires_at,
            account_id,
            name,
            bool(administrator),
            language,
            table_id,
            event_id,
            roles,
        )
