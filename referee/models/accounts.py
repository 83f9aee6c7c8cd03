"""Accounts, their roles, and the invitations and credentials they log in with."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment
from rulesets.languages import FIRST


class Account(SQLModel, table=True):
    """A person with a log-in, or one who uses a private link (``login`` and ``password`` None).

    ``login`` is stored normalized (`referee.accounts.people.normalized_login`); ``password`` is an argon2 hash.
    ``administrator``: may create events and accounts and manage backups; all other roles are per event.

    The second factor (`referee.accounts.commands.second_factor`): ``factor_since``: when it was set up, None without
    one; ``factor_turn``: counts its secrets, which are derived from the service's and stored nowhere; ``factor_step``:
    the last period of 30 seconds whose code was used; ``factor_codes``: hashes of the printed codes that are left,
    separated by blanks; ``factor_required``: a log-in is refused until it is set up.
    """

    __tablename__ = "account"

    id: str = key()
    login: str | None = Field(default=None, max_length=100, unique=True)
    name: str = Field(max_length=200)
    password: str | None = Field(default=None, max_length=200)
    administrator: bool = Field(default=False)
    language: str = Field(default=FIRST, max_length=2)
    created_at: int = moment()
    disabled_at: int | None = moment(default=None)
    factor_since: int | None = moment(default=None)
    factor_turn: int = Field(default=0)
    factor_step: int | None = moment(default=None)
    factor_codes: str = long_text(default="")
    factor_required: bool = Field(default=False)


class Membership(SQLModel, table=True):
    """The role of a person in an event: organizer, head_judge, arbiter, judge, scorer or viewer."""

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("account_id", "event_id", "role"),)

    id: str = key()
    account_id: str = Field(foreign_key="account.id", max_length=18)
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    role: str = Field(max_length=20)
    created_at: int = moment()


class Invitation(SQLModel, table=True):
    """A private link for a person (``account_id``) or the code of a table (``table_id``), shown as a QR code.

    The code itself is derived from the service's secret, the id and ``turn`` (`referee.accounts.credentials`), so that
    it can be printed again and a copy of the database reveals none; rotating it increments ``turn``.  ``devices``:
    how many devices a table's code can bind at a time.
    """

    __tablename__ = "invitation"
    __table_args__ = (
        CheckConstraint("(account_id IS NULL) <> (table_id IS NULL)", name="one_target"),
        UniqueConstraint("table_id"),
    )

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    account_id: str | None = Field(default=None, foreign_key="account.id", max_length=18)
    table_id: str | None = Field(default=None, foreign_key="game_table.id", max_length=18)
    turn: int = Field(default=1)
    devices: int = Field(default=1)
    created_at: int = moment()
    expires_at: int = moment()
    revoked_at: int | None = moment(default=None)


class Credential(SQLModel, table=True):
    """What authenticates a request: the token of a browser session, of a device bound to a table, or of a program.

    ``kind``: session, device, program.  Only the token's hash is stored.  ``invitation_id``: the link or code that was
    used to obtain it.  ``epoch`` increases when its owner's permissions change: a process that has cached an older one
    reads them again.  ``seen_at``: the last request of a device, to a minute or so (`referee.core.access.principal`).
    ``unsent``: how many reports a device then had that it could not send, as far as it has told.  ``confirmed_at``:
    when the password was last typed in a session.
    """

    __tablename__ = "credential"

    id: str = key()
    kind: str = Field(max_length=10)
    token_hash: str = Field(max_length=64, unique=True)
    label: str = Field(max_length=200)
    account_id: str | None = Field(default=None, foreign_key="account.id", max_length=18, index=True)
    table_id: str | None = Field(default=None, foreign_key="game_table.id", max_length=18, index=True)
    invitation_id: str | None = Field(default=None, foreign_key="invitation.id", max_length=18, index=True)
    epoch: int = Field(default=1)
    created_at: int = moment()
    expires_at: int = moment()
    revoked_at: int | None = moment(default=None)
    seen_at: int | None = moment(default=None)
    unsent: int = Field(default=0)
    confirmed_at: int | None = moment(default=None)
