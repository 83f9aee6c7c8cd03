"""An event's logo and sponsors: pictures uploaded, scaled down, and shown on pages, the projector and paper."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated
from urllib.parse import urlsplit

from marshmallow import ValidationError
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from referee.core.command import Caller
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.events.queries import lock_event
from referee.models import EventPicture

LOGO, SPONSOR = "logo", "sponsor"
MAX_SPONSORS = 12
MEDIA = {"PNG": "image/png", "JPEG": "image/jpeg"}


@dataclass(frozen=True, slots=True)
class AddPicture:
    """A picture to add.  ``name``: what it shows; ``link``: where it leads."""

    kind: Annotated[str, OneOf((LOGO, SPONSOR))]
    name: Annotated[str, Line()]
    link: Annotated[str, Line(300, 0)] = ""

    def __post_init__(self) -> None:
        """Require that a link is a web address."""
        if self.link and not (self.link.startswith(("https://", "http://")) and urlsplit(self.link).hostname):
            raise ValidationError({"link": ["not_web_address"]})


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture as pages show it, without its file.  ``width`` and ``height`` in pixels."""

    id: str
    kind: str
    name: str
    link: str
    width: int
    height: int


def add_picture(caller: Caller, event_id: str, given: AddPicture, content: bytes) -> None:
    """Add a picture to an event: a logo replaces the present one, a sponsor goes after the others.

    Raises `Faulty` if the file is not a printable picture, and the problems ``not_allowed``, ``not_found`` and
    ``sponsors_many``.
    """
    from PIL import Image

    from tournaments.paper.page.logo import prepared

    caller.allow("event.change", event_id)
    file = prepared(content)  # slow, so before anything is locked
    with Image.open(BytesIO(file)) as image:
        size, media = image.size, MEDIA[str(image.format)]
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        there = session.exec(event_pictures_query(event_id)).all()
        sponsors = [each.position for each in there if each.kind == SPONSOR]
        if given.kind == SPONSOR and len(sponsors) >= MAX_SPONSORS:
            raise Problem("sponsors_many", most=MAX_SPONSORS)
        for each in there:
            if given.kind == each.kind == LOGO:
                session.delete(each)
        picture = EventPicture(
            event_id=event_id,
            kind=given.kind,
            name=given.name,
            link=given.link,
            media=media,
            position=max(sponsors, default=0) + 1 if given.kind == SPONSOR else 0,
            width=size[0],
            height=size[1],
            data=base64.b64encode(file).decode(),
            sha256=hashlib.sha256(file).hexdigest(),
            made_at=change.now,
        )
        session.add(picture)
        change.audit("picture.create", f"picture:{picture.id}", event_id, name=given.name, kind=given.kind)


def remove_picture(caller: Caller, event_id: str, picture_id: str) -> None:
    """Remove a picture from an event.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("event.change", event_id)
    with caller.change() as change:
        found = change.row(EventPicture, picture_id)
        if found.event_id != event_id:
            raise Problem("not_found", path=picture_id)
        change.session.delete(found)
        change.audit("picture.delete", f"picture:{picture_id}", event_id, name=found.name)


def event_pictures_query(event_id: str) -> SelectOfScalar[EventPicture]:
    """Return the query for an event's pictures: logo first, then sponsors in order."""
    return (
        select(EventPicture)
        .where(EventPicture.event_id == event_id)
        .order_by(col(EventPicture.kind), col(EventPicture.position), col(EventPicture.id))
    )


def pictures_of(session: Session, event_id: str) -> Sequence[PictureView]:
    """Return an event's pictures without their files: logo first, then sponsors in order."""
    found = session.exec(event_pictures_query(event_id).options(defer(EventPicture.data)))  # type: ignore[arg-type]  # typed as the value
    return [PictureView(each.id, each.kind, each.name, each.link, each.width, each.height) for each in found]


def picture_file(session: Session, event_id: str, picture_id: str) -> tuple[bytes, str]:
    """Return a picture's file and its media type.  Raises the problem ``not_found``."""
    found = session.get(EventPicture, picture_id)
    if found is None or found.event_id != event_id:
        raise Problem("not_found", path=picture_id)
    return base64.b64decode(found.data), found.media


def picture_files(session: Session, event_id: str, kind: str) -> Sequence[tuple[str, bytes]]:
    """Return name and file of an event's logo, or of its sponsors in order, for printed documents."""
    found = [each for each in session.exec(event_pictures_query(event_id)) if each.kind == kind]
    return [(each.name, base64.b64decode(each.data)) for each in found]
