"""People over all events, those who register themselves, and what is kept about the lists of players."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Person(SQLModel, table=True):
    """A person who plays, across all events.  ``shown_since``: since when they agree to be named on the pages of
    ratings and seasons; None: they are not named.  ``note``: how the agreement is known, for the desk only.
    """

    __tablename__ = "person"

    id: str = key()
    name: str = Field(max_length=200)
    reading: str = Field(default="", max_length=200)
    club: str = Field(default="", max_length=200)
    note: str = Field(default="", max_length=500)
    created_at: int = moment()
    shown_since: int | None = moment(default=None)


class Appearance(SQLModel, table=True):
    """Links a player of an event to a person of the register."""

    __tablename__ = "appearance"

    player_id: str = Field(foreign_key="player.id", max_length=18, primary_key=True)
    person_id: str = Field(foreign_key="person.id", max_length=18, index=True)
    made_at: int = moment()


class Season(SQLModel, table=True):
    """A ranking over several events.  ``text``: the TOML of its rule; ``events``: their ids, a JSON list."""

    __tablename__ = "season"

    id: str = key()
    name: str = Field(max_length=200)
    text: str = long_text()
    events: str = long_text(default="[]")
    created_at: int = moment()


class ListColumns(SQLModel, table=True):
    """What the columns of a list of players mean, as somebody chose it for lists with the same titles.

    ``account_id``: who chose it, empty for the service's own command line; ``fingerprint``: of the titles;
    ``event_id``: the event for which it was chosen last; ``columns``: a JSON list with the key of each column, empty
    for one that is not read.
    """

    __tablename__ = "list_columns"

    account_id: str = Field(max_length=18, primary_key=True)
    fingerprint: str = Field(max_length=64, primary_key=True)
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    columns: str = long_text()
    made_at: int = moment()


class PlayerMerge(SQLModel, table=True):
    """A player who was merged into another (``kept_id``), and can be taken out again.

    ``name`` and ``number``: of the one who is gone; ``changed``: a JSON list of the rows that the merge changed, each
    with its values before and after.
    """

    __tablename__ = "player_merge"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    kept_id: str = Field(max_length=18, index=True)
    name: str = Field(max_length=500)
    number: int
    changed: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()


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
