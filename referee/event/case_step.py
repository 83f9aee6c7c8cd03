"""Writing a step of a case, with its author."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, func, select

from referee import audit
from referee.access.principal import Principal
from referee.event.case_state import CaseState
from referee.event.cases import case_state
from referee.models import Case, CaseStep


def step(session: Session, now: int, who: Principal, case: Case, kind: str, note: str = "", **more: Any) -> CaseState:
    """Write a step of a case whose table is held; the case as it stands then.

    ``more``: further columns of `referee.models.CaseStep`.
    """
    author = who.author
    last = session.exec(select(func.max(CaseStep.at)).where(CaseStep.case_id == case.id)).one()
    made = CaseStep(
        case_id=case.id, kind=kind, note=note, author=author.name, account_id=author.account_id,
        credential_id=author.credential_id, at=max(now, (last or 0) + 1), **more,
    )  # fmt: skip
    session.add(made)
    said = {"number": case.number, "note": note, **{name: value for name, value in more.items() if name in TOLD}}
    audit.record(session, now, who, f"case.{kind}", f"case:{case.id}", case.event_id, **said)
    session.flush()
    return case_state(session, case.id)


TOLD = ("seat", "entry", "standing")
"""The columns that the audit log names; a decision stands in the log of its table."""
