"""The layout of an event's papers: read, made ready to be kept, and changed for one printing."""

from __future__ import annotations

import base64
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.core.database.database import Database
from referee.core.language import text
from referee.core.pages.format import day_written
from referee.events.pictures import LOGO, SPONSOR, files_of, pictures_of
from referee.models import Event, LayoutVersion
from rulesets.languages import LANGUAGES
from tournaments.paper.page.layout import Layout, parse
from tournaments.paper.page.logo import prepared

PAPERS = {"a4": "A4", "letter": "Letter"}
"""Sizes of paper by name."""


class Same(Enum):
    """Stands for the logo that there is."""

    SAME = "same"


SAME = Same.SAME


class PreparedLayout(NamedTuple):
    """A layout to keep: its TOML, its logo as it is kept, and whether the text shows one."""

    text: str
    logo: str | Same | None
    shows_logo: bool


def last(session: Session, event_id: str) -> LayoutVersion | None:
    """The layout in force, or None where the event has none of its own."""
    query = select(LayoutVersion).where(LayoutVersion.event_id == event_id)
    return session.exec(query.order_by(col(LayoutVersion.number).desc()).limit(1)).first()


def layout_of(session: Session, event: Event) -> Layout:
    """The layout of an event; without one of its own, its name on A4.

    Logo, sponsors and day that it leaves unsaid are those of the event's pages.
    """
    found = last(session, event.id)
    layout = read(found.text, unpacked(found.logo)) if found else Layout(dict.fromkeys(LANGUAGES, event.name))
    sponsors = ", ".join(each.name for each in pictures_of(session, event.id) if each.kind == SPONSOR)
    if sponsors and not layout.sponsor:
        line = {each: f"{text(each, 'event_sponsors')}: {sponsors}" for each in LANGUAGES}
        layout = replace(layout, sponsor=line)
    if event.held_on and not layout.date:
        layout = replace(layout, date={each: day_written(each, event.held_on) for each in LANGUAGES})
    if layout.logo is None:
        layout = replace(layout, logo=next((file for _, file in files_of(session, event.id, LOGO)), None))
    return layout


def read(text: str, logo: bytes | None) -> Layout:
    """A layout from its TOML; its logo is the one picture that is kept, whatever its name.  Raises `Faulty`."""
    return parse(text, lambda _name: logo)


def with_options(layout: Layout, *, paper: str | None, large: bool | None, draft: str) -> Layout:
    """The layout for one printing.  ``paper`` and ``large`` go before what it says; ``draft``: what is on every page
    and card."""
    if paper is not None:
        layout = replace(layout, paper=PAPERS[paper])
    if large is not None:
        layout = replace(layout, print="large" if large else "normal")
    return replace(layout, draft=draft)


def prepare_layout(database: Database, event_id: str, text: str, logo: bytes | Same | None) -> PreparedLayout:
    """A layout that is given, read and its logo made ready: all that takes long, before it is kept.

    ``logo``: None for none, `SAME` for the one there is.  Raises `Faulty`.
    """
    if isinstance(logo, Same):
        with database.read() as session:
            before = last(session, event_id)
        picture = unpacked(before.logo) if before else None
    else:
        picture = prepared(logo) if logo else None
    layout = read(text, picture)
    return PreparedLayout(text, logo if isinstance(logo, Same) else packed(picture), layout.logo is not None)


def packed(logo: bytes | None) -> str | None:
    """A logo as it is kept."""
    return base64.b64encode(logo).decode() if logo else None


def unpacked(logo: str | None) -> bytes | None:
    """A logo as it was given."""
    return base64.b64decode(logo) if logo else None
