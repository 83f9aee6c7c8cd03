"""Players who register themselves: an event's registration form, and the registrations."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class RegistrationForm(SQLModel, table=True):
    """The registration form of an event; without a row, there is none.

    ``open``: whether registration is open; ``places``: how many players can register, None: no limit; ``closes_on``:
    the last day, as 2026-11-22, or empty; ``fee``: what it costs, in words; ``questions``: additional ones, a JSON
    list.
    """

    __tablename__ = "registration_form"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    open: bool = Field(default=False)
    places: int | None = None
    closes_on: str = Field(default="", max_length=10)
    fee: str = Field(default="", max_length=200)
    questions: str = long_text(default="[]")


class Registration(SQLModel, table=True):
    """The registration of a person.

    ``state``: registered, waiting (for a place, in the order of the ids), to_confirm (until the link in the letter is
    followed), held (until the desk has looked at it), cancelled, or removed by the desk.  ``player_id``: of the player
    in the list; empty while there is none, and dangling once that player was deleted.  ``contact``: how to reach them;
    ``answers``: a JSON object by question, a list in older rows; ``language``: that of the registration, or empty.
    ``confirmed_at``: when it began to count.  ``seal``: of the form that was sent in, which is used once; ``network``:
    a keyed hash of the network that it came from, to find what came from one; both are missing in older rows.
    """

    __tablename__ = "registration"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    name: str = Field(max_length=200)
    reading: str = Field(default="", max_length=200)
    club: str = Field(default="", max_length=200)
    contact: str = Field(default="", max_length=200)
    answers: str = long_text(default="[]")
    language: str = Field(default="", max_length=2)
    state: str = Field(max_length=10)
    player_id: str = Field(default="", max_length=18)
    made_at: int = moment()
    paid_at: int | None = moment(default=None)
    cancelled_at: int | None = moment(default=None)
    confirmed_at: int | None = moment(default=None)
    seal: str | None = Field(default=None, max_length=60, unique=True)
    network: str = Field(default="", max_length=16, index=True)
