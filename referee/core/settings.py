"""Where the service keeps its data and how it runs: read once from the environment."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from referee.core.files import restrict_data
from tournaments.typed import whole

LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning")


class SettingsFault(ValueError):
    """A setting that cannot be used: which one, what it says, and what would be right."""


class MailServer(NamedTuple):
    """The SMTP server that sends our e-mail.  ``scheme``: smtps for TLS from the start; smtp for STARTTLS, which may be
    missing only if there is no password to protect.  ``user`` and ``password``: may be empty; ``sender``: the address
    that e-mail is sent from.
    """

    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str


class Settings(NamedTuple):
    """``data``: the data directory, for the embedded database, backups, the secret and certificates.

    ``database_url``: an SQLAlchemy URL; SQLite in the data directory unless the environment says otherwise.
    ``secret``: the key that codes and form tokens are derived from; the same on all machines of one service.
    ``public_url``: the URL at which people and tablets reach the service, without a trailing slash, or None.
    ``listening``: the URL that the service listens on; without a public URL, links use its port and this machine's
    addresses.
    ``behind_proxy``: how many proxies in front set ``X-Forwarded-*``; 0 trusts none.
    ``backup_copy``: a folder that every backup is copied to, such as one on a USB stick, or None.
    ``log_format``: text or json; ``log_level``: debug, info or warning.
    ``runtime``: the folder of the runtime that judges on devices; None: where `referee runtime` puts it.
    ``mail``: the server that sends e-mail; None: no e-mail is sent.
    ``webhooks_local``: whether news may be sent to addresses in the hall's own network, and without https.
    """

    data: Path
    database_url: str
    secret: bytes
    public_url: str | None = None
    behind_proxy: int = 0
    backup_copy: Path | None = None
    log_format: str = "text"
    log_level: str = "info"
    listening: str = "http://0.0.0.0:8000"
    runtime: Path | None = None
    mail: MailServer | None = None
    webhooks_local: bool = False

    @property
    def backups(self) -> Path:
        return self.data / "backups"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the environment; create the data directory and the secret if they are missing.

    ``REFEREE_DATA`` (a directory, ``data`` in the working directory by default), ``REFEREE_DATABASE_URL``,
    ``REFEREE_SECRET`` (at least 32 characters; else the file ``secret`` in the data directory), ``REFEREE_PUBLIC_URL``,
    ``REFEREE_LISTENING``, ``REFEREE_BEHIND_PROXY``, ``REFEREE_BACKUP_COPY``, ``REFEREE_LOG_FORMAT``,
    ``REFEREE_LOG_LEVEL``, ``REFEREE_RUNTIME``, ``REFEREE_MAIL``, ``REFEREE_MAIL_FROM``,
    ``REFEREE_WEBHOOKS_LOCAL``.  Raises `SettingsFault`.
    """
    data = Path(environment.get("REFEREE_DATA") or "data").expanduser().resolve()
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsFault(
            f"REFEREE_DATA: the directory {data} cannot be made ({error.strerror}); name one that can be written"
        ) from error
    restrict_data(data)
    secret = environment.get("REFEREE_SECRET", "")
    if secret and len(secret) < 32:
        raise SettingsFault("REFEREE_SECRET: at least 32 characters are needed; `openssl rand -hex 32` makes some")
    public = environment.get("REFEREE_PUBLIC_URL", "").rstrip("/")
    if public and not public.startswith(("http://", "https://")):
        raise SettingsFault(f"REFEREE_PUBLIC_URL: {public!r} must begin with http:// or https://")
    return Settings(
        data,
        database_url(environment.get("REFEREE_DATABASE_URL"), data),
        secret.encode() if secret else load_secret(data / "secret"),
        public or None,
        whole_number("REFEREE_BEHIND_PROXY", environment.get("REFEREE_BEHIND_PROXY", "0"), 0, 5),
        backup_copy_folder(environment.get("REFEREE_BACKUP_COPY", ""), data),
        one_of("REFEREE_LOG_FORMAT", environment.get("REFEREE_LOG_FORMAT", "text"), LOG_FORMATS),
        one_of("REFEREE_LOG_LEVEL", environment.get("REFEREE_LOG_LEVEL", "info"), LOG_LEVELS),
        listening_url(environment.get("REFEREE_LISTENING") or "http://0.0.0.0:8000"),
        Path(runtime).expanduser().resolve() if (runtime := environment.get("REFEREE_RUNTIME")) else None,
        mail_server(environment.get("REFEREE_MAIL", ""), environment.get("REFEREE_MAIL_FROM", "")),
        whole_number("REFEREE_WEBHOOKS_LOCAL", environment.get("REFEREE_WEBHOOKS_LOCAL", "0"), 0, 1) == 1,
    )


def database_url(given: str | None, data: Path) -> str:
    """The database URL: SQLite, or PostgreSQL through psycopg.  Raises `SettingsFault` for any other."""
    if not given:
        return f"sqlite:///{data / 'referee.db'}"
    scheme, separator, rest = given.partition("://")
    if separator and scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if separator and scheme == "sqlite" and rest.startswith("/") and ":memory:" not in rest:
        return given
    raise SettingsFault(
        "REFEREE_DATABASE_URL: postgresql://user:password@host/name or sqlite:////a/file.db is expected"
    )


def backup_copy_folder(given: str, data: Path) -> Path | None:
    """The folder that backups are copied to.  It need not exist now: a USB stick comes and goes.  Raises
    `SettingsFault`.
    """
    if not given:
        return None
    folder = Path(given).expanduser()
    if not folder.is_absolute() or folder.resolve().is_relative_to(data):
        raise SettingsFault(
            f"REFEREE_BACKUP_COPY: {given!r} must be the full path of a folder that is not in the data directory,"
            " such as /media/me/STICK/referee"
        )
    return folder


def mail_server(given: str, sender: str) -> MailServer | None:
    """The server that sends e-mail.  Raises `SettingsFault`, which does not repeat a password."""
    if not given:
        return None
    with suppress(ValueError):  # for an invalid port
        at = urlsplit(given)
        if at.scheme in ("smtp", "smtps") and at.hostname and at.path in ("", "/"):
            if not is_mail_address(sender):
                raise SettingsFault(f"REFEREE_MAIL_FROM: {sender!r} must be an address, such as desk@example.org")
            port = at.port or (465 if at.scheme == "smtps" else 587)
            return MailServer(
                at.scheme, at.hostname, port, unquote(at.username or ""), unquote(at.password or ""), sender
            )
    raise SettingsFault("REFEREE_MAIL: smtps://user:password@host, or smtp://user:password@host:587, is expected")


MAIL_ADDRESS = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{3,190}$)[a-z0-9-]+(\.[a-z0-9-]+)+", re.I | re.A)


def is_mail_address(given: str) -> bool:
    """Whether this looks like an ordinary e-mail address."""
    return len(given) <= 200 and MAIL_ADDRESS.fullmatch(given) is not None


def listening_url(given: str) -> str:
    """The URL that the service listens on.  Raises `SettingsFault` if it is not valid."""
    with suppress(ValueError):  # for an invalid port
        at = urlsplit(given)
        if at.scheme in ("http", "https") and at.hostname and at.port != 0 and not at.path:
            return given
    raise SettingsFault(f"REFEREE_LISTENING: {given!r} must be scheme, address and port, as http://0.0.0.0:8000")


def whole_number(name: str, given: str, least: int, most: int) -> int:
    """Parse a whole number from the environment.  Raises `SettingsFault`."""
    number = whole(given, least, most)
    if number is not None:
        return number
    raise SettingsFault(f"{name}: {given!r} must be a whole number from {least} to {most}")


def one_of(name: str, given: str, choices: tuple[str, ...]) -> str:
    """Return a setting that is one of the choices.  Raises `SettingsFault`."""
    if given in choices:
        return given
    raise SettingsFault(f"{name}: {given!r} must be one of {', '.join(choices)}")


def load_secret(path: Path) -> bytes:
    """Read the secret from a file that only its owner can read; create it on the first start."""
    with suppress(FileNotFoundError):
        return path.read_bytes()
    part = path.with_name(f"secret-{secrets.token_hex(8)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_hex(32).encode())
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):  # another process was first: its secret is used
        os.link(part, path)
    part.unlink()
    return path.read_bytes()
