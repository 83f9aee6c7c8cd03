"""The codes by which devices are bound to the tables of a round, and the devices themselves."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.accounts.credentials import revoke
from referee.accounts.invitations import CODE_SPAN, is_over, renew
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Credential, GameTable, Invitation


def codes(session: Session, now: int, tables: Sequence[GameTable]) -> dict[str, Invitation]:
    """The codes in force of some tables, by the table's id."""
    wanted = select(Invitation).where(col(Invitation.table_id).in_([table.id for table in tables]))
    return {each.table_id: each for each in session.exec(wanted) if each.table_id and not is_over(each, now)}


def make_codes(session: Session, now: int, round_id: str, who: Principal) -> None:
    """Give every open table of a round that has none a code for a day; those in force stay."""
    wanted = select(GameTable).where(GameTable.round_id == round_id, GameTable.state == "open")
    tables = session.exec(wanted.with_for_update(key_share=True)).all()
    have = codes(session, now, tables)
    for table in tables:
        if table.id not in have:
            make_code(session, now, table, who)


def make_code(session: Session, now: int, table: GameTable, who: Principal, span: int = CODE_SPAN) -> Invitation:
    """Give a table a code for ``span`` milliseconds, in place of the one there is; the devices that this one has bound
    are over with it.  The caller holds the table, and lets the process forget whom it knew.
    """
    wanted = select(Invitation).where(Invitation.table_id == table.id).with_for_update()
    found = session.exec(wanted).one_or_none()
    if found is None:
        found = Invitation(event_id=table.event_id, table_id=table.id, turn=0, created_at=now, expires_at=now)
    audit.record(session, now, who, "invitation.renew", f"invitation:{found.id}", table.event_id, table=table.number)
    renew(session, now, found, span, end_access=True)
    return found


def allow_devices(session: Session, now: int, table: GameTable, devices: int, who: Principal) -> Invitation:
    """Say how many devices a table's code binds at a time; those that are bound stay.

    Raises the problem ``not_found`` where the table never had a code.
    """
    wanted = select(Invitation).where(Invitation.table_id == table.id).with_for_update()
    found = session.exec(wanted).one_or_none()
    if found is None:
        raise Problem("not_found", path=table.id)
    found.devices = devices
    session.add(found)
    target = f"invitation:{found.id}"
    audit.record(session, now, who, "invitation.change", target, table.event_id, table=table.number, devices=devices)
    return found


def end_device(session: Session, now: int, device: Credential, event_id: str, who: Principal) -> None:
    """End a device: it reports nothing any more, and must be bound anew.  The caller lets the process forget it."""
    audit.record(session, now, who, "device.revoke", f"device:{device.id}", event_id, label=device.label)
    revoke(session, now, col(Credential.id) == device.id)
