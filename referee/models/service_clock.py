"""The service's clock, as its processes agree on it."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import moment

SERVICE = "service"
"""The name of the only row."""


class ServiceClock(SQLModel, table=True):
    """What is added to the wall clock (``correction``), because it was put forward or back while rounds ran.

    ``seen_at``: a moment, not long ago, by this clock, and ``passed`` what the steady clock of a machine said then
    (`referee.storage.steady`), counted from the start of the machine that ``boot`` names.
    """

    __tablename__ = "service_clock"

    name: str = Field(primary_key=True, max_length=20)
    correction: int = moment(default=0)
    seen_at: int = moment()
    passed: int = moment()
    boot: str = Field(default="", max_length=36)
