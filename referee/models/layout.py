"""What an organizer wants on every printed page of an event, version by version."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import long_text, moment


class LayoutVersion(SQLModel, table=True):
    """A layout of an event; the one with the highest ``number`` is in force.

    ``text``: its TOML, as docs/paper.md describes it.  ``logo``: a PNG or JPEG file in Base64, None for none.
    """

    __tablename__ = "layout_version"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = long_text()
    logo: str | None = long_text(default=None)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
