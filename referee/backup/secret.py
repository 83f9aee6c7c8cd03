"""The service's secret in backups: codes and links are derived from it, so without it every printed QR code dies.

The database, and so each backup, holds a mark that tells two secrets apart and, if somebody has set a passphrase, the
secret itself, encrypted with it: Fernet, with a key that scrypt derives from the passphrase.  The passphrase is kept
nowhere.  Whoever has a backup can try passphrases, at 32 MiB and some 0.1 s each; hence `SHORTEST`.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from referee.backup.read import read_parts
from referee.backup.write import replace_file
from referee.core.database.database import Database
from referee.core.files import restrict
from referee.models import ServiceSecret
from tournaments.typed import plain

NAME = "secret"
"""The name of the only row, and of the file in the data directory."""
SHORTEST = 12
"""The characters that a passphrase has at least."""
SCHEME = "scrypt-15-8-1"
"""How the key is derived: scrypt with n = 2¹⁵, r = 8, p = 1."""
NOTE = text(
    "INSERT INTO service_secret (name, mark, sealed) VALUES (:name, :mark, '')"
    " ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, sealed = '', sealed_at = NULL"
)
"""Several machines may start at the same time."""
KEPT, LOST, UNKNOWN = "kept", "lost", "unknown"
"""Whether the codes in a backup are made with this service's secret, with another one, or the backup does not say."""


class WrongPassphrase(ValueError):
    """The passphrase does not open the sealed secret."""


def mark(secret: bytes) -> str:
    """Return what tells one secret from another and says nothing else about it."""
    return hmac.digest(secret, b"mark", hashlib.sha256).hex()[:16]


def seal(secret: bytes, passphrase: str) -> str:
    from cryptography.fernet import Fernet

    salt = secrets.token_bytes(16)
    return f"{SCHEME}${urlsafe_b64encode(salt).decode()}${Fernet(_key(passphrase, salt)).encrypt(secret).decode()}"


def unseal(sealed: str, passphrase: str) -> bytes:
    """Decrypt the secret.  Raises `WrongPassphrase`."""
    from cryptography.fernet import Fernet, InvalidToken

    scheme, _, rest = sealed.partition("$")
    salt, _, token = rest.partition("$")
    try:
        if scheme != SCHEME:
            raise WrongPassphrase
        return Fernet(_key(passphrase, urlsafe_b64decode(salt))).decrypt(token.encode())
    except (InvalidToken, ValueError) as error:
        raise WrongPassphrase from error


def _key(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return urlsafe_b64encode(Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(plain(passphrase).encode()))


def note_secret(database: Database, secret: bytes) -> str:
    """Record which secret codes are made with from now on; return what becomes of the earlier ones: `KEPT`, `LOST`, or
    `UNKNOWN` if nothing was recorded.  A sealed secret that is not this one is dropped.
    """
    with database.write() as session:
        found = session.get(ServiceSecret, NAME)
        if found is not None and found.mark == mark(secret):
            return KEPT
        session.connection().execute(NOTE, {"name": NAME, "mark": mark(secret)})
        return UNKNOWN if found is None else LOST


def sealed_at(database: Database) -> int | None:
    """Since when backups hold the secret, in ms since 1970; None if they do not."""
    with database.read() as session:
        found = session.get(ServiceSecret, NAME)
        return found.sealed_at if found is not None else None


@dataclass(frozen=True, slots=True)
class Carried:
    """What a backup carries of codes and links.  ``links``: `KEPT`, `LOST` or `UNKNOWN`; ``sealed``: the secret that
    they were made with, encrypted, or empty; ``counts``: how many there are of each kind.
    """

    links: str
    sealed: str
    counts: Mapping[str, int]


KINDS = ("helpers", "tables", "players", "registrations", "apps", "webhooks", "alerts")
"""What is derived from the secret: the private links of helpers, the codes of tables, the pages of players and of
registrations, the apps of the second factor, the keys of webhooks, and what lets us send to players' browsers.
"""


def carried(path: Path, secret: bytes, now: int) -> Carried:
    """Read what a backup carries of codes and links; ``secret``: this service's.  Raises `BackupUnusable`."""
    counts: Counter[str] = Counter()
    known = sealed = ""
    for part in read_parts(path):
        if part.table == ServiceSecret.__tablename__:
            for row in part.rows:
                of = dict(zip(part.columns, row, strict=True))
                known, sealed = of["mark"], of["sealed"]
        elif part.table in COUNTS:
            counts.update(_kind(part.table, dict(zip(part.columns, row, strict=True)), now) for row in part.rows)
    del counts[""]
    links = UNKNOWN if not known else KEPT if known == mark(secret) else LOST
    return Carried(links, sealed, {kind: counts[kind] for kind in KINDS if counts[kind]})


COUNTS = ("invitation", "player", "registration", "account", "webhook", "alert_channel")


def _kind(table: str, row: Mapping[str, Any], now: int) -> str:
    """Which of `KINDS` a row counts for, or none: links and codes only while they are valid."""
    if table == "invitation":
        valid = row["revoked_at"] is None and row["expires_at"] > now
        return ("tables" if row["table_id"] else "helpers") if valid else ""
    if table == "account":
        return "apps" if row.get("factor_since") is not None else ""
    if table == "alert_channel":
        return "alerts" if row["kind"] == "push" else ""
    return f"{table}s"


def is_set_outside() -> bool:
    """Whether the secret comes from the environment, so that no page can replace it."""
    return bool(os.environ.get("REFEREE_SECRET"))


BEFORE = f"{NAME}-before"
"""The file in the data directory that holds the secret that another one has replaced."""
WAITING = "secret-restored"
"""The file in the data directory that holds the secret to take over once the restore has succeeded."""


def wait_for_restore(data: Path, secret: bytes) -> None:
    """Put a secret where the restore finds it.  Raises OSError."""
    forget_waiting(data)
    with os.fdopen(os.open(data / WAITING, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())


def forget_waiting(data: Path) -> None:
    """Delete a secret that waits for a restore which was not carried out."""
    (data / WAITING).unlink(missing_ok=True)


def take_over(data: Path) -> bytes | None:
    """Make the waiting secret this service's, keep the one before beside it, and return it; None if none waits.

    Raises OSError.
    """
    with suppress(FileNotFoundError):
        secret = (data / WAITING).read_bytes()
        if (data / NAME).exists():
            # Not renamed: were what follows refused, there would be no secret, and the next start would make one.
            (data / BEFORE).write_bytes((data / NAME).read_bytes())
            restrict(data / BEFORE)
        replace_file(data / WAITING, data / NAME)
        restrict(data / NAME)
        return secret
    return None
