"""The request and response schemas of events, regulations and the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from marshmallow import ValidationError, validates, validates_schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import DayField, Line, Lines, Page, Strict
from referee.core.zone import LONGEST_NAME, named_zone
from referee.events.pictures import LOGO, SPONSOR
from referee.events.queries import AuditView, EventView
from referee.events.regulation import KeyChange, RegulationHead, RegulationView, VersionView
from rulesets.languages import FIRST, LANGUAGES, NAMES
from tournaments.toml_text import LONGEST_TEXT

OFFERED = tuple(NAMES)


def language_field(**options: Any) -> fields.String:
    """Return a field for one of the service's languages."""
    about = {"description": f"{', '.join(OFFERED[:-1])} or {OFFERED[-1]}", "example": FIRST}
    return fields.String(validate=validate.OneOf(LANGUAGES), metadata=about, **options)


class EventsQuery(Page):
    """Which events to list."""

    archived = fields.Boolean(load_default=False, metadata={"description": "Whether to include archived events."})


class EventIn(Strict):
    """A new event."""

    name = Line(required=True, metadata={"example": "第30回モノポリー日本選手権"})
    language = language_field(load_default=FIRST)
    copy_of = Line(
        18,
        metadata={
            "description": "The id of an event from which to copy regulation, place, timetable, staff and layout."
        },
    )


class EventChange(Strict):
    """Changes of an event."""

    name = Line()
    language = language_field()
    archived = fields.Boolean(truthy={True}, falsy={False})
    held_on = DayField(
        metadata={"description": "The day of the event, as in 2026-11-22; empty: not set.", "example": "2026-11-22"}
    )
    venue = Line(200, 0)
    organizer = Line(200, 0)
    timetable = Lines(4000, metadata={"description": "One line for each item."})
    description = Lines(4000)
    zone = Line(
        LONGEST_NAME, metadata={"description": "The time zone that the event is held in.", "example": "Asia/Tokyo"}
    )

    @validates("zone")
    def is_zone(self, value: str, **_more: Any) -> None:
        """Check that there is such a time zone."""
        if named_zone(value) is None:
            raise ValidationError("not_zone")


class PictureIn(Strict):
    """The details of a picture that is uploaded."""

    kind = fields.String(required=True, validate=validate.OneOf((LOGO, SPONSOR)))
    name = Line(200, required=True)
    link = Line(300, 0, load_default="")

    @validates("link")
    def is_address(self, value: str, **_more: Any) -> None:
        """Check that the value is a web address, or empty."""
        if value and not (value.startswith(("https://", "http://")) and urlsplit(value).hostname):
            raise ValidationError("not_web_address")


EventOut = answer_schema(EventView, "EventOut")
EventPage = list_schema(EventOut, "EventPage")


class RegulationIn(Strict):
    """A regulation to adopt: a shipped one by its name, or a text."""

    shipped = Line(100, metadata={"description": "The name of a shipped regulation.", "example": "jma-national-2012"})
    text = Lines(LONGEST_TEXT, metadata={"description": "TOML, as described in docs/regulations.md."})
    reason = Lines(
        2000,
        metadata={"description": "The reason for a change; required once the first round has started (a deviation)."},
    )

    @validates_schema
    def one_of_both(self, data: Any, **_more: Any) -> None:
        """Check that exactly one of the two is given."""
        if ("shipped" in data) == ("text" in data):
            raise ValidationError("not_one_regulation")


HEAD: Mapping[str, str] = {"titles": "The titles by language.", "sources": "The addresses of its sources."}
ShippedRow = answer_schema(RegulationHead, "ShippedRow", **HEAD)
ShippedPage = list_schema(ShippedRow, "ShippedPage")
RegulationOut = answer_schema(
    RegulationView,
    "RegulationOut",
    **HEAD,
    number="The number of the version, from 1.",
    locked="Whether the first round has started, so that a change is a deviation.",
    text="Its TOML text, including comments.",
    content=fields.Dict(required=True, metadata={"description": "Its contents as JSON."}),
)
KeyChangeOut = answer_schema(KeyChange, "KeyChange", path=About(example="points.rule[2].at_most"))
VersionOut = answer_schema(
    VersionView,
    "VersionOut",
    titles=None,
    deviates="Whether it was made after the first round had started.",
    changes=About("The changes from the previous version, key by key.", schema=KeyChangeOut),
)
VersionPage = list_schema(VersionOut, "VersionPage")
AuditOut = answer_schema(
    AuditView,
    "AuditOut",
    action=About(example="member.give"),
    target=About(example="account:01k3v9x2m4aaaaaaaa"),
)
AuditPage = list_schema(AuditOut, "AuditPage")
