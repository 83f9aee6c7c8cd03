"""Calls, cases with their precedents, and penalties: each with its steps."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import SignedRow, Step, key, long_text, moment


class Case(SQLModel, table=True):
    """A case at a table.  Everything else follows from its steps (`referee.cases.state`) and from the table's log.

    ``number``: from 1 in the event; 3 is shown as R-3.  ``client_id``: chosen by the client, so that sending it twice
    is idempotent.  ``call_id``: the call that it came from.  ``seq``: the last entry of the table's log when the case
    was opened; ``refused``: the refused entry that it is about.  ``clock`` (untimed, running, paused, stopped or over)
    and ``remaining`` (ms): the state of the table's clock at that time.
    """

    __tablename__ = "ruling_case"
    __table_args__ = (UniqueConstraint("event_id", "number"), UniqueConstraint("table_id", "client_id"))

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    client_id: str = Field(max_length=64)
    call_id: str | None = Field(default=None, foreign_key="call.id", max_length=18)
    seq: int
    refused: int | None = None
    clock: str = Field(max_length=10)
    remaining: int | None = moment(default=None)
    opened_at: int = moment()


def case_name(number: int) -> str:
    return f"R-{number}"


class CaseStep(Step, table=True):
    """What was done about a case.

    ``kind``: opened, noted, stated, restricted, decided, appealed, voted, upheld, changed, appeal_withdrawn, withdrawn,
    marked.  ``note``: what was said; for a settled appeal the reasons, for a vote upheld or changed.  ``client_id``: as
    in `Case`.  ``seat``: who appeals; for a statement or a vote, whose it is, by seat or name.  ``decision``: JSON, for
    ``decided`` and ``changed`` (`referee.cases.state.KeptDecision`).  ``entry``: the entry of the table's log that
    carries the decision or upholds it; None if the table was closed.  ``standing``: its weight as a precedent from then
    on: none, advice or binding.
    """

    __tablename__ = "case_step"
    __table_args__ = (UniqueConstraint("case_id", "client_id"),)

    case_id: str = Field(foreign_key="ruling_case.id", max_length=18, index=True)
    client_id: str | None = Field(default=None, max_length=64)
    kind: str = Field(max_length=20)
    seat: str | None = Field(default=None, max_length=40)
    decision: str | None = long_text(default=None)
    entry: int | None = None
    standing: str | None = Field(default=None, max_length=10)


class Precedent(SQLModel, table=True):
    """A ruling of another event, as imported from its file.

    ``number``: from 1 in this event; 2 is shown as P-2.  ``source_id``, ``source_name``, ``source_date``
    (``2026-11-22``): the event that it comes from, ``source_number`` its number there.  ``content``: JSON, in the form
    of docs/rulings.md.  ``standing``: advice or binding, or none to hide it from searches.
    """

    __tablename__ = "precedent"
    __table_args__ = (
        UniqueConstraint("event_id", "number"),
        UniqueConstraint("event_id", "source_id", "source_number"),
    )

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    source_id: str = Field(max_length=40)
    source_name: str = Field(max_length=200)
    source_date: str = Field(max_length=10)
    source_number: int
    content: str = long_text()
    standing: str = Field(default="advice", max_length=10)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    imported_at: int = moment()


class Call(SQLModel, table=True):
    """A call of a table.  Until somebody claims it, calling again adds a line to it; after that it opens a new call.

    Everything else follows from its lines and steps (`referee.calls.state`).
    """

    __tablename__ = "call"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    called_at: int = moment()


class CallLine(SignedRow, table=True):
    """What somebody called for.  Written once, never changed.

    ``wants``: judge or arbiter; ``about``: rule, dispute, time or other; ``text``: a sentence, or empty.  ``seq``: the
    last entry of the table's log at that time; ``refused``: the refused entry that it is about.  ``client_id``: chosen
    by the client, so that sending it twice is idempotent.  ``credential_id``: the session or device that sent it.
    """

    __tablename__ = "call_line"
    __table_args__ = (UniqueConstraint("table_id", "client_id"),)

    id: str = key()
    call_id: str = Field(foreign_key="call.id", max_length=18, index=True)
    table_id: str = Field(foreign_key="game_table.id", max_length=18)
    client_id: str = Field(max_length=64)
    wants: str = Field(max_length=10)
    about: str = Field(max_length=10)
    text: str = long_text(default="")
    seq: int
    refused: int | None = None


class CallStep(Step, table=True):
    """What was done about a call.

    ``kind``: claimed, escalated, handed_over, resolved, withdrawn, extended.  ``holder_id`` and ``holder``: who
    handles the call from then on (claimed, handed_over).  ``level``: which role is wanted from then on (escalated).
    ``minutes``: the extra time that the table was given (extended).
    """

    __tablename__ = "call_step"

    call_id: str = Field(foreign_key="call.id", max_length=18, index=True)
    holder_id: str | None = Field(default=None, max_length=18)
    holder: str | None = Field(default=None, max_length=200)
    level: str | None = Field(default=None, max_length=10)
    minutes: int | None = None


class Assignment(SQLModel, table=True):
    """What a person does in a round: looks after the tables ``first`` to ``last`` (numbers), or has another ``duty``,
    one of `tournaments.rota.DUTIES` or a text, and then both are 0; the audit log has past assignments.
    """

    __tablename__ = "assignment"

    id: str = key()
    round_id: str = Field(foreign_key="round.id", max_length=18, index=True)
    account_id: str = Field(foreign_key="account.id", max_length=18)
    first: int
    last: int
    duty: str = Field(default="", max_length=40)


class TableNote(SQLModel, table=True):
    """A note about a table for the next official who comes there.  Only the latest counts; an empty one clears it."""

    __tablename__ = "table_note"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    table_id: str = Field(foreign_key="game_table.id", max_length=18, index=True)
    text: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()


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
