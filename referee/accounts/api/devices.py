"""Devices bound to tables."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlalchemy import func
from sqlmodel import Session, col, select

from referee.accounts.device_codes import end_device
from referee.accounts.invitations import redeemed
from referee.accounts.schemas import DeviceIn, DeviceMade, DevicePage
from referee.core.access.guard import allowed, principal, somebody
from referee.core.access.scope import table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential, Entry, GameTable

blueprint = StrictBlueprint("devices", __name__, url_prefix="/api/v1", description="Devices bound to tables")


def listed(query: dict[str, Any], event_id: str, table_id: str | None = None) -> Response:
    """A page of devices, the latest first; revoked ones too, for what they reported stays."""
    wanted = (
        select(Credential, GameTable, Account)
        .join(GameTable, col(GameTable.id) == Credential.table_id)
        .join(Account, col(Account.id) == Credential.account_id, isouter=True)
        .where(Credential.kind == "device", GameTable.event_id == event_id)
        .order_by(col(Credential.id).desc())
        .limit(query["limit"] + 1)
    )
    if table_id is not None:
        wanted = wanted.where(Credential.table_id == table_id)
    if "cursor" in query:
        wanted = wanted.where(Credential.id < query["cursor"])
    with service().database.read() as session:
        found = session.exec(wanted).all()
        last = last_reports(session, [credential for credential, _, _ in found])
        rows = [as_json(*each, last.get(each[0].id)) for each in found]
    return answer(page(rows, query["limit"], lambda row: str(row["id"])))


def last_reports(session: Session, credentials: list[Credential]) -> dict[str, int]:
    """When each device last reported, by its id, as the logs of the tables say."""
    wanted = (
        select(Entry.credential_id, func.max(Entry.at))
        .where(
            col(Entry.table_id).in_({each.table_id for each in credentials}),
            col(Entry.credential_id).in_([each.id for each in credentials]),
        )
        .group_by(col(Entry.credential_id))
    )
    return {str(credential_id): at for credential_id, at in session.exec(wanted)}


def seen(credential: Credential, last: int | None) -> int | None:
    """When a device was seen last; ``last``: when it last reported."""
    return max(filter(None, (credential.seen_at, last)), default=None)


def as_json(credential: Credential, table: GameTable, by: Account | None, last: int | None) -> dict[str, Any]:
    """A device as it is answered."""
    return {
        "id": credential.id,
        "label": credential.label,
        "event_id": table.event_id,
        "table_id": table.id,
        "table_number": table.number,
        "account_id": credential.account_id,
        "bound_by": by.name if by else None,
        "created_at": credential.created_at,
        "expires_at": credential.expires_at,
        "revoked_at": credential.revoked_at,
        "seen_at": seen(credential, last),
        "last_report_at": last,
    }


@endpoint(
    blueprint,
    "POST",
    "/devices",
    body=DeviceIn,
    gives=DeviceMade,
    status=201,
    fails=(403, 409, 410, 429),
    open_to_all=True,
)
def bind_device(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Bind a device to a table by the table's code.

    409 ``table_bound``: it has as many as it may have; somebody of the desk ends one of them or allows a second.
    Whoever is logged in with the request is kept as the one who bound it.  The token is shown in this answer only.
    """
    done = redeemed(body["code"], for_table=True, who=principal(), label=body.get("label"))
    table = done.opened.table
    assert table is not None
    with service().database.read() as session:
        by = session.get(Account, done.credential.account_id) if done.credential.account_id else None
    return answer({**as_json(done.credential, table, by, None), "token": done.token}, 201)


@endpoint(blueprint, "GET", "/events/<event_id>/devices", query=Page, gives=DevicePage)
def list_devices(query: dict[str, Any], event_id: str) -> Response:
    """The devices of an event."""
    allowed("device.read", event_id)
    return listed(query, event_id)


@endpoint(blueprint, "GET", "/tables/<table_id>/devices", query=Page, gives=DevicePage)
def list_table_devices(query: dict[str, Any], table_id: str) -> Response:
    """The devices of a table."""
    table, _ = table_for("device.read", table_id)
    return listed(query, table.event_id, table_id)


@endpoint(blueprint, "DELETE", "/devices/<credential_id>", gives=None, status=204)
def revoke_device(query: dict[str, Any], credential_id: str) -> Response:
    """Revoke a device: it reports nothing any more, and must be bound anew."""
    somebody()
    database = service().database
    now = database.now()
    with database.write() as session:
        found = session.get(Credential, credential_id)
        table = session.get(GameTable, found.table_id) if found is not None and found.table_id else None
        if table is None:
            raise Problem("not_found", path=credential_id)
        who = allowed("device.revoke", table.event_id)
        assert found is not None
        end_device(session, now, found, table.event_id, who)
    service().principals.forget()
    return Response(status=204)
