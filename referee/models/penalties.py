"""Penalties: what a player did, which step of the regulation was applied, and what was done about it since."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import Step, key, long_text, moment


class Penalty(SQLModel, table=True):
    """A penalty of a player.  Written once, never changed; its state follows from its steps
    (`referee.penalties.state`).

    ``table_id``: of the game that it belongs to; ``entry``: the entry of the table's log that it is about; ``call_id``:
    the call that it came from.  ``category`` and ``step``: keys of the regulation; ``rule``: JSON, a copy of both, so
    that a later change of the regulation does not alter penalties already given.  ``round``: the last round that had
    begun (0: none), or that of the table.  ``clauses``: a JSON list of ids.
    """

    __tablename__ = "penalty"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    player_id: str = Field(foreign_key="player.id", max_length=18, index=True)
    table_id: str | None = Field(default=None, foreign_key="game_table.id", max_length=18)
    entry: int | None = None
    call_id: str | None = Field(default=None, foreign_key="call.id", max_length=18)
    category: str = Field(max_length=40)
    step: str = Field(max_length=40)
    rule: str = long_text()
    round: int
    facts: str = long_text()
    reason: str = long_text()
    clauses: str = long_text(default="[]")
    given_at: int = moment()


class PenaltyStep(Step, table=True):
    """What was done about a penalty.

    ``kind``: proposed (given; in force at once if no sign-off is needed), signed_off, cancelled, noted (by the
    player).  ``note``: why it was cancelled, or what the player said.  ``dropped_before``: if the step put the player
    out of the event, the round after which they would have left anyway (None: not at all).
    """

    __tablename__ = "penalty_step"

    penalty_id: str = Field(foreign_key="penalty.id", max_length=18, index=True)
    dropped_before: int | None = None
