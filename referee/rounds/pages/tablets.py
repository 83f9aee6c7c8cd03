"""The tablets of a round: the QR codes that bind them to tables, those that are bound, and unbinding them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from sqlmodel import Session

from referee.accounts.commands.invitations import (
    AllowDevices,
    MakeCode,
    change_code,
    make_code,
    make_codes,
    revoke_device,
)
from referee.accounts.credentials import bound_devices
from referee.accounts.invitations import link, table_codes
from referee.accounts.queries import last_reports, last_seen
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.format import round_name
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import local_time
from referee.models import Credential, GameTable, Invitation, Round
from referee.rounds.queries import round_view
from referee.tables.left_behind import left_at

blueprint = Blueprint("tablets", __name__)


@blueprint.get("/events/<event_id>/rounds/<round_id>/codes")
def show_codes(event_id: str, round_id: str) -> str:
    return page(event_id, round_id)


def page(event_id: str, round_id: str, problem: dict[str, object] | None = None) -> str:
    allowed("invitation.read", event_id)
    event = event_for("event.read", event_id)
    database = service().database
    now = database.now()
    with database.read() as session:
        found = round_view(session, within(session, Round, round_id, event_id), now)
        codes_by_table = table_codes(session, now, [each.table for each in found.tables])
        tablets = tablets_of(session, now, [each.table.id for each in found.tables])
        left = left_at(session, [each.table.id for each in found.tables])
    links = {table_id: link(invitation) for table_id, invitation in codes_by_table.items()}
    return framed(
        "rounds/codes.html",
        event,
        round=found.round,
        name=round_name(found.round.number, found.round, language()),
        tables=[
            TabletRow(
                each.table.id,
                each.table.number,
                each.players,
                codes_by_table.get(each.table.id),
                links.get(each.table.id, ""),
                [tablet for tablet in tablets if tablet.table == each.table.id],
                [Left(view.label, len(view.items) - view.logged, moment(view.at, now)) for view in left[each.table.id]],
            )
            for each in found.tables
        ],
        problem=problem,
    )


@dataclass(frozen=True, slots=True)
class Tablet:
    """A device that is bound to a table.  ``bound``: since when; ``seen``: when it was last heard from;
    ``unsent``: how many reports it had told of then that it could not send.
    """

    id: str
    table: str | None
    label: str
    bound: str
    seen: str
    unsent: int


@dataclass(frozen=True, slots=True)
class TabletRow:
    """A table with its code and its tablets.  ``code``: None if it has none in force; ``link``: its address then."""

    id: str
    number: int
    players: Sequence[str]
    code: Invitation | None
    link: str
    tablets: Sequence[Tablet]
    left: Sequence[Left]


@dataclass(frozen=True, slots=True)
class Left:
    """What a device has left at the service and nobody has taken up: whose, how many reports, since when."""

    label: str
    count: int
    at: str


def tablets_of(session: Session, now: int, table_ids: Iterable[str]) -> list[Tablet]:
    devices = bound_devices(session, now, table_ids)
    last = last_reports(session, devices)
    return [
        Tablet(
            each.id,
            each.table_id,
            each.label,
            moment(each.created_at, now),
            moment(last_seen(each, last.get(each.id)) or each.created_at, now),
            each.unsent,
        )
        for each in devices
    ]


def moment(at: int, now: int) -> str:
    """Format a moment in the hall's time, with the day unless it is today."""
    shown, today = map(local_time, (at, now))
    return shown.strftime("%H:%M" if shown.date() == today.date() else "%m-%d %H:%M")


@blueprint.post("/events/<event_id>/rounds/<round_id>/codes")
@form_view(page)
def post_codes(event_id: str, round_id: str) -> str:
    """Carry out a button: ``do`` is make (the missing codes), new (a new code for a ``table``), two or one (allow so
    many tablets for it), or end (unbind a ``device``).
    """
    allowed("device.revoke" if request.form.get("do") == "end" else "invitation.change", event_id)
    carry_out(event_id, round_id)
    return f"/events/{event_id}/rounds/{round_id}/codes"


def carry_out(event_id: str, round_id: str) -> None:
    """Carry out an action.  Raises the problem ``not_found``."""
    form = request.form
    allowed("event.read", event_id)
    with service().database.read() as session:
        within(session, Round, round_id, event_id)
        device = session.get(Credential, form.get("device", ""))
    match form.get("do", "make"):
        case "end":
            in_round(event_id, round_id, device.table_id if device is not None else None)
            revoke_device(caller(), form.get("device", ""))
        case "make":
            make_codes(caller(), event_id, round_id)
        case "new":
            make_code(caller(), in_round(event_id, round_id, form.get("table")), MakeCode())
        case "two" | "one" as many:
            devices = AllowDevices(2 if many == "two" else 1)
            change_code(caller(), in_round(event_id, round_id, form.get("table")), devices)


def in_round(event_id: str, round_id: str, table_id: str | None) -> str:
    """Return the id of a table if it belongs to the round.  Raises the problem ``not_found``."""
    with service().database.read() as session:
        table = within(session, GameTable, table_id or "", event_id)
    if table.round_id != round_id:
        raise Problem("not_found", path=table.id)
    return table.id
