"""Events with their players, regulations, rounds, editions and the plan of the hall."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import object_session
from sqlmodel import Field, SQLModel, select

from referee.models.base import SignedRow, key, long_text, moment
from rulesets.languages import FIRST
from tournaments.players.shown import shown_names, with_number


class Event(SQLModel, table=True):
    """A tournament.  ``language``: of its papers and screens.

    ``seed``: the seed of all its draws.  ``locked_at``: when its first round started; from then on a change of its
    regulation is a deviation.  Shown to visitors, each empty if not given: ``held_on`` (a date, 2026-11-22),
    ``venue``, ``organizer``, ``timetable`` (one item per line) and ``description``.  ``zone``: the name of the time
    zone it is held in, such as `Asia/Tokyo`; all its times are shown in that, see `referee.core.zone`.  ``tax_number``:
    under which the organizer is registered as an issuer of invoices; it is printed on receipts.
    """

    __tablename__ = "event"

    id: str = key()
    name: str = Field(max_length=200)
    language: str = Field(default=FIRST, max_length=2)
    created_at: int = moment()
    archived_at: int | None = moment(default=None)
    seed: str = Field(default="", max_length=100)
    locked_at: int | None = moment(default=None)
    held_on: str = Field(default="", max_length=10)
    venue: str = Field(default="", max_length=200)
    organizer: str = Field(default="", max_length=200)
    timetable: str = long_text(default="")
    description: str = long_text(default="")
    zone: str = Field(default="", max_length=40)
    tax_number: str = Field(default="", max_length=30)


class Round(SQLModel, table=True):
    """A round of an event: tables that play at the same time, under one clock.

    ``minutes`` of play (None: no time limit); ``warnings``: seconds before the end at which the hall is warned, as a
    JSON list.  ``names``: its names in the plan by language, as JSON; empty if the round is only numbered or was named
    by hand.  ``state``: drafted, running, closed.  ``published_at``: since when its seating is public;
    ``results_published_at``: since when its results are.
    """

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    name: str = Field(max_length=200)
    names: str = long_text(default="")
    minutes: int | None = None
    warnings: str = long_text(default="[600,300,60]")
    state: str = Field(default="drafted", max_length=10)
    created_at: int = moment()
    published_at: int | None = moment(default=None)
    results_published_at: int | None = moment(default=None)


class RegulationVersion(SQLModel, table=True):
    """A regulation of an event; the one with the highest ``number`` is in force.

    ``text``: its TOML; ``fingerprint``: of its contents.  ``reason``: why it was changed after the first round had
    started; each such change is a deviation.
    """

    __tablename__ = "regulation_version"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = long_text()
    fingerprint: str = Field(max_length=64)
    author: str = Field(max_length=200)
    account_id: str | None = Field(default=None, max_length=18)
    made_at: int = moment()
    reason: str | None = long_text(default=None)


class Player(SQLModel, table=True):
    """A registered player, with the fields of `tournaments.players.entrant.Entrant`.

    ``flags``: a JSON list of words.  ``class_name``: the class that the player competes in.  ``reserve``: the place
    among the reserves, from 1.  ``first_round``: the first round of a latecomer, or of a reserve who came in;
    ``dropped_after``: the last round of a player who left (0: none).  ``stands_for``: of a stand-in, the id of
    the player whose seat they keep.  ``code``: the content of the player's QR code, used for check-in.
    ``archived_at``: since when the player is hidden from lists; played games remain.  A player who has played is never
    deleted.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18)
    number: int
    name: str = Field(max_length=200)
    reading: str = Field(default="", max_length=200)
    club: str = Field(default="", max_length=200)
    region: str = Field(default="", max_length=200)
    flags: str = long_text(default="[]")
    qualified_by: str = Field(default="", max_length=200)
    class_name: str = Field(default="", max_length=200)
    team: str = Field(default="", max_length=200)
    reserve: int | None = None
    first_round: int | None = None
    dropped_after: int | None = None
    walk_in: bool = Field(default=False)
    paid: bool = Field(default=False)
    note: str = long_text(default="")
    stands_for: str | None = Field(default=None, max_length=18)
    code: str = Field(max_length=43, unique=True)
    created_at: int = moment()
    checked_in_at: int | None = moment(default=None)
    archived_at: int | None = moment(default=None)

    @property
    def shown(self) -> str:
        """The name by which the player is shown among the others of the event, from `shown_names`.

        Known once all players of the event were read together (`events.queries.players_of`), as nearly every caller
        does; otherwise they are read for it.
        """
        known = self.__dict__.get(SHOWN)
        if known is None:
            session = object_session(self)
            if session is None:
                return with_number(self)  # unmistakable, if long
            name_players(session.scalars(select(Player).where(Player.event_id == self.event_id)).all())
            known = self.__dict__.get(SHOWN, self.name)
        return str(known)


SHOWN = "shown name"


def name_players(players: Sequence[Player]) -> None:
    """Note the names by which all players of an event are shown, in each of them."""
    listed = [each for each in players if each.archived_at is None]
    names = shown_names(listed, [each for each in players if each.archived_at is not None])
    for each in players:
        each.__dict__[SHOWN] = names[each.id]


class KeptEdition(SignedRow, table=True):
    """An edition that was filled in here, with who kept it.  Written once: games are judged by it.

    ``ruleset``: the game that it is for; ``text``: its TOML.
    """

    __tablename__ = "kept_edition"

    name: str = Field(primary_key=True, max_length=60)
    ruleset: str = Field(max_length=60)
    text: str = long_text()


class HallFloor(SQLModel, table=True):
    """The floor plan of an event's hall; without a row there is none.

    ``things``: a JSON list of `tournaments.floor.FloorThing`.
    """

    __tablename__ = "hall_floor"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    things: str = long_text(default="[]")
    made_at: int = moment()
