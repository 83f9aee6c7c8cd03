"""The codes by which devices are bound to the tables of a round."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee import audit
from referee.access.invitations import CODE_SPAN, is_over, renew
from referee.access.principal import Principal
from referee.models import GameTable, Invitation


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
        if table.id in have:
            continue
        found = session.exec(select(Invitation).where(Invitation.table_id == table.id)).one_or_none()
        if found is None:
            found = Invitation(event_id=table.event_id, table_id=table.id, turn=0, created_at=now, expires_at=now)
        audit.record(
            session, now, who, "invitation.renew", f"invitation:{found.id}", table.event_id, table=table.number
        )
        renew(session, now, found, CODE_SPAN, end_access=False)
