"""The regulation of an event, and its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

from sqlmodel import Session, col, select

from referee.core.http.declared import FieldExample
from referee.core.problems import Problem
from referee.models import Event, RegulationVersion
from tournaments.fault import Faulty
from tournaments.qualification.rule import Group
from tournaments.regulation.load import load_text
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.versions import RegulationChange, deviation


@dataclass(frozen=True, slots=True)
class PlayerRules:
    """What a regulation says about players.  ``flags``: its own, besides the usual ones; ``team_size``: None if teams
    may differ in size or there are none; ``stand_in``: whose the results of stand-ins are, None without a regulation.
    """

    flags: tuple[str, ...] = ()
    team_size: int | None = None
    teams: bool = False
    stand_in: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an event's regulation, and its changes from the one before, key by key.

    ``deviates``: whether it was made after the first round had started.
    """

    row: RegulationVersion
    changes: tuple[RegulationChange, ...]
    deviates: bool


@dataclass(frozen=True, slots=True)
class RegulationHead:
    """The name, version and sources of a regulation."""

    name: str
    version: str
    titles: Annotated[Mapping[str, str], "The titles by language."]
    fingerprint: str
    sources: Annotated[Sequence[str], "The addresses of its sources."]


@dataclass(frozen=True, slots=True)
class RegulationView(RegulationHead):
    """The regulation in force."""

    number: Annotated[int, "The number of the version, from 1."]
    locked: Annotated[bool, "Whether the first round has started, so that a change is a deviation."]
    text: Annotated[str, "Its TOML text, including comments."]
    content: Annotated[Mapping[str, Any], "Its contents as JSON."]
    author: str
    made_at: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class KeyChange:
    """A key of a regulation that differs between two versions.  None: it is not set there."""

    path: Annotated[str, FieldExample("points.rule[2].at_most")]
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version of an event's regulation."""

    number: int
    name: str
    version: str
    fingerprint: str
    author: str
    made_at: int
    reason: str | None
    deviates: Annotated[bool, "Whether it was made after the first round had started."]
    changes: Annotated[Sequence[KeyChange], "The changes from the previous version, key by key."]


def in_force(session: Session, event_id: str) -> RegulationVersion:
    """Return the version of an event's regulation that is in force.  Raises the problem ``no_regulation``."""
    found = latest_version(session, event_id)
    if found is None:
        raise Problem("no_regulation")
    return found


def latest_version(session: Session, event_id: str) -> RegulationVersion | None:
    query = select(RegulationVersion).where(RegulationVersion.event_id == event_id)
    return session.exec(query.order_by(col(RegulationVersion.number).desc()).limit(1)).first()


def regulation_of(session: Session, event_id: str) -> Regulation:
    """Return the regulation of an event.  Raises the problem ``no_regulation``."""
    return parse_regulation(in_force(session, event_id).text)


@lru_cache(50)
def parse_regulation(text: str) -> Regulation:
    """Parse the TOML of a regulation, with a cache.  Raises `tournaments.fault.Faulty` with every fault."""
    return load_text(text)


def regulation_name(text: str) -> str:
    """The name of a regulation; empty if its text cannot be read."""
    try:
        return parse_regulation(text).name
    except Faulty:
        return ""


def player_rules(session: Session, event_id: str) -> PlayerRules:
    """Return what the event's regulation says about players; empty while there is none."""
    found = latest_version(session, event_id)
    if found is None:
        return PlayerRules()
    regulation = parse_regulation(found.text)
    flags = {flag for bonus in regulation.points.bonuses for flag in bonus.when.flags | bonus.when.without}
    steps = (step for rule in regulation.finals for step in rule.steps)
    flags |= {step.who.group for step in steps if isinstance(step.who, Group)}
    teams = regulation.teams
    size = teams.size if teams is not None and teams.least == teams.size else None
    return PlayerRules(tuple(sorted(flags)), size, teams is not None, regulation.results.stand_in)


def regulation_view(event: Event, version: RegulationVersion) -> RegulationView:
    regulation = parse_regulation(version.text)
    return RegulationView(
        name=regulation.name,
        version=regulation.version,
        titles=regulation.titles,
        fingerprint=regulation.fingerprint,
        sources=regulation.sources,
        number=version.number,
        locked=event.locked_at is not None,
        text=version.text,
        content=json_value(regulation.content),
        author=version.author,
        made_at=version.made_at,
        reason=version.reason,
    )


def version_view(version: Version) -> VersionView:
    regulation, row = parse_regulation(version.row.text), version.row
    return VersionView(
        number=row.number,
        name=regulation.name,
        version=regulation.version,
        fingerprint=row.fingerprint,
        author=row.author,
        made_at=row.made_at,
        reason=row.reason,
        deviates=version.deviates,
        changes=[KeyChange(each.path, json_value(each.before), json_value(each.after)) for each in version.changes],
    )


def versions(session: Session, event: Event) -> list[Version]:
    """Return all versions of an event's regulation, oldest first."""
    query = select(RegulationVersion).where(RegulationVersion.event_id == event.id)
    rows = session.exec(query.order_by(col(RegulationVersion.number))).all()
    contents = [parse_regulation(row.text).content for row in rows]
    # Without rows there is still one item, which the zip ignores.
    changes = [(), *(deviation(old, new) for old, new in pairwise(contents))]
    return [
        Version(row, found, event.locked_at is not None and row.made_at >= event.locked_at)
        for row, found in zip(rows, changes, strict=False)
    ]


def json_value(value: object) -> Any:
    """Convert a value of a regulation's file to JSON types: a decimal becomes an int if it is whole, else a float."""
    if isinstance(value, Mapping):
        return {str(key): json_value(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [json_value(each) for each in value]
    if isinstance(value, Decimal) and value.is_finite():
        return int(value) if value == int(value) else float(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)
