"""Commands that create, change and delete events and adopt their regulations."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated

from marshmallow import ValidationError
from sqlmodel import col, delete, select

from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample, IfGiven, Language
from referee.core.http.schemas import Line, Lines
from referee.core.problems import Problem
from referee.core.zone import LONGEST_NAME, named_zone, usual_zone
from referee.events.plan import remove_unplanned_rounds, update_drafted_rounds
from referee.events.queries import EventView, lock_event
from referee.events.regulation import RegulationView, latest_version, parse_regulation, regulation_view
from referee.models import (
    Account,
    Activation,
    Adjustment,
    Assignment,
    Call,
    Case,
    DecisionMade,
    Event,
    EventChain,
    EventPicture,
    GameTable,
    HallFloor,
    Invitation,
    LayoutVersion,
    LeftBehind,
    Letter,
    ListColumns,
    Membership,
    Notice,
    Penalty,
    Player,
    PlayerMerge,
    Playoff,
    Precedent,
    Prize,
    Projector,
    PublicPages,
    Registration,
    RegistrationForm,
    RegulationVersion,
    Round,
    Seating,
    TableNote,
    TableResult,
    VenueTaken,
    Webhook,
    WebhookDelivery,
    new_id,
)
from rulesets.languages import FIRST
from tournaments.regulation import shipped
from tournaments.toml_text import LONGEST_TEXT
from tournaments.typed import Day


@dataclass(frozen=True, slots=True)
class CreateEvent:
    """A new event."""

    name: Annotated[str, Line(), FieldExample("第30回モノポリー日本選手権")]
    language: Language = FIRST
    copy_of: IfGiven[
        Annotated[
            str, Line(18), "The id of an event from which to copy regulation, place, timetable, staff and layout."
        ]
    ] = None


@dataclass(frozen=True, slots=True)
class ChangeEvent:
    """Changes of an event."""

    name: IfGiven[Annotated[str, Line()]] = None
    language: IfGiven[Language] = None
    archived: IfGiven[bool] = None
    held_on: IfGiven[
        Annotated[str, Day(), "The day of the event, as in 2026-11-22; empty: not set.", FieldExample("2026-11-22")]
    ] = None
    venue: IfGiven[Annotated[str, Line(200, 0)]] = None
    organizer: IfGiven[Annotated[str, Line(200, 0)]] = None
    tax_number: IfGiven[
        Annotated[
            str,
            Line(30, 0),
            "The number under which the organizer is registered as an issuer of invoices, printed on receipts.",
            FieldExample("T1234567890123"),
        ]
    ] = None
    timetable: IfGiven[Annotated[str, Lines(4000), "One line for each item."]] = None
    description: IfGiven[Annotated[str, Lines(4000)]] = None
    zone: IfGiven[
        Annotated[str, Line(LONGEST_NAME), "The time zone that the event is held in.", FieldExample("Asia/Tokyo")]
    ] = None

    def __post_init__(self) -> None:
        """Require that there is such a time zone."""
        if self.zone is not None and named_zone(self.zone) is None:
            raise ValidationError({"zone": ["not_zone"]})


EDITABLE_FIELDS = tuple(each.name for each in fields(ChangeEvent) if each.name != "archived")
"""The fields that a change sets to the given value."""
COPIED_FIELDS = ("zone", "venue", "organizer", "tax_number", "timetable", "description")
"""The fields that a copy takes over."""


@dataclass(frozen=True, slots=True)
class AdoptRegulation:
    """A regulation to adopt: a shipped one by its name, or a text."""

    shipped: IfGiven[
        Annotated[str, Line(100), "The name of a shipped regulation.", FieldExample("jma-national-2012")]
    ] = None
    text: IfGiven[Annotated[str, Lines(LONGEST_TEXT), "TOML, as described in docs/regulations.md."]] = None
    reason: IfGiven[
        Annotated[
            str,
            Lines(2000),
            "The reason for a change; required once the first round has started (a deviation).",
        ]
    ] = None

    def __post_init__(self) -> None:
        """Require exactly one of the two."""
        if (self.shipped is None) == (self.text is None):
            raise ValidationError("not_one_regulation")


def create_event(caller: Caller, given: CreateEvent, regulation: str | None = None) -> Event:
    """Create an event, with its own seed for everything that is drawn in it, and adopt a regulation, given as text.

    Raises `Faulty` with every fault of the regulation, and the problems ``not_allowed`` and, because of ``copy_of``,
    ``not_found``.
    """
    caller.allow("event.create")
    if regulation is not None:
        parse_regulation(regulation)  # fills the cache, so that nothing is parsed while others wait to write
    with caller.change() as change:
        event = Event(
            name=given.name,
            language=given.language,
            seed=new_id(),
            created_at=change.now,
            zone=usual_zone(given.language),
        )
        change.session.add(event)
        change.session.flush()
        target = f"event:{event.id}"
        change.audit("event.create", target, event.id, name=given.name, language=given.language)
        if regulation is not None:
            adopt(change, event.id, regulation)
        if given.copy_of is not None:
            _copy(change, event, given.copy_of)
        return event


def _copy(change: Change, event: Event, source_id: str) -> None:
    """Copy the set-up of another event into a new one.  Raises the problems ``not_found`` and ``not_allowed``."""
    session, source = change.session, change.row(Event, source_id)
    change.caller.allow("event.change", source_id)
    for name in COPIED_FIELDS:
        setattr(event, name, getattr(source, name))
    session.add(event)
    version = latest_version(session, source_id)
    if version is not None and latest_version(session, event.id) is None:
        adopt(change, event.id, version.text)
    layouts = select(LayoutVersion).where(LayoutVersion.event_id == source_id)
    latest = session.exec(layouts.order_by(col(LayoutVersion.number).desc()).limit(1)).first()
    if latest is not None:
        session.add(LayoutVersion(**{**latest.model_dump(), "event_id": event.id, "number": 1, "made_at": change.now}))
    floor = session.get(HallFloor, source_id)
    if floor is not None:
        session.add(HallFloor(event_id=event.id, things=floor.things, made_at=change.now))
    for each in session.exec(select(EventPicture).where(EventPicture.event_id == source_id)):
        own = {"id": new_id(), "event_id": event.id, "made_at": change.now}
        session.add(EventPicture(**{**each.model_dump(), **own}))
    staff = select(Membership, Account).where(
        Membership.event_id == source_id, col(Account.id) == col(Membership.account_id), col(Account.login).is_not(None)
    )
    for member, _ in session.exec(staff):
        session.add(
            Membership(account_id=member.account_id, event_id=event.id, role=member.role, created_at=change.now)
        )
    change.audit("event.change", f"event:{event.id}", event.id, copy_of=source_id)


def change_event(caller: Caller, event_id: str, given: ChangeEvent) -> EventView:
    """Change an event: its name, language, day, place and other details, or archive it (``archived``).

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("event.change", event_id)
    changed = {name: value for name, value in asdict(given).items() if value is not None}
    with caller.change() as change:
        event = change.row(Event, event_id)
        for name in EDITABLE_FIELDS:
            if name in changed:
                setattr(event, name, changed[name])
        if given.archived is not None:
            event.archived_at = (event.archived_at or change.now) if given.archived else None
        change.session.add(event)
        change.audit("event.change", f"event:{event_id}", event_id, **changed)
        return event


HISTORY = (
    Player,
    GameTable,
    Seating,
    TableResult,
    DecisionMade,
    Adjustment,
    Penalty,
    Call,
    Case,
    Precedent,
    TableNote,
    LeftBehind,
    Invitation,
    EventChain,
    Registration,
    VenueTaken,
    Playoff,
)
"""An event that has any of these rows cannot be deleted."""
DELETED_WITH_EVENT = (
    EventPicture,
    Letter,
    ListColumns,
    PlayerMerge,
    Webhook,
    Prize,
    Membership,
    RegistrationForm,
    RegulationVersion,
    Round,
    PublicPages,
    Projector,
    HallFloor,
    LayoutVersion,
    Notice,
)
"""Rows that are deleted together with their event."""


def delete_event(caller: Caller, event_id: str) -> None:
    """Delete an event in which nothing has happened.

    409 `event_in_use` for any other event; those can be archived.

    Raises the problems ``not_found``, ``not_allowed`` and ``event_in_use``.
    """
    caller.allow("event.change", event_id)
    with caller.change() as change:
        session, event = change.session, lock_event(change.session, event_id)
        for kind in HISTORY:
            if session.exec(select(kind).where(kind.event_id == event_id).limit(1)).first() is not None:
                raise Problem("event_in_use", name=event.name)
        change.audit("event.delete", f"event:{event_id}", event_id, name=event.name)
        rounds = select(Round.id).where(Round.event_id == event_id)
        for of_round in (Activation, Assignment):
            session.exec(delete(of_round).where(col(of_round.round_id).in_(rounds)))
        hooks = select(Webhook.id).where(Webhook.event_id == event_id)
        session.exec(delete(WebhookDelivery).where(col(WebhookDelivery.webhook_id).in_(hooks)))
        for each in DELETED_WITH_EVENT:
            session.exec(delete(each).where(col(each.event_id) == event_id))
        session.delete(event)


def adopt_regulation(caller: Caller, event_id: str, given: AdoptRegulation) -> RegulationView:
    """Adopt a regulation for an event; adopting the same text again changes nothing.

    Raises `Faulty` with every fault of the text, and the problems ``not_allowed``, ``not_found`` and
    ``regulation_locked``.
    """
    caller.allow("regulation.change", event_id)
    text = regulation_toml(given.shipped, given.text)
    with caller.change() as change:
        version = adopt(change, event_id, text, given.reason)
        return regulation_view(change.session.get_one(Event, event_id), version)


def adopt(change: Change, event_id: str, text: str, reason: str | None = None) -> RegulationVersion:
    """Adopt a regulation within a transaction.

    Raises `Faulty` with every fault of the text, and the problems ``not_found`` and ``regulation_locked``.
    """
    session = change.session
    regulation = parse_regulation(text)
    event = lock_event(session, event_id)
    before = latest_version(session, event_id)
    if before is not None and before.text == text:
        return before
    if event.locked_at is not None and not reason:
        raise Problem("regulation_locked")
    version = RegulationVersion(
        event_id=event_id,
        number=before.number + 1 if before else 1,
        text=text,
        fingerprint=regulation.fingerprint,
        author=change.author.name,
        account_id=change.author.account_id,
        made_at=change.now,
        reason=reason or None,
    )
    session.add(version)
    session.flush()
    if before is not None:
        remove_unplanned_rounds(session, event, parse_regulation(before.text), regulation)
    update_drafted_rounds(session, event, regulation)
    change.audit(
        "regulation.change",
        f"event:{event_id}",
        event_id,
        number=version.number,
        name=regulation.name,
        version=regulation.version,
        fingerprint=regulation.fingerprint,
        reason=version.reason,
        deviation=event.locked_at is not None,
    )
    return version


def regulation_toml(name: str | None, text: str | None) -> str:
    """Return ``text``, or else the text of the shipped regulation called ``name``.

    It is parsed, and thereby cached, before a transaction begins.  Raises `Faulty` with every fault.
    """
    found = shipped.text(name) if text is None and name is not None else text or ""
    parse_regulation(found)
    return found
