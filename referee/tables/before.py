"""What a table's devices have told of reports that they could not send: for the desk, and for the device after."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.database.database import Database
from referee.models import Credential


@dataclass(frozen=True, slots=True)
class BeforeView:
    """A device that is no longer bound to a table, with how many reports it had not sent when it was last heard of.

    ``at``: when that was, in ms since 1970.
    """

    id: str
    label: str
    unsent: int
    at: int


def note_unsent(database: Database, credential_id: str, count: int) -> None:
    """Note how many reports a device has not sent; nothing is written if that is known."""
    with database.read() as session:
        device = session.get(Credential, credential_id)
    if device is None or device.unsent == count:
        return
    with database.write() as session:
        device = session.get_one(Credential, credential_id)
        device.unsent = count
        device.seen_at = database.now()
        session.add(device)


def device_before(session: Session, table_id: str) -> BeforeView | None:
    """The device that was unbound from a table last, if it had told of unsent reports."""
    query = (
        select(Credential)
        .where(Credential.table_id == table_id, Credential.kind == "device", col(Credential.revoked_at).is_not(None))
        .order_by(col(Credential.revoked_at).desc())
        .limit(1)
    )
    found = session.exec(query).first()
    if found is None or not found.unsent:
        return None
    return BeforeView(found.id, found.label, found.unsent, found.seen_at or found.created_at)
