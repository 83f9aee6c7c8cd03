"""Final counts: what the players of a table have counted, and their agreement."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from referee.models.base import Step, long_text


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
