"""The seatings of an event, version by version: what was drafted, what is public."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from referee.core.command import Change
from referee.core.problems import Problem
from referee.events.plan import Unit
from referee.models import Seating
from tournaments.seating.file import SCHEDULE, content, dump, fingerprint, parse
from tournaments.seating.schedule import Schedule


class Document(NamedTuple):
    """A seating.  ``kind``: ``schedule`` where the tables were drawn and can be drawn again, else what they follow
    from: self_chosen, rotation, rotation_by_place, ranked, qualifiers.  The rounds of the schedule count from its own
    first.
    """

    kind: str
    schedule: Schedule


def write(document: Document) -> str:
    """The text that is stored: of a drawn schedule, the file that `referee seating check` recomputes."""
    if document.kind == SCHEDULE:
        return dump(document.schedule)
    whole = {"kind": document.kind, **content(document.schedule)}
    return json.dumps({**whole, "fingerprint": fingerprint(whole)}, ensure_ascii=False) + "\n"


@lru_cache(10)
def read(text: str) -> Document:
    """A seating from the text that is stored."""
    filed = parse(text)
    return Document(filed.kind, filed.schedule)


@lru_cache(20)
def fingerprint_of(text: str) -> str:
    """The fingerprint of a stored seating."""
    return str(json.loads(text)["fingerprint"])


DRAFT, PUBLISHED, REPLACED, DISCARDED = "draft", "published", "replaced", "discarded"


def versions(session: Session, event_id: str) -> Sequence[Seating]:
    """All versions of the seatings of an event, by first round, the latest first; drafts that were thrown away left
    out.
    """
    query = select(Seating).where(Seating.event_id == event_id, Seating.state != DISCARDED)
    return session.exec(query.order_by(col(Seating.first_round), col(Seating.version).desc())).all()


def latest(session: Session, event_id: str, first_round: int, *, lock: bool = False) -> Seating | None:
    """The latest version of the seating that begins with a round.  ``lock``: until the transaction ends."""
    query = select(Seating).where(
        Seating.event_id == event_id, Seating.first_round == first_round, Seating.state != DISCARDED
    )
    query = query.order_by(col(Seating.version).desc()).limit(1)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return session.exec(query).first()


def add_draft(change: Change, event_id: str, unit: Unit, base: int, text: str, reason: str | None = None) -> Seating:
    """Add a seating as a draft, in place of the draft there was.

    ``text``: as `write` gives it; ``base``: the version that it was made from, 0 where there was none.  Raises the
    problem ``seating_outdated`` where another is the latest by now.
    """
    session, author = change.session, change.author
    last = latest(session, event_id, unit.first, lock=True)
    if (last.version if last else 0) != base:
        raise Problem("seating_outdated", base=base, version=last.version if last else 0)
    if last is not None and last.state == DRAFT:
        last.state = REPLACED
        session.add(last)
    ever = select(func.max(Seating.version)).where(Seating.event_id == event_id, Seating.first_round == unit.first)
    number = (session.exec(ever).one() or 0) + 1  # those thrown away keep theirs
    seating = Seating(
        event_id=event_id, first_round=unit.first, last_round=unit.last, version=number, document=text,
        author=author.name, account_id=author.account_id, made_at=change.now, reason=reason,
    )  # fmt: skip
    session.add(seating)
    try:
        session.flush()
    except IntegrityError as error:  # somebody was quicker
        raise Problem("seating_outdated", base=base, version=number) from error
    return seating
