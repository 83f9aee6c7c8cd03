"""Change the layout of an event's papers, and start the runs of long documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from referee.core.command import Caller, Change
from referee.core.http.schemas import Base64, Lines
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import PAPER
from referee.models import Event, LayoutVersion
from referee.printing.catalogue import paper_of
from referee.printing.layouts import SAME, PreparedLayout, Same, last, prepare_layout
from referee.printing.request import PrintOptions
from referee.printing.responses import prepared_for
from referee.printing.runs import runs
from referee.stale.papers import note_content
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class ChangeLayout:
    """The layout of an event's papers."""

    text: Annotated[str, Lines(20_000), "TOML, as described in docs/paper.md (Layout)."]
    logo: Annotated[
        bytes | Same | None, Base64(), "A PNG or JPEG file, in Base64; null: no logo; left out: unchanged."
    ] = field(default_factory=lambda: SAME)


def change_layout(caller: Caller, event_id: str, given: ChangeLayout) -> int:
    """Change the layout of every printed page; return the number of the version now in force.

    Raises what `prepare_layout` and `store_layout` raise, and the problem ``not_allowed``.
    """
    caller.allow("layout.change", event_id)
    prepared = prepare_layout(caller.service.database, event_id, given.text, given.logo)
    with caller.change() as change:
        return store_layout(change, event_id, prepared)


def store_layout(change: Change, event_id: str, given: PreparedLayout) -> int:
    """Store a layout as the one in force and return its version's number; an unchanged layout makes no new version.

    Raises the problem ``not_found``, and `Faulty` if the logo that it shows was removed in the meantime.
    """
    session = change.session
    if session.get(Event, event_id, with_for_update={"key_share": True}, populate_existing=True) is None:
        raise Problem("not_found", path=event_id)
    before = last(session, event_id)
    picture = (before.logo if before else None) if isinstance(given.logo, Same) else given.logo
    if given.shows_logo and picture is None:
        raise Faulty([Fault("logo", "paper_logo_gone")])
    if before is not None and (before.text, before.logo) == (given.text, picture):
        return before.number
    version = LayoutVersion(
        event_id=event_id,
        number=before.number + 1 if before else 1,
        text=given.text,
        logo=picture,
        author=change.author.name,
        account_id=change.author.account_id,
        made_at=change.now,
    )
    session.add(version)
    session.flush()
    change.audit("layout.change", f"event:{event_id}", event_id, number=version.number)
    return version.number


def start_run(caller: Caller, event_id: str, document: str, options: PrintOptions) -> str:
    """Start a separate process that makes a document; return the id of the run.

    Raises the problems ``not_allowed``, ``not_found`` and ``runs_full``, and what `prepare` raises.
    """
    caller.allow("paper.print", event_id)
    service = caller.service
    with service.database.read() as session:
        event = get_row(session, Event, event_id)
        paper = paper_of(document)
        prepared = prepared_for(caller, session, event, paper, options)
    note_content(caller, event.id, PAPER, paper.name, prepared.round, prepared.content)
    file = paper.file_name(prepared.language, options.round, options.table)
    return runs.start(service.settings.data, event.id, paper.name, file, prepared)
