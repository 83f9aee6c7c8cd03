"""Clocks: what moved them, what falls due by them, and the service's own."""

from __future__ import annotations

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Activation(SQLModel, table=True):
    """Something that moved a clock: of a round (``table_id`` None) or of one table (``round_id`` None).

    ``kind``: start, pause, extend; ``span``: how much an extension adds, in milliseconds, and may take away again.
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
    """Something that happens at a table once its clock gets there.

    ``kind``: ``time_up``, or ``warning-N``, N seconds before.  ``due_at`` is None while the clock stands still.
    ``fired_at``: when it happened; then it does not happen again, unless the time-up is taken back, which begins
    the next ``turn``.
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
    """What is added to the wall clock (``correction``), because it was put forward or back while rounds ran.

    ``seen_at``: a moment, not long ago, by this clock, and ``passed`` what the steady clock of a machine said then
    (`referee.core.steady_clock`), counted from the start of the machine that ``boot`` names.
    """

    __tablename__ = "service_clock"

    name: str = Field(primary_key=True, max_length=20)
    correction: int = moment(default=0)
    seen_at: int = moment()
    passed: int = moment()
    boot: str = Field(default="", max_length=36)
