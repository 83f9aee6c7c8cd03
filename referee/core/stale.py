"""Noting what something says when it is made, and the part of the service that knows what no longer says what it would.

Any subject notes what it makes; what it would say now takes the subjects above, and so the one query of
`referee.stale` reaches the lower ones through the part `StaleThings`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from referee.core.command import Caller, Change
from referee.models import Event, Made
from tournaments.stale import Content, Divergence

SEATS, PLAYOFF_SEATS, PUBLICATION, PAPER, FILE, DRAWING = "seats", "playoff", "publication", "paper", "file", "drawing"
RESULT, ROTA = "result", "rota"
"""The kinds of what stands by itself: the seats of a round, those of a playoff, the published standings, a printed
paper, a file that was exported, a prize that was drawn, a result that was taken from a log, the rota of
the staff."""


@dataclass(frozen=True, slots=True)
class StaleThing:
    """Something that no longer says what it would.

    ``round``: the number of its round, if it has one; ``last``: that of the last of several.  ``changes``: what it says
    and would say; ``fingerprint``: of what it would say.  ``again``: whether it can be made anew by a command; ``at``:
    the end of the address of the page where it can be made or seen.  ``kept_reason``, ``kept_by``, ``kept_at``: set if
    somebody decided to leave it.
    """

    kind: str
    about: str
    round: int | None
    changes: tuple[Divergence, ...]
    fingerprint: str
    again: bool
    at: str
    urgent: bool
    last: int | None = None
    kept_reason: str = ""
    kept_by: str = ""
    kept_at: int | None = None

    @property
    def kept(self) -> bool:
        """Whether it was decided to leave it as it is."""
        return self.kept_at is not None


@dataclass(frozen=True, slots=True)
class StaleThings:
    """What is stale in an event (``of``), what its published standings say now (``published``), and a way to note that
    a paper was printed or a file was exported (``given_out``: by whom, of which event, the kind, its name, its round).

    ``sentences``: what the hall should know of it in a language, in all or, for seats, in a round with a number.
    """

    of: Callable[[Session, Event], Sequence[StaleThing]]
    published: Callable[[Session, str], Content]
    sentences: Callable[[Session, Event, str, int | None], Sequence[str]]
    given_out: Callable[[Caller, str, str, str, int | None], None]


def note_made(change: Change, event_id: str, kind: str, about: str, content: Content) -> None:
    """Note what something says that is made in this change.  Made again, it is no longer kept as it was."""
    change.session.merge(
        Made(
            event_id=event_id,
            kind=kind,
            about=about,
            content=json.dumps(dict(content)),
            made_at=change.now,
            author=change.author.name,
        )
    )


def note_published(change: Change, event_id: str) -> None:
    """Note what the published standings of an event say, after they were published in this change."""
    change.session.flush()
    content = change.caller.service.part(StaleThings).published(change.session, event_id)
    note_made(change, event_id, PUBLICATION, "standings", content)
