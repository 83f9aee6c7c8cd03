"""The layout of an event's papers: kept version by version, read, and bent for one printing."""

from __future__ import annotations

import base64
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.database.database import Database
from referee.core.problems import Problem
from referee.models import Event, LayoutVersion
from rulesets.languages import LANGUAGES
from tournaments.fault import Fault, Faulty
from tournaments.paper.page.layout import Layout, parse
from tournaments.paper.page.logo import prepared

PAPERS = {"a4": "A4", "letter": "Letter"}
"""Sizes of paper, by the name that they are asked for."""


class Same(Enum):
    """Stands for the logo that there is."""

    SAME = "same"


SAME = Same.SAME


class Brought(NamedTuple):
    """A layout to keep: its TOML, its logo as it is kept, and whether the text shows one."""

    text: str
    logo: str | Same | None
    shows_logo: bool


def last(session: Session, event_id: str) -> LayoutVersion | None:
    """The layout in force, or None where the event has none of its own."""
    wanted = select(LayoutVersion).where(LayoutVersion.event_id == event_id)
    return session.exec(wanted.order_by(col(LayoutVersion.number).desc()).limit(1)).first()


def layout_of(session: Session, event: Event) -> Layout:
    """The layout of an event; without one of its own, its name on A4."""
    found = last(session, event.id)
    if found is None:
        return Layout(dict.fromkeys(LANGUAGES, event.name))
    return read(found.text, unpacked(found.logo))


def read(text: str, logo: bytes | None) -> Layout:
    """A layout from its TOML; its logo is the one picture that is kept, whatever its name.  Raises `Faulty`."""
    return parse(text, lambda _name: logo)


def bent(layout: Layout, *, paper: str | None, large: bool | None, draft: str) -> Layout:
    """The layout for one printing.  ``paper`` and ``large`` go before what it says; ``draft``: what is on every page
    and card."""
    if paper is not None:
        layout = replace(layout, paper=PAPERS[paper])
    if large is not None:
        layout = replace(layout, print="large" if large else "normal")
    return replace(layout, draft=draft)


def brought(database: Database, event_id: str, text: str, logo: bytes | Same | None) -> Brought:
    """A layout that somebody brings, read and its logo made ready: all that takes long, before `keep`.

    ``logo``: None for none, `SAME` for the one there is.  Raises `Faulty`.
    """
    if isinstance(logo, Same):
        with database.read() as session:
            there = last(session, event_id)
        picture = unpacked(there.logo) if there else None
    else:
        picture = prepared(logo) if logo else None
    layout = read(text, picture)
    return Brought(text, logo if isinstance(logo, Same) else packed(picture), layout.logo is not None)


def keep(session: Session, now: int, who: Principal, event_id: str, given: Brought) -> LayoutVersion:
    """Keep a layout as the one in force; the same again changes nothing.

    Raises the problem ``not_found``, and `Faulty` where the logo that it has was taken away in the meantime.
    """
    if session.get(Event, event_id, with_for_update={"key_share": True}, populate_existing=True) is None:
        raise Problem("not_found", path=event_id)
    before = last(session, event_id)
    picture = (before.logo if before else None) if isinstance(given.logo, Same) else given.logo
    if given.shows_logo and picture is None:
        raise Faulty([Fault("logo", "paper_logo_gone")])
    if before is not None and (before.text, before.logo) == (given.text, picture):
        return before
    made = LayoutVersion(
        event_id=event_id, number=before.number + 1 if before else 1, text=given.text, logo=picture,
        author=who.author.name, account_id=who.account_id, made_at=now,
    )  # fmt: skip
    session.add(made)
    session.flush()
    audit.record(session, now, who, "layout.change", f"event:{event_id}", event_id, number=made.number)
    return made


def packed(logo: bytes | None) -> str | None:
    """A logo as it is kept."""
    return base64.b64encode(logo).decode() if logo else None


def unpacked(logo: str | None) -> bytes | None:
    """A logo as it was given."""
    return base64.b64decode(logo) if logo else None
