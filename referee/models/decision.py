"""What people decided about the order of an event: playoffs, votes, dice, and points by hand."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class DecisionMade(SQLModel, table=True):
    """A decision, as `tournaments.decision.Decision` has it: ``about`` names the question, ``by`` how it was decided,
    ``players`` is the JSON list of the players' ids, the best first.  The latest about a question counts.
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
    """Points given or taken by hand.  ``points``: an exact number as text, such as ``-500`` or ``7/2``; ``round``: of
    which round they are, None: of the event as a whole.
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
