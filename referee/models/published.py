"""What an event has published or made: pages, notices, pictures, prizes, papers."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class PublicPages(SQLModel, table=True):
    """What the public may see of an event; without a row, nothing.

    ``open``: whether there are public pages at all; ``address``: a short name used in place of the event's id;
    ``shown``: JSON list of parts (`referee.public.settings.PARTS`); ``delay_minutes``, ``delay_turns``: how far the
    shown games lag behind.  ``alerts``: whether players may have themselves told what concerns them.
    """

    __tablename__ = "public_pages"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    open: bool = Field(default=False)
    address: str | None = Field(default=None, max_length=30, unique=True)
    shown: str = long_text(default="[]")
    delay_minutes: int = Field(default=0)
    delay_turns: int = Field(default=0)
    alerts: bool = Field(default=False)


class Projector(SQLModel, table=True):
    """What the screens in the hall of an event show; without a row, the defaults.

    ``slides``: JSON list of slides in order, each with its seconds; ``table_number``: the table whose board is shown,
    None for the first; ``light``: in light colours.  The rest is the last command of the remote: go to ``slide`` and
    its ``page`` (from 0), given at ``cued_at``; ``held``: stay there; ``blank``: show nothing.
    """

    __tablename__ = "projector"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    slides: str = long_text(default="[]")
    table_number: int | None = Field(default=None)
    light: bool = Field(default=False)
    slide: str | None = Field(default=None, max_length=20)
    page: int = Field(default=0)
    cued_at: int = moment(default=0)
    held: bool = Field(default=False)
    blank: bool = Field(default=False)


class Notice(SQLModel, table=True):
    """A notice from the organizers to everybody, or to one player (``player_id``) on their private page."""

    __tablename__ = "notice"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    player_id: str | None = Field(default=None, foreign_key="player.id", max_length=18)
    text: str = long_text()
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    withdrawn_at: int | None = moment(default=None)


class PlayerLink(SQLModel, table=True):
    """The ``turn`` of the link to a player's private page; without a row, the first.  A new turn revokes the link."""

    __tablename__ = "player_link"

    player_id: str = Field(foreign_key="player.id", max_length=18, primary_key=True)
    turn: int = Field(default=1)


class LayoutVersion(SQLModel, table=True):
    """A layout of an event; the one with the highest ``number`` is in force.

    ``text``: its TOML, as described in docs/paper.md.  ``logo``: a PNG or JPEG file in Base64, or None.
    """

    __tablename__ = "layout_version"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = long_text()
    logo: str | None = long_text(default=None)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()


class EventPicture(SQLModel, table=True):
    """A picture.  ``kind``: logo (at most one) or sponsor, in the order of ``position``; ``name``: the alternative
    text; ``link``: where a sponsor's picture links to, or empty.  ``data``: the file (PNG or JPEG) as re-encoded by
    us, in base64; ``sha256``: of that file.
    """

    __tablename__ = "event_picture"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    kind: str = Field(max_length=10)
    position: int
    name: str = Field(max_length=200)
    link: str = Field(default="", max_length=300)
    media: str = Field(max_length=20)
    width: int
    height: int
    data: str = long_text()
    sha256: str = Field(max_length=64)
    made_at: int = moment()


class Prize(SQLModel, table=True):
    """A prize.  ``place``: in the final order; None: it is drawn by lot among everybody, for ``count`` winners.
    ``class_name``: of a prize for those of a class, by their order or by lot among them; empty: for everybody.

    ``seed``: the seed of the drawing, whose SHA-256 (``sealed``) is public in advance; the seed itself is revealed once
    ``drawn_at`` is set.  ``entrants``: the ids of the players who took part in the drawing, a JSON list.
    """

    __tablename__ = "prize"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    name: str = Field(max_length=200)
    place: int | None = None
    class_name: str = Field(default="", max_length=200)
    count: int = Field(default=1)
    seed: str = Field(default="", max_length=64)
    sealed: str = Field(default="", max_length=64)
    entrants: str = long_text(default="[]")
    made_at: int = moment()
    drawn_at: int | None = moment(default=None)


class Made(SQLModel, table=True):
    """What seats, a publication, a paper, a file or a drawing said when it was made, to be compared with what it would
    say now (`referee.stale`).

    ``kind``, ``about``: which it is; made again, it is the same row.  ``content``: `tournaments.stale.Content` as JSON.
    ``kept``: the fingerprint of what it would have said when somebody decided, for ``kept_reason``, to leave it as it
    is; empty if nobody did.
    """

    __tablename__ = "made"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    kind: str = Field(max_length=20, primary_key=True)
    about: str = Field(max_length=200, primary_key=True)
    content: str = long_text()
    made_at: int = moment()
    author: str = Field(max_length=200)
    kept: str = Field(default="", max_length=16)
    kept_reason: str = long_text(default="")
    kept_by: str = Field(default="", max_length=200)
    kept_at: int | None = moment(default=None)
