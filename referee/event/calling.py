"""Calling a judge or the arbiter to a table, and thinking better of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlmodel import Session, select

from referee import audit
from referee.access.principal import Principal
from referee.event.answering import refuse_over, step
from referee.event.call_state import WITHDRAWN, CallState
from referee.event.calls import call_state, held, held_call, open_call
from referee.field_faults import Fault, invalid
from referee.models import Call, CallLine, Entry


class Called(NamedTuple):
    """A call as it stands now, and whether it had been made before under the same client id."""

    state: CallState
    repeated: bool


def call(session: Session, now: int, who: Principal, table_id: str, given: Mapping[str, Any]) -> Called:
    """Call somebody to a table; while a call of the table is open, it is joined.

    ``given``: in the form of `referee.api.schemas.call.CallIn`.  Raises the problems ``not_found``, and ``invalid``
    where ``refused`` is no refused entry of the table's log.
    """
    table = held(session, table_id)
    known = select(CallLine).where(CallLine.table_id == table_id, CallLine.client_id == given["client_id"])
    if (line := session.exec(known).first()) is not None:
        return Called(call_state(session, line.call_id), True)
    refused = given.get("refused")
    if refused is not None:
        entry = session.get(Entry, (table_id, refused))
        if entry is None or entry.accepted:
            raise invalid(Fault("refused", "entry_not_refused", {"seq": refused}))
    found = open_call(session, table_id)
    if found is None:
        made = Call(event_id=table.event_id, table_id=table_id, called_at=now)
        session.add(made)
        session.flush()
    else:
        made = found.call
        now = max(now, found.last_at + 1)
    session.add(
        CallLine(
            call_id=made.id, table_id=table_id, client_id=given["client_id"], wants=given["kind"], about=given["about"],
            text=given.get("text", ""), seq=table.seq, refused=refused, author=who.author.name,
            account_id=who.account_id, credential_id=who.credential_id, at=now,
        )
    )  # fmt: skip
    wanted = {"kind": given["kind"], "about": given["about"]}
    audit.record(session, now, who, "call.make", f"call:{made.id}", table.event_id, table=table_id, **wanted)
    session.flush()
    return Called(call_state(session, made.id), False)


def withdraw(session: Session, now: int, who: Principal, call_id: str) -> CallState:
    """The table has no need of it any more.  Raises the problems ``not_found`` and ``call_over``."""
    found = held_call(session, call_id)
    refuse_over(found)
    return step(session, now, who, found, WITHDRAWN)
