"""Commands: make a backup by hand, upload one, and request a restore."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from referee.backup import wanted
from referee.backup.due import Backups
from referee.backup.faults import BackupUnusable
from referee.backup.folder import PART, UPLOADED, Backup, backups, file_name, tidy
from referee.backup.queries import backup_failed, backup_named, confirmation, has_administrator
from referee.backup.read import read_header
from referee.backup.restore import check_usable
from referee.backup.secret import (
    KEPT,
    NAME,
    SHORTEST,
    WrongPassphrase,
    carried,
    forget_waiting,
    is_set_outside,
    mark,
    seal,
    unseal,
    wait_for_restore,
)
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.models import ServiceSecret
from tournaments.typed import plain

LARGEST_UPLOAD = 500_000_000
"""The largest uploaded backup, in bytes."""
LARGEST_RATIO = 100
"""The highest compression ratio accepted: our JSON shrinks to a tenth, a zip bomb to a thousandth."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of an uploaded file.  ``upload``: the id of the upload, 32 lower-case hexadecimal digits chosen by the
    sender; ``offset``: the position of the chunk in the file; ``last``: whether the file ends with it.
    """

    upload: str
    offset: int
    last: bool
    data: bytes


def make_backup(caller: Caller) -> Backup:
    """Make a backup on this machine.  Raises the problems ``not_allowed`` and ``backup_failed``."""
    caller.allow("backup.make")
    try:
        backup = caller.service.part(Backups).begin("hand").result()  # takes seconds: before the transaction
    except OSError as error:
        raise backup_failed(error) from error
    with caller.change() as change:
        change.audit("backup.make", f"backup:{backup.made_at}", name=backup.name)
    return backup


@dataclass(frozen=True, slots=True)
class SealSecret:
    """The passphrase that opens the secret in backups, typed twice."""

    passphrase: Annotated[str, Line(200)]
    again: Annotated[str, Line(200)]


def seal_secret(caller: Caller, given: SealSecret) -> None:
    """Keep the secret in every backup from now on, sealed with a passphrase, so that links and codes go on working
    wherever one is restored.

    Raises the problems ``not_allowed``, ``password_needed``, ``passphrase_short`` and ``passphrase_differs``.
    """
    caller.allow("backup.make")
    caller.confirmed()
    passphrase = plain(given.passphrase)
    if len(passphrase) < SHORTEST:
        raise Problem("passphrase_short", least=SHORTEST)
    if passphrase != plain(given.again):
        raise Problem("passphrase_differs")
    secret = caller.service.settings.secret
    sealed = seal(secret, passphrase)  # takes a tenth of a second: before the transaction
    with caller.change() as change:
        change.session.merge(ServiceSecret(name=NAME, mark=mark(secret), sealed=sealed, sealed_at=change.now))
        change.audit("backup.seal", "service")


@dataclass(frozen=True, slots=True)
class RestoreBackup:
    """The backup to restore, on the machine that responds, the confirmation, and the passphrase of its secret."""

    name: Annotated[str, Line(100), FieldExample("referee-20261121T145803123Z-scheduled.jsonl.gz")]
    typed: Annotated[str, Line(10), "The hours, minutes and seconds in its name.", FieldExample("145803")]
    passphrase: Annotated[
        str, Line(200, 0), "Opens the secret in it, so that its links and codes go on working here; empty: they do not."
    ] = ""


def request_restore(caller: Caller, given: RestoreBackup) -> Backup:
    """Have the service stop, restore a backup of this machine, and start again; return that backup.

    Raises the problems ``not_allowed``, ``not_found``, ``restore_elsewhere`` if the service cannot do it by itself,
    ``restore_unconfirmed``, ``backup_unusable``, ``passphrase_wrong`` and ``secret_elsewhere``.
    """
    caller.allow("backup.restore")
    caller.confirmed()
    settings = caller.service.settings
    backup = backup_named(settings.backups, given.name)
    if not wanted.can_restore():
        raise Problem("restore_elsewhere", name=backup.name)
    if plain(given.typed) != confirmation(backup):
        raise Problem("restore_unconfirmed", code=confirmation(backup))
    try:
        check_usable(backup.path)
        if not has_administrator(backup.path):
            raise BackupUnusable(backup.path, "no_administrator")
        secret = _opened_secret(caller, backup.path, given.passphrase)
    except BackupUnusable as error:
        raise unusable_problem(error) from error
    with caller.change() as change:
        change.audit("backup.restore", f"backup:{backup.made_at}", name=backup.name)
    forget_waiting(settings.data)
    if secret is not None:
        wait_for_restore(settings.data, secret)
    wanted.request_restore(settings, backup.name)
    return backup


def _opened_secret(caller: Caller, path: Path, passphrase: str) -> bytes | None:
    """Open the secret in a backup; None if there is nothing to take over."""
    found = carried(path, caller.service.settings.secret, caller.service.database.now())
    if not plain(passphrase) or not found.sealed or found.links == KEPT:
        return None
    if is_set_outside():
        raise Problem("secret_elsewhere")
    try:
        return unseal(found.sealed, passphrase)
    except WrongPassphrase as error:
        raise Problem("passphrase_wrong") from error


def receive_chunk(caller: Caller, chunk: Chunk) -> Backup | None:
    """Append a chunk to an upload; return the backup once the last chunk is in, None before.

    Raises the problems ``not_allowed``, ``upload_out_of_turn``, ``too_large``, ``backup_unusable`` and
    ``backup_failed``; the upload is then discarded.
    """
    caller.allow("backup.restore")
    folder = caller.service.settings.backups
    part = folder / f"upload-{chunk.upload}{PART}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _append(part, chunk)
        if not chunk.last:
            return None
        backup = _complete_backup(part, folder)
    except OSError as error:
        _drop(part)
        raise backup_failed(error) from error
    except (BackupUnusable, Problem) as error:
        _drop(part)
        raise (unusable_problem(error) if isinstance(error, BackupUnusable) else error) from error
    tidy(folder, caller.service.database.now())
    with caller.change() as change:
        change.audit("backup.import", f"backup:{backup.made_at}", name=backup.name)
    return backup


def unusable_problem(error: BackupUnusable) -> Problem:
    """Return the problem for an unusable backup, without the path of the file."""
    return Problem("backup_unusable", reason=error.told)


def _append(part: Path, chunk: Chunk) -> None:
    if chunk.offset + len(chunk.data) > LARGEST_UPLOAD:
        raise Problem("too_large", most=LARGEST_UPLOAD // 1000)
    flags = os.O_WRONLY | (os.O_CREAT | os.O_EXCL if chunk.offset == 0 else os.O_APPEND)
    try:
        descriptor = os.open(part, flags, 0o600)
    except (FileExistsError, FileNotFoundError) as error:
        raise Problem("upload_out_of_turn") from error
    with os.fdopen(descriptor, "ab") as file:
        if file.tell() != chunk.offset:
            raise Problem("upload_out_of_turn")
        file.write(chunk.data)
        if chunk.last:
            file.flush()
            os.fsync(file.fileno())


def _complete_backup(part: Path, folder: Path) -> Backup:
    """Check a complete upload and give it the name of a backup.  Raises `BackupUnusable` and OSError."""
    check_usable(part, most=part.stat().st_size * LARGEST_RATIO)
    made_at = read_header(part).made_at
    path = folder / file_name(made_at, UPLOADED)
    part.replace(path)
    return next(each for each in backups(folder) if each.path == path)


def _drop(part: Path) -> None:
    with suppress(OSError):
        part.unlink(missing_ok=True)
