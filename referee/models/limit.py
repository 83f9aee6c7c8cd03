"""Rate limits, counted where all processes see them."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import moment


class Limit(SQLModel, table=True):
    """How often ``name`` (what is limited, and for whom) was asked for since the window ``opened_at``."""

    __tablename__ = "rate_limit"

    name: str = Field(primary_key=True, max_length=200)
    opened_at: int = moment()
    count: int
