"""Clocks: the actions on them, their deadlines, and the service's own clock."""

from __future__ import annotations

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Activation(SQLModel, table=True):
    """An action on the clock of a round (``table_id`` None) or of one table (``round_id`` None).

    ``kind``: start, pause, extend; ``span``: how much an extension adds, in milliseconds; negative to shorten.
    """

    __tablename__ = "activation"

    id: str = key()
    round_id: str | None = Field(default=None, foreign_key="round.id", max_length=18, index=True)
    table_id: str | None = Field(default=None, foreign_key="game_table.id", max_length=18, index=True)
    kind: str = Field(max_length=10)
    at: int = moment()
    span: int = moment(default=0)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    reason: str | None = long_text(default=None)


class Deadline(SQLModel, table=True):
    """Something that happens at a table when its clock reaches a certain time.

    ``kind``: ``time_up``, or ``warning-N``, N seconds before that.  ``due_at`` is None while the clock is stopped.
    ``fired_at``: when it happened; it does not happen again unless the time-up is taken back, which increments
    ``turn``.
    """

    __tablename__ = "deadline"
    __table_args__ = (UniqueConstraint("table_id", "kind"), Index("ix_deadline_due", "fired_at", "due_at"))

    id: str = key()
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    kind: str = Field(max_length=20)
    due_at: int | None = moment(default=None)
    fired_at: int | None = moment(default=None)
    turn: int = Field(default=1)


SERVICE = "service"
"""The name of the only row."""


class ServiceClock(SQLModel, table=True):
    """The service's clock: the wall clock plus ``correction``, for when it is set forward or back while rounds run.

    ``seen_at``: a recent time by this clock, and ``passed`` the reading of a machine's steady clock at that moment
    (`referee.core.steady_clock`), counted from the boot that ``boot`` identifies.
    """

    __tablename__ = "service_clock"

    name: str = Field(primary_key=True, max_length=20)
    correction: int = moment(default=0)
    seen_at: int = moment()
    passed: int = moment()
    boot: str = Field(default="", max_length=36)
