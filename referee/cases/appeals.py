"""Appeals against a ruling: made in time, withdrawn, and settled by the head judge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from referee.cases.opening import refuse_over, step
from referee.cases.queries import held_case
from referee.cases.ruling import Ruled, known_by, rule
from referee.cases.ruling_effect import place, prepare
from referee.cases.state import APPEAL_WITHDRAWN, APPEALED, CHANGED, UPHELD, CaseState, decision_of
from referee.core.access.principal import Principal
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import word
from referee.core.problems import Problem
from referee.core.service import Service


def appeal(session: Session, now: int, who: Principal, case_id: str, given: Mapping[str, Any]) -> CaseState:
    """Appeal against a ruling for a player; the same client id again is the same appeal.

    ``given``: in the form of `referee.cases.schemas.given.AppealIn`.  Raises the problems ``not_found``, ``invalid``,
    ``case_undecided``, ``case_withdrawn``, ``appeal_final``, ``appeal_twice``, ``appeal_agreed`` (JMA/REF-4) and
    ``appeal_too_late``.
    """
    found = held_case(session, case_id)
    seat = given["player"]
    if found.knows(given["client_id"], APPEALED, seat=seat):
        return found
    if seat not in found.seats:
        raise invalid(Fault("player", "seat_unknown", {"given": seat, "seats": ", ".join(found.seats)}))
    if not given["text"].strip():
        raise invalid(Fault("text", "missing", {}))
    if found.first is None:
        refuse_over(found)
        raise Problem("case_undecided", name=found.name)
    if found.settled is not None:
        raise Problem("appeal_final", name=found.name, by=found.settled.author)
    if seat in found.appeals:
        raise Problem("appeal_twice", name=found.name, player=seat)
    if seat in decision_of(found.first).agreed:
        raise Problem("appeal_agreed", name=found.name, player=seat)
    if seat not in found.may_appeal(now):
        raise Problem("appeal_too_late", name=found.name, why=over_because(found))
    return step(session, now, who, found.case, APPEALED, given["text"], seat=seat, client_id=given["client_id"])


def over_because(found: CaseState) -> str:
    """Why a ruling cannot be appealed against any more, or never could."""
    until, ruled = found.until(), found.first
    if until is None or ruled is None or decision_of(ruled).appeal_until <= ruled.at:
        return word("rulings_late_never")
    at = datetime.fromtimestamp(until / 1000).strftime("%H:%M")
    return word("rulings_late_published", until=at) if until == found.published else word("rulings_late_time", until=at)


def withdraw_appeal(session: Session, now: int, who: Principal, case_id: str, seat: str) -> CaseState:
    """Withdraw the appeal of a player that waits.  Raises the problems ``not_found`` and ``no_appeal``."""
    found = held_case(session, case_id)
    if seat not in found.waiting:
        raise Problem("no_appeal", name=found.name)
    return step(session, now, who, found.case, APPEAL_WITHDRAWN, seat=seat)


def settle_appeal(service: Service, who: Principal, case_id: str, given: Mapping[str, Any]) -> CaseState:
    """Decide about the appeals that wait: the ruling is upheld, or another one comes on top of it; both are final.

    A penalty that the ruling gave is cancelled with it; time that it gave stays given, and the position is for the new
    one to say.  ``given``: in the form of `referee.cases.schemas.given.AppealSettledIn`.  The same client id again is
    the same decision.  Raises the problems ``not_found``, ``invalid``, ``no_appeal``, ``appeal_own_ruling`` to whoever
    ruled, and those of `referee.cases.ruling.rule`.
    """
    new = given.get("decision")
    prepare(service, case_id)
    with service.database.write() as session:
        at = place(service, session, who, case_id, new["effect"] if new else NOTHING)
        found = at.case
        if found.knows(given["client_id"], UPHELD, CHANGED):
            return found
        if not found.waiting or found.first is None:
            raise Problem("no_appeal", name=found.name)
        if found.first.account_id == who.account_id:
            raise Problem("appeal_own_ruling", name=found.name, by=found.first.author)
        if not given["reasons"].strip():
            raise invalid(Fault("reasons", "missing", {}))
        if new:
            ruled = rule(at, new, CHANGED, given["client_id"], given["reasons"])
        else:
            upheld = step(session, at.now, who, found.case, UPHELD, given["reasons"], client_id=given["client_id"])
            ruled = Ruled(upheld, None, None)
    known_by(service, ruled)
    return ruled.state


NOTHING = {"kind": "none"}
"""The effect of a ruling that is upheld."""
