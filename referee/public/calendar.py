"""An event as an iCalendar file (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

PRODUCT = "-//monopoly-referee//event//EN"


def calendar_file(
    event_id: str, name: str, held_on: str, venue: str, description: str, timetable: str, url: str, zone: str, now: int
) -> str:
    """Return the event as an iCalendar file with one all-day entry.

    ``held_on``: an ISO date; ``zone``: the name of the event's time zone; ``now``: ms since 1970.  The entry has no
    hours, because the timetable is free text: it is added to the description.
    """
    from icalendar import Calendar
    from icalendar import Event as Entry

    day = date.fromisoformat(held_on)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if zone:
        calendar.add("x-wr-timezone", zone)
    entry = Entry()
    entry.add("uid", f"{event_id}@monopoly-referee")
    entry.add("dtstamp", datetime.fromtimestamp(now // 1000, UTC))
    entry.add("dtstart", day)
    entry.add("dtend", day + timedelta(days=1))
    entry.add("summary", name)
    if venue:
        entry.add("location", venue)
    if text := "\n\n".join(each.strip() for each in (description, timetable) if each.strip()):
        entry.add("description", text)
    entry.add("url", url)
    calendar.add_component(entry)
    return str(calendar.to_ical(), "utf-8")
