"""Change the layout of an event's papers, and start the runs of long documents."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.models import Event, LayoutVersion
from referee.printing.catalogue import paper_of
from referee.printing.layouts import PreparedLayout, Same, last, prepare_layout
from referee.printing.render import PrintOptions, prepare
from referee.printing.responses import note_printed
from referee.printing.runs import runs
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class ChangeLayout:
    """A new layout for an event's papers.  ``logo``: None for no logo, `layouts.SAME` to keep the current one."""

    event_id: str
    text: str
    logo: bytes | Same | None


@dataclass(frozen=True, slots=True)
class StartRun:
    """A document to make in a separate process."""

    event_id: str
    document: str
    options: PrintOptions


def change_layout(caller: Caller, given: ChangeLayout) -> int:
    """Change the layout of every printed page; return the number of the version now in force.

    Raises what `prepare_layout` and `store_layout` raise, and the problem ``not_allowed``.
    """
    caller.allow("layout.change", given.event_id)
    prepared = prepare_layout(caller.service.database, given.event_id, given.text, given.logo)
    with caller.change() as change:
        return store_layout(change, given.event_id, prepared)


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


def start_run(caller: Caller, given: StartRun) -> str:
    """Start a separate process that makes a document; return the id of the run.

    Raises the problems ``not_allowed``, ``not_found`` and ``runs_full``, and what `prepare` raises.
    """
    caller.allow("paper.print", given.event_id)
    service = caller.service
    with service.database.read() as session:
        event = get_row(session, Event, given.event_id)
        paper = paper_of(given.document)
        document = prepare(session, event, service.database.now(), paper, given.options)
    note_printed(caller, event.id, paper, given.options, document)
    file = paper.file_name(document.language, given.options.round, given.options.table)
    return runs.start(service.settings.data, event.id, paper.name, file, document)
