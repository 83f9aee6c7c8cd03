"""The regulation that an event is held by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.events.plan import keep_up
from referee.events.queries import held
from referee.models import Event, RegulationVersion
from tournaments.qualification.who import Group
from tournaments.regulation.deviation import Change, deviation
from tournaments.regulation.load import load_text
from tournaments.regulation.regulation import Regulation


class Known(NamedTuple):
    """What a list of players has to know of the regulation: ``flags`` besides the usual ones; ``team_size``: None where
    teams may differ, or where there are none.
    """

    flags: tuple[str, ...] = ()
    team_size: int | None = None


class Version(NamedTuple):
    """A version of an event's regulation, and what changed against the one before, key by key.

    ``deviates``: whether it was made after the first round had started.
    """

    row: RegulationVersion
    changes: tuple[Change, ...]
    deviates: bool


def in_force(session: Session, event_id: str) -> RegulationVersion:
    """The version of an event's regulation that is in force.  Raises the problem ``no_regulation``."""
    found = last(session, event_id)
    if found is None:
        raise Problem("no_regulation")
    return found


def last(session: Session, event_id: str) -> RegulationVersion | None:
    """The version in force, or None while there is none."""
    wanted = select(RegulationVersion).where(RegulationVersion.event_id == event_id)
    return session.exec(wanted.order_by(col(RegulationVersion.number).desc()).limit(1)).first()


def regulation_of(session: Session, event_id: str) -> Regulation:
    """The regulation of an event.  Raises the problem ``no_regulation``."""
    return read(in_force(session, event_id).text)


@lru_cache(50)
def read(text: str) -> Regulation:
    """A regulation from its TOML.  Raises `tournaments.fault.Faulty` with every fault."""
    return load_text(text)


def known(session: Session, event_id: str) -> Known:
    """What a list of players has to know of the event's regulation; nothing while there is none."""
    found = last(session, event_id)
    if found is None:
        return Known()
    regulation = read(found.text)
    flags = {flag for bonus in regulation.points.bonuses for flag in bonus.when.flags | bonus.when.without}
    steps = regulation.qualification.steps if regulation.qualification else ()
    flags |= {step.who.group for step in steps if isinstance(step.who, Group)}
    teams = regulation.teams
    return Known(tuple(sorted(flags)), teams.size if teams is not None and teams.least == teams.size else None)


def adopt(
    session: Session, now: int, who: Principal, event_id: str, text: str, reason: str | None = None
) -> RegulationVersion:
    """Let an event be held by another regulation from now on; the same text again changes nothing.

    ``reason``: why, needed once the first round has started; the change is a deviation then.  Raises `Faulty` with
    every fault of the text, and the problems ``not_found`` and ``regulation_locked``.
    """
    regulation = read(text)
    event = held(session, event_id)
    before = last(session, event_id)
    if before is not None and before.text == text:
        return before
    if event.locked_at is not None and not reason:
        raise Problem("regulation_locked")
    made = RegulationVersion(
        event_id=event_id, number=before.number + 1 if before else 1, text=text, fingerprint=regulation.fingerprint,
        author=who.author.name, account_id=who.account_id, made_at=now, reason=reason or None,
    )  # fmt: skip
    session.add(made)
    session.flush()
    keep_up(session, event, regulation)
    audit.record(
        session, now, who, "regulation.change", f"event:{event_id}", event_id,
        number=made.number, name=regulation.name, version=regulation.version, fingerprint=regulation.fingerprint,
        reason=made.reason, deviation=event.locked_at is not None,
    )  # fmt: skip
    return made


def versions(session: Session, event: Event) -> list[Version]:
    """All versions of an event's regulation, the first one first."""
    wanted = select(RegulationVersion).where(RegulationVersion.event_id == event.id)
    rows = session.exec(wanted.order_by(col(RegulationVersion.number))).all()
    contents = [read(row.text).content for row in rows]
    # One more than there are rows where there is none.
    changes = [(), *(deviation(old, new) for old, new in pairwise(contents))]
    return [
        Version(row, found, event.locked_at is not None and row.made_at >= event.locked_at)
        for row, found in zip(rows, changes, strict=False)
    ]


def plain(value: object) -> object:
    """A value of a regulation's file as JSON has it: an exact decimal is the shortest number that prints the same."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(each) for each in value]
    if isinstance(value, Decimal) and value.is_finite():
        return int(value) if value == int(value) else float(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)
