"""The time zone of what a request is about: that of its event, whatever zone the machine is in."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rulesets.languages import language as settings_of

LONGEST_NAME = 40


class Held(Protocol):
    """An event.  ``zone``: the name of its time zone, empty if it was never given; ``language``: its own."""

    zone: str
    language: str


@cache
def named_zone(name: str) -> ZoneInfo | None:
    """A time zone by its name, such as `Asia/Tokyo`; None if there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@cache
def machine_zone() -> tzinfo:
    import tzlocal  # noqa: PLC0415

    try:
        return tzlocal.get_localzone()
    except (ZoneInfoNotFoundError, ValueError, OSError):  # such as TZ=JST-9
        return datetime.now().astimezone().tzinfo or UTC


def usual_zone(language: str) -> str:
    """The zone of a new event: the machine's, or if that is UTC, as in data centres, where its language is at home.

    Empty if neither has a name: then the machine's clock is shown.
    """
    own = machine_zone()
    name = getattr(own, "key", "")
    away = datetime.now(own).utcoffset() == datetime.now(UTC).utcoffset() and "UTC" in str(own).upper()
    return (away and settings_of(language).zone) or name


def zone_of(event: Held) -> tzinfo:
    return named_zone(event.zone) or named_zone(usual_zone(event.language)) or machine_zone()


def is_about(event_id: str | None) -> None:
    """Note the event that the current request is about: its pages show its time."""
    from flask import g, has_request_context  # noqa: PLC0415

    if event_id is not None and has_request_context() and g.get("about_event") != event_id:
        g.about_event = event_id
        g.pop("zone", None)


def zone() -> tzinfo:
    """The time zone of the event that the current request is about; without one, the machine's."""
    if "flask" not in sys.modules:  # as in `referee.core.language`
        return machine_zone()
    from flask import g, has_request_context  # noqa: PLC0415

    if not has_request_context() or "about_event" not in g:
        return machine_zone()
    if "zone" not in g:
        from referee.core.service import service  # noqa: PLC0415
        from referee.models import Event  # noqa: PLC0415

        with service().database.read() as session:
            event = session.get(Event, g.about_event)
        g.zone = zone_of(event) if event is not None else machine_zone()
    found: tzinfo = g.zone
    return found


def local_time(at: int) -> datetime:
    """A moment (ms since 1970) in the zone of what the current request is about."""
    return datetime.fromtimestamp(at / 1000, zone())


def zone_name() -> str:
    """The name of that zone for browsers; empty if it has none, which means the device's own."""
    return str(getattr(zone(), "key", ""))
