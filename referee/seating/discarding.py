"""Throwing a draft away: what was public stays, and where nothing was, the rounds wait for a draw again."""

from __future__ import annotations

from sqlmodel import col, select

from referee.core.command import Caller
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.models import Seating
from referee.seating.versions import DISCARDED, DRAFT, latest


def discard_draft(caller: Caller, seating_id: str) -> None:
    """Throw the draft of a seating away, with the drafts that it replaced since the last version that was public.

    They stay on record.  Raises the problems ``not_found``, ``not_allowed``, ``seating_outdated`` where another version
    is the latest, and ``seating_public`` for what is no draft.
    """
    with caller.service.database.read() as session:
        caller.allow("seating.change", get_row(session, Seating, seating_id).event_id)
    with caller.change() as change:
        seating = change.row(Seating, seating_id)
        newest = latest(change.session, seating.event_id, seating.first_round, lock=True)
        if newest is None or newest.id != seating.id:
            raise Problem("seating_outdated", base=seating.version, version=newest.version if newest else 0)
        if seating.state != DRAFT:
            raise Problem("seating_public", version=seating.version)
        of_unit = select(Seating).where(
            Seating.event_id == seating.event_id, Seating.first_round == seating.first_round
        )
        for each in change.session.exec(of_unit.order_by(col(Seating.version).desc())):
            if each.published_at is not None:
                break
            each.state = DISCARDED
            change.session.add(each)
        change.audit(
            "seating.change", f"seating:{seating.id}", seating.event_id, discarded=seating.first_round,
            version=seating.version,
        )  # fmt: skip
        change.notify(seating.event_id)
