"""The versions of an event's seatings, drafted and published, and the text that they are stored as."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from referee.core.command import Change
from referee.core.problems import Problem
from referee.core.stale import SEATS, note_made
from referee.events.plan import Unit
from referee.models import Made, Seating
from tournaments.seating.file import dump, parse
from tournaments.seating.schedule import Schedule


class Document(NamedTuple):
    """A stored seating.  ``kind``: ``schedule`` if the tables were drawn, and the draw can be repeated; otherwise what
    they are derived from: self_chosen, rotation, rotation_by_place, ranked, qualifiers; or prepared, if somebody
    brought them in.  The schedule numbers its rounds from 1.
    """

    kind: str
    schedule: Schedule


def write(document: Document) -> str:
    """Serialize a seating for storage: a drawn one as the file that `referee seating check` recomputes."""
    return dump(document.schedule, document.kind)


@lru_cache(10)
def read(text: str) -> Document:
    """Parse a stored seating."""
    filed = parse(text)
    return Document(filed.kind, filed.schedule)


@lru_cache(20)
def fingerprint_of(text: str) -> str:
    return str(json.loads(text)["fingerprint"])


DRAFT, PUBLISHED, REPLACED, DISCARDED = "draft", "published", "replaced", "discarded"


def versions(session: Session, event_id: str) -> Sequence[Seating]:
    """All versions of an event's seatings but discarded drafts, by first round, latest first."""
    query = select(Seating).where(Seating.event_id == event_id, Seating.state != DISCARDED)
    return session.exec(query.order_by(col(Seating.first_round), col(Seating.version).desc())).all()


def latest(session: Session, event_id: str, first_round: int, *, lock: bool = False) -> Seating | None:
    """The latest version of the seating that begins with a round.  ``lock``: lock it until the transaction ends."""
    query = select(Seating).where(
        Seating.event_id == event_id, Seating.first_round == first_round, Seating.state != DISCARDED
    )
    query = query.order_by(col(Seating.version).desc()).limit(1)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return session.exec(query).first()


def note_same_origin(change: Change, before: Seating, draft: Seating) -> None:
    """Note that a draft was made from the same results as an earlier version: it was only changed by hand."""
    note = change.session.get(Made, (before.event_id, SEATS, before.id))
    if note is not None:
        note_made(change, draft.event_id, SEATS, draft.id, json.loads(note.content))


Then: TypeAlias = Callable[[Change, str], None]
"""What becomes of a draft, by its id, within the change that it is made in."""


def add_draft(change: Change, event_id: str, unit: Unit, base: int, text: str, reason: str | None = None) -> Seating:
    """Add a seating as a draft, replacing the current draft.

    ``text``: from `write`; ``base``: the version on which it is based, 0 for none.  Raises the problem
    ``seating_outdated`` if another version is the latest by now.
    """
    session, author = change.session, change.author
    last = latest(session, event_id, unit.first, lock=True)
    if (last.version if last else 0) != base:
        raise Problem("seating_outdated", base=base, version=last.version if last else 0)
    if last is not None and last.state == DRAFT:
        last.state = REPLACED
        session.add(last)
    ever = select(func.max(Seating.version)).where(Seating.event_id == event_id, Seating.first_round == unit.first)
    number = (session.exec(ever).one() or 0) + 1  # discarded drafts keep their numbers
    seating = Seating(
        event_id=event_id,
        first_round=unit.first,
        last_round=unit.last,
        version=number,
        document=text,
        author=author.name,
        account_id=author.account_id,
        made_at=change.now,
        reason=reason,
    )
    session.add(seating)
    try:
        session.flush()
    except IntegrityError as error:  # another request was faster
        raise Problem("seating_outdated", base=base, version=number) from error
    return seating
