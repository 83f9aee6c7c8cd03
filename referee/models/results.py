"""Results and the counts at the table behind them, points by hand, decisions."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import Step, key, long_text, moment


class TableResult(SQLModel, table=True):
    """A version of a table's result; the highest confirmed version counts, and none is ever deleted.

    ``source``: log, sheet, points or list.  ``entered``: JSON, what was entered (the counted sheet, the points; for a
    log its seq and hash).  ``players``: JSON list, what follows from it: each player as
    `tournaments.result.PlayerResult`, and ``dice`` thrown for a bonus.  ``notes``: why it was accepted or corrected.
    ``confirmed_how``: one of `referee.results.confirming.WAYS`, None before, and where nobody wrote it down.
    """

    __tablename__ = "table_result"
    __table_args__ = (UniqueConstraint("table_id", "version"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    version: int
    source: str = Field(max_length=10)
    entered: str = long_text()
    players: str = long_text()
    notes: str | None = long_text(default=None)
    entered_by: str = Field(max_length=200)
    entered_account_id: str | None = Field(default=None, max_length=18)
    entered_credential_id: str | None = Field(default=None, max_length=18)
    entered_at: int = moment()
    confirmed_by: str | None = Field(default=None, max_length=200)
    confirmed_account_id: str | None = Field(default=None, max_length=18)
    confirmed_credential_id: str | None = Field(default=None, max_length=18)
    confirmed_at: int | None = moment(default=None)
    confirmed_how: str | None = Field(default=None, max_length=20)


class DecisionMade(SQLModel, table=True):
    """A decision, with the fields of `tournaments.decision.Decision`: ``about`` names the question, ``by`` says how it
    was decided, ``players`` is the JSON list of the players' ids, best first.  The latest about a question counts.
    """

    __tablename__ = "decision"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    about: str = Field(max_length=200)
    by: str = Field(max_length=40)
    players: str = long_text()
    details: str = long_text(default="{}")
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    withdrawn_at: int | None = moment(default=None)


class Adjustment(SQLModel, table=True):
    """Points added or deducted by hand.  ``points``: an exact number as text, such as ``-500`` or ``7/2``; ``round``:
    the round that they belong to, None: the event as a whole.
    """

    __tablename__ = "adjustment"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    player_id: str = Field(foreign_key="player.id", max_length=18)
    round: int | None = None
    points: str = Field(max_length=40)
    reason: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    withdrawn_at: int | None = moment(default=None)


class CountStep(Step, table=True):
    """A step of a player in the final count of a table.  Written once, never changed; the latest of each kind counts.

    ``kind``: counted (the player's ``cash``, None to forget it), agreed (to the ``sheet``), or withdrawn.  ``sheet``:
    the hash of what the player's sheet said, from which a change of the log makes another one.  ``by_link``: whether it
    was done with the player's own link or code, and not at the table's device.  ``signature``: as drawn, or empty.
    ``client_id``: chosen by the client, so that sending it twice is idempotent.
    """

    __tablename__ = "count_step"
    __table_args__ = (UniqueConstraint("table_id", "client_id"),)

    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    player_id: str = Field(foreign_key="player.id", max_length=18)
    client_id: str = Field(max_length=64)
    seq: int
    sheet: str = Field(max_length=64)
    cash: int | None = None
    by_link: bool
    signature: str = long_text(default="")
