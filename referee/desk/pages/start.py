"""The start page: the reader and the reader's events; and the page of past events."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from sqlmodel import Session, col, func, select
from werkzeug.wrappers import Response as AnyResponse

from referee.backup.due import last_backup
from referee.core.access.guard import allowed, principal, require_principal
from referee.core.access.principal import Principal
from referee.core.access.roles import ROLES
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import moment, round_name
from referee.core.pages.forms import asked, form_view
from referee.core.pages.leaving import leaving_data
from referee.core.pages.static import tablet_modules
from referee.core.service import service
from referee.events.commands import CreateEvent, create_event, regulation_toml
from referee.events.queries import list_events
from referee.models import Event, GameTable, Player, Round
from tournaments.players.names import folded
from tournaments.regulation import shipped

blueprint = Blueprint("start", __name__)

MAX_EVENTS = 20
"""How many events are shown at most, latest first."""


@dataclass(frozen=True, slots=True)
class StartTable:
    """A table, and how far its log has got."""

    id: str
    number: int
    players: Sequence[str]
    seq: int
    state: str


@dataclass(frozen=True, slots=True)
class StartRound:
    """A round and its tables.  ``now``: whether it is the one that people look for."""

    name: str
    state: str
    now: bool
    tables: Sequence[StartTable]


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event and the rounds that people look for now.  ``desk``: the address of its desk, None for a device;
    ``roles``: the reader's.
    """

    name: str
    desk: str | None
    roles: str
    rounds: Sequence[StartRound]


@blueprint.get("/")
def start() -> str | AnyResponse:
    """Show the page; a reader who is not logged in is sent to the log-in page."""
    who = principal()
    return redirect("/login", 303) if who is None else page(who)


def page(who: Principal, problem: Mapping[str, object] | None = None) -> str:
    """Render the page, with the form for a new event as it was filled in and the problem with it."""
    with service().database.read() as session:
        events = [event_row(session, event, who) for event in events_of(session, who)]
        past = len(past_events(session, who))
        earlier = list_events(session, MAX_EVENTS, None, None, archived=True) if who.administrator else []
        own = session.get(GameTable, who.table_id) if who.table_id is not None else None
        leaving = leaving_data(who, own.number) if own is not None else None
    making = who.administrator and who.kind != "device"
    return render_template(
        "desk/start.html",
        name=who.author.name,
        administrator=who.administrator,
        device=who.kind == "device",
        until=moment(who.expires_at),
        events=events,
        past=past,
        regulations=[(name, shipped.load(name).titles[language()]) for name in shipped.names()] if making else None,
        given=request.form,
        earlier=earlier,
        problem=problem,
        backup=backup_text() if making else None,
        leaving=leaving,
        leaving_script=leaving and tablet_modules("leaving.js")[0],
    )


@blueprint.post("/events")
@form_view(lambda problem: page(allowed("event.create"), problem))
def post_event() -> str:
    """Create an event, and go on to its regulation: to the three questions, unless it has one already."""
    allowed("event.create")
    given = {name: request.form.get(name, "") for name in ("name", "language", "copy_of")}
    new = asked(CreateEvent, {name: value for name, value in given.items() if value or name != "copy_of"})
    shipped_name = request.form.get("regulation", "")
    regulation = regulation_toml(shipped_name, None) if shipped_name else None
    event = create_event(caller(), new, regulation)
    ready = regulation is None and new.copy_of is None
    return f"/events/{event.id}/regulation/ready" if ready else f"/events/{event.id}/regulation"


def backup_text() -> str:
    """Return how old the last backup is and, if a later one failed, why."""
    database = service().database
    latest = last_backup(database)
    if latest.made_at is None:
        age = word("no_backup")
    else:
        age = word("backup_age", minutes=max(0, database.now() - latest.made_at) // 60_000)
    return f"{age} " + word("backup_fault", fault=latest.fault) if latest.fault else age


def events_of(session: Session, who: Principal) -> list[Event]:
    """Return the events that somebody has a role in, or all for an administrator, without archived ones."""
    query = select(Event).where(col(Event.archived_at).is_(None)).order_by(col(Event.id).desc()).limit(MAX_EVENTS)
    if who.kind == "device":
        query = query.where(Event.id == who.event_id)
    elif not who.administrator:
        query = query.where(col(Event.id).in_(who.roles))
    return list(session.exec(query))


def past_events(session: Session, who: Principal, search: str = "") -> list[Event]:
    """Return the events that the start page does not show, latest first: archived ones, and those before its latest.

    ``search``: a part of the name, the venue or the day.
    """
    query = select(Event).where(col(Event.id).not_in([each.id for each in events_of(session, who)]))
    if who.kind == "device":
        query = query.where(Event.id == who.event_id)
    elif not who.administrator:
        query = query.where(col(Event.id).in_(who.roles))
    found, needle = session.exec(query.order_by(col(Event.id).desc())), folded(search)
    return [each for each in found if needle in folded(f"{each.name} {each.venue} {each.held_on}")]


def event_row(session: Session, event: Event, who: Principal) -> EventRow:
    """Return an event with its current rounds and their tables; a device gets only its own table."""
    mine = who.roles.get(event.id, frozenset())
    return EventRow(
        event.name,
        None if who.kind == "device" else f"/events/{event.id}",
        word("comma").join(word(f"role_{role}") for role in ROLES if role in mine),
        [each for each in round_rows(session, event, who) if each.now],
    )


def round_rows(session: Session, event: Event, who: Principal) -> list[StartRound]:
    """Return the rounds of an event with their tables; a device gets only its own table."""
    tables = select(GameTable).where(GameTable.event_id == event.id).order_by(col(GameTable.number))
    if who.kind == "device":
        tables = tables.where(GameTable.id == who.table_id)
    of_round: dict[str, list[StartTable]] = {}
    for table in session.exec(tables):
        of_round.setdefault(table.round_id, []).append(table_row(table))
    query = select(Round).where(Round.event_id == event.id).order_by(col(Round.number))
    rounds = [each for each in session.exec(query) if who.kind != "device" or each.id in of_round]
    now = {each.id for each in current_rounds(rounds)}
    return [
        StartRound(round_name(each.number, each, language()), each.state, each.id in now, of_round.get(each.id, []))
        for each in rounds
    ]


def current_rounds(rounds: Sequence[Round]) -> Sequence[Round]:
    """Return the rounds that people look for: those being played, or else the next one, or else the last."""
    running = [each for each in rounds if each.state == "running"]
    return running or [each for each in rounds if each.state != "closed"][:1] or rounds[-1:]


def table_row(table: GameTable) -> StartTable:
    """Return a table with its players in the order of their seats."""
    header = json.loads(table.header)
    names = header.get("names", {})
    return StartTable(
        table.id, table.number, [names.get(seat, seat) for seat in header["seats"]], table.seq, table.state
    )


MOST_PAST = 200
"""How many past events are listed at most, latest first; a search looks through all of them."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A past event.  ``held``: its day, or that on which it was made; ``archived``: since when, empty if it is not."""

    id: str
    name: str
    held: str
    venue: str
    players: int
    archived: str


@blueprint.get("/past")
def show_past() -> str:
    """List the past events of the reader, all for an administrator; ``?q=`` finds them by name or venue."""
    who = require_principal()
    search = request.args.get("q", "").strip()
    with service().database.read() as session:
        rows = [past_row(session, each) for each in past_events(session, who, search)[:MOST_PAST]]
    put_away = next((each for each in rows if each.id == request.args.get("put_away")), None)
    return render_template("desk/past.html", rows=rows, searched=search, put_away=put_away, most=MOST_PAST)


def past_row(session: Session, event: Event) -> PastEvent:
    listed = select(func.count()).where(Player.event_id == event.id, col(Player.archived_at).is_(None))
    return PastEvent(
        event.id,
        event.name,
        event.held_on or moment(event.created_at)[:10],
        event.venue,
        session.exec(listed).one(),
        moment(event.archived_at) if event.archived_at is not None else "",
    )
