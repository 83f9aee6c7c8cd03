"""The seatings of an event, version by version: what was drafted, what is public."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.access.principal import Principal
from referee.event.plan import Unit
from referee.models import Seating
from referee.problems import Problem

DRAFT, PUBLISHED, REPLACED = "draft", "published", "replaced"


def versions(session: Session, event_id: str) -> Sequence[Seating]:
    """All versions of the seatings of an event, by first round, the latest first."""
    wanted = select(Seating).where(Seating.event_id == event_id)
    return session.exec(wanted.order_by(col(Seating.first_round), col(Seating.version).desc())).all()


def latest(session: Session, event_id: str, first_round: int, *, hold: bool = False) -> Seating | None:
    """The latest version of the seating that begins with a round.  ``hold``: nobody publishes it until the transaction
    ends.
    """
    wanted = select(Seating).where(Seating.event_id == event_id, Seating.first_round == first_round)
    wanted = wanted.order_by(col(Seating.version).desc()).limit(1)
    if hold:
        wanted = wanted.with_for_update().execution_options(populate_existing=True)
    return session.exec(wanted).first()


def keep(
    session: Session, now: int, event_id: str, unit: Unit, base: int, text: str, who: Principal,
    reason: str | None = None,
) -> Seating:  # fmt: skip
    """Keep a seating as a draft, in place of the draft there was.

    ``text``: as `referee.event.document.write` gives it; ``base``: the version that it was made from, 0 where there was
    none.  Raises the problem ``seating_outdated`` where another is the latest by now.
    """
    last = latest(session, event_id, unit.first, hold=True)
    if (last.version if last else 0) != base:
        raise Problem("seating_outdated", base=base, version=last.version if last else 0)
    if last is not None and last.state == DRAFT:
        last.state = REPLACED
        session.add(last)
    made = Seating(
        event_id=event_id, first_round=unit.first, last_round=unit.last, version=base + 1, document=text,
        author=who.author.name, account_id=who.account_id, made_at=now, reason=reason,
    )  # fmt: skip
    session.add(made)
    try:
        session.flush()
    except IntegrityError as error:  # somebody was quicker
        raise Problem("seating_outdated", base=base, version=base + 1) from error
    return made
