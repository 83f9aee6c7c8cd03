"""What the screens of an event show: the slides in order, the table whose board is shown, light or dark colours, and
the remote's last command.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlmodel import Session

from referee.core.database.database import Database
from referee.models import Projector

SLIDES = ("clock", "notices", "seats", "standings", "bracket", "table", "winner", "about")
"""The available slides: the round's clock, notices to everybody, who sits where, standings, the bracket as a tree, the
board of a table, the champion, date and venue.  A slide with nothing to show is skipped.
"""
SECONDS = 10
"""How long each page of a slide is shown by default."""
SHORTEST, LONGEST = 3, 120

CUE = "SELECT slide, page, cued_at, held, blank FROM projector WHERE event_id = :event"


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide, and how many seconds each of its pages is shown."""

    slide: str
    seconds: int = SECONDS


@dataclass(frozen=True, slots=True)
class Cue:
    """The remote's last command: at ``at`` (ms since 1970) the screens go to a page of a slide and continue from there.

    ``slide``: None if there was no command yet; ``page``: from 0; ``held``: they stay there; ``blank``: they show
    nothing.
    """

    slide: str | None = None
    page: int = 0
    at: int = 0
    held: bool = False
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the screens are set up.  ``slides``: in order; ``table``: the number of the table whose board is shown, None
    for the first of the round; ``light``: in light colours.
    """

    slides: Sequence[Slide] = tuple(map(Slide, SLIDES))
    table: int | None = None
    light: bool = False


@dataclass(frozen=True, slots=True)
class ProjectorView(Arrangement):
    """What the screens show.  ``cue``: the remote's last command."""

    cue: Cue = Cue()


def arrangement_of(row: Projector | None) -> Arrangement:
    """The arrangement in a row, or the default without one."""
    if row is None:
        return Arrangement()
    slides = tuple(Slide(**each) for each in json.loads(row.slides)) or Arrangement().slides
    return Arrangement(slides, row.table_number, row.light)


def slides_json(slides: Sequence[Slide]) -> str:
    """Encode slides for a row, as JSON."""
    return json.dumps([asdict(each) for each in slides])


def cue_of(row: Projector) -> Cue:
    """The remote's last command, from a row."""
    return Cue(row.slide, row.page, row.cued_at, row.held, row.blank)


def read_cue(database: Database, event_id: str) -> Cue:
    """Read the remote's last command, by a single primary key lookup: every screen asks once a second."""
    rows = database.rows(database.sql(CUE), {"event": event_id})
    if not rows:
        return Cue()
    slide, page, at, held, blank = rows[0]
    return Cue(slide, page, at, bool(held), bool(blank))


def projector_view(session: Session, event_id: str) -> ProjectorView:
    """What the screens of an event show."""
    row = session.get(Projector, event_id)
    found = arrangement_of(row)
    return ProjectorView(found.slides, found.table, found.light, cue_of(row) if row else Cue())
