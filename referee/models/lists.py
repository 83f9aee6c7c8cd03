"""What was chosen about lists that people bring, and who was merged in the list of players."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


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
