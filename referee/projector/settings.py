"""What the screens of an event show: the slides in order, the table whose board is shown, light or dark colours, and
the remote's last command.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from marshmallow import ValidationError
from sqlmodel import Session

from referee.core.database.database import Database
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length, OneOf
from referee.models import Projector
from tournaments.typed import Whole

SLIDES = ("clock", "notices", "seats", "floor", "standings", "bracket", "table", "winner", "about")
"""The available slides: the round's clock, notices to everybody, who sits where, the floor plan, standings, the bracket
as a tree, the board of a table, the champion, date and venue.  A slide with nothing to show is skipped.
"""
SECONDS = 10
"""How long each page of a slide is shown by default."""
SHORTEST, LONGEST = 3, 120
HIGHEST = 999
"""The highest number of a table or page."""

CUE = "SELECT slide, page, cued_at, held, blank FROM projector WHERE event_id = :event"


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide."""

    slide: Annotated[str, OneOf(SLIDES), "The kind of slide.", FieldExample("clock")]
    seconds: Annotated[int, Whole(SHORTEST, LONGEST), "For how many seconds each of its pages is shown."] = SECONDS


@dataclass(frozen=True, slots=True)
class CueView:
    """The remote's last command: the screens go to a page of a slide and continue from there."""

    slide: Annotated[str | None, "Null: no command was given yet."] = None
    page: int = 0
    at: Annotated[int, "When the screens started to continue from there, unless they are held."] = 0
    held: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the screens are set up."""

    slides: Annotated[
        Sequence[Slide],
        Length(1, len(SLIDES)),
        "The slides in order; a slide that has nothing to show yet is skipped until it does.",
    ]
    table: Annotated[
        int | None,
        Whole(1, HIGHEST),
        "The number of the table whose board is shown; null: the first table of the round.",
    ] = None
    light: Annotated[bool, "Whether to use the light colours."] = False

    def __post_init__(self) -> None:
        if len({each.slide for each in self.slides}) < len(self.slides):
            raise ValidationError({"slides": ["slide_twice"]})


USUAL = Arrangement(tuple(map(Slide, SLIDES)))


@dataclass(frozen=True, slots=True)
class ProjectorView:
    """What the screens show."""

    slides: Sequence[Slide]
    table: int | None
    light: bool
    cue: CueView


def arrangement_of(row: Projector | None) -> Arrangement:
    """The arrangement in a row, or the default without one."""
    if row is None:
        return USUAL
    slides = tuple(Slide(**each) for each in json.loads(row.slides)) or USUAL.slides
    return Arrangement(slides, row.table_number, row.light)


def slides_json(slides: Sequence[Slide]) -> str:
    """Encode slides for a row, as JSON."""
    return json.dumps([asdict(each) for each in slides])


def cue_of(row: Projector) -> CueView:
    """The remote's last command, from a row."""
    return CueView(row.slide, row.page, row.cued_at, row.held, row.blank)


def read_cue(database: Database, event_id: str) -> CueView:
    """Read the remote's last command, by a single primary key lookup: every screen asks once a second."""
    rows = database.rows(database.sql(CUE), {"event": event_id})
    if not rows:
        return CueView()
    slide, page, at, held, blank = rows[0]
    return CueView(slide, page, at, bool(held), bool(blank))


def projector_view(session: Session, event_id: str) -> ProjectorView:
    row = session.get(Projector, event_id)
    found = arrangement_of(row)
    return ProjectorView(found.slides, found.table, found.light, cue_of(row) if row else CueView())
