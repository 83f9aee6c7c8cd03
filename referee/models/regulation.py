"""The regulations that an event was held by, each as it was from then on."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import long_text, moment


class RegulationVersion(SQLModel, table=True):
    """A regulation of an event; the one with the highest ``number`` is in force.

    ``text``: its TOML; ``fingerprint``: of what stands in it.  ``reason``: why it was changed after the first round had
    started; each such change is a deviation.
    """

    __tablename__ = "regulation_version"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = long_text()
    fingerprint: str = Field(max_length=64)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    reason: str | None = long_text(default=None)
