"""The layout of an event's papers: reading it, preparing it for storage, and adapting it to one printing."""

from __future__ import annotations

import base64
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.core.database.database import Database
from referee.core.language import text
from referee.core.pages.format import shown_day
from referee.events.pictures import LOGO, SPONSOR, picture_files, pictures_of
from referee.models import Event, LayoutVersion
from rulesets.languages import LANGUAGES
from tournaments.paper.page.layout import Layout, parse

PAPERS = {"a4": "A4", "a3": "A3", "letter": "Letter"}
"""Paper sizes by name."""


class Same(Enum):
    """A sentinel: keep the current logo."""

    SAME = "same"


SAME = Same.SAME


class PreparedLayout(NamedTuple):
    """A layout ready to be stored: its TOML, its logo in Base64, and whether the text shows a logo."""

    text: str
    logo: str | Same | None
    shows_logo: bool


def last(session: Session, event_id: str) -> LayoutVersion | None:
    """The layout in force, or None if the event has none of its own."""
    query = select(LayoutVersion).where(LayoutVersion.event_id == event_id)
    return session.exec(query.order_by(col(LayoutVersion.number).desc()).limit(1)).first()


def layout_of(session: Session, event: Event) -> Layout:
    """The layout of an event; by default its name on A4.

    Logo, sponsors and date are those of the event's pages unless the layout sets them.
    """
    found = last(session, event.id)
    layout = read(found.text, decoded_logo(found.logo)) if found else Layout(dict.fromkeys(LANGUAGES, event.name))
    sponsors = ", ".join(each.name for each in pictures_of(session, event.id) if each.kind == SPONSOR)
    if sponsors and not layout.sponsor:
        line = {each: f"{text(each, 'event_sponsors')}: {sponsors}" for each in LANGUAGES}
        layout = replace(layout, sponsor=line)
    if event.held_on and not layout.date:
        layout = replace(layout, date={each: shown_day(event.held_on, each) for each in LANGUAGES})
    elif layout.date:
        layout = replace(layout, date={each: shown_day(day, each) for each, day in layout.date.items()})
    if layout.logo is None:
        layout = replace(layout, logo=next((file for _, file in picture_files(session, event.id, LOGO)), None))
    return layout


def read(text: str, logo: bytes | None) -> Layout:
    """Parse a layout's TOML; its logo is the stored one, by whatever name the text calls it.  Raises `Faulty`."""
    return parse(text, lambda _name: logo)


def with_options(layout: Layout, *, paper: str | None, large: bool | None, draft: str) -> Layout:
    """The layout for one printing.  ``paper``, ``large``: override it; ``draft``: the remark on every page and card."""
    if paper is not None:
        layout = replace(layout, paper=PAPERS[paper])
    if large is not None:
        layout = replace(layout, print="large" if large else "normal")
    return replace(layout, draft=draft)


def prepare_layout(database: Database, event_id: str, text: str, logo: bytes | Same | None) -> PreparedLayout:
    """Parse a new layout and prepare its logo: the slow part, done before the transaction that stores it.

    ``logo``: None for no logo, `SAME` to keep the current one.  Raises `Faulty`.
    """
    if isinstance(logo, Same):
        with database.read() as session:
            before = last(session, event_id)
        picture = decoded_logo(before.logo) if before else None
    else:
        from tournaments.paper.page.logo import prepared

        picture = prepared(logo) if logo else None
    layout = read(text, picture)
    return PreparedLayout(text, logo if isinstance(logo, Same) else encoded_logo(picture), layout.logo is not None)


def encoded_logo(logo: bytes | None) -> str | None:
    return base64.b64encode(logo).decode() if logo else None


def decoded_logo(logo: str | None) -> bytes | None:
    return base64.b64decode(logo) if logo else None
