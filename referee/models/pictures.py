"""Pictures of an event: its logo, and those of its sponsors."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class EventPicture(SQLModel, table=True):
    """A picture.  ``kind``: logo (one at most) or sponsor, in the order of ``position``; ``name``: what it says to who
    cannot see it; ``link``: where a sponsor's leads, or empty.  ``data``: the file (PNG or JPEG) in base64, as it was
    written anew here; ``sha256`` of it.
    """

    __tablename__ = "event_picture"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    kind: str = Field(max_length=10)
    position: int
    name: str = Field(max_length=200)
    link: str = Field(default="", max_length=300)
    media: str = Field(max_length=20)
    width: int
    height: int
    data: str = long_text()
    sha256: str = Field(max_length=64)
    made_at: int = moment()
