"""What waits for the organizer of an event: what is late, to be decided, or next; and what each table does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.calls.queries import waiting_tables
from referee.cases.queries import cases_of
from referee.events.plan import Unit, rounds_of, units
from referee.events.queries import listed_players
from referee.events.regulation import last
from referee.finals.questions import game_size, open_playoff, questions
from referee.log.heads import cut_tables
from referee.models import BackupTurn, Event, Player, Seating
from referee.penalties.queries import unsigned
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, facts_of
from referee.rounds.queries import RoundView, TableView, view
from referee.seating.queries import stale_seats
from referee.seating.versions import DRAFT, versions
from tournaments.decision import Wanted
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do.  ``code``: what, ``facts``: what its sentence names, ``at``: the end of the page's address below
    the event, ``urgent``: whether people in the hall wait for it.
    """

    code: str
    at: str
    facts: Mapping[str, object]
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """How many players play, of these are checked in, wait as reserves, have left."""

    playing: int
    checked_in: int
    reserves: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Desk:
    """An event at a glance.  ``wanted``: what waits for a decision and is not played off just now; ``faults``: why
    nothing can be calculated, where results contradict the regulation.
    """

    tasks: Sequence[Task]
    players: PlayerCounts
    rounds: Sequence[RoundView]
    wanted: Sequence[Wanted]
    facts: Facts | None
    faults: Sequence[Fault] = ()


def desk(session: Session, event: Event, now: int) -> Desk:
    """The desk of an event as it is ``now``."""
    players = listed_players(session, event.id)
    rounds = [view(session, each, now) for each in rounds_of(session, event.id)]
    tasks = [
        *of_logs(session, event.id), *of_backups(session), *of_calls(session, event.id),
        *of_appeals(session, event.id),
    ]  # fmt: skip
    facts: Facts | None = None
    wanted: tuple[Wanted, ...] = ()
    faults: tuple[Fault, ...] = ()
    if last(session, event.id) is None:
        tasks.append(Task("choose_regulation", "regulation", {}))
    else:
        facts = facts_of(session, event.id)
        tasks += [*of_penalties(session, event.id), *of_rounds(rounds)]
        try:
            wanted = questions(facts)
            tasks += [*of_questions(facts, wanted), *of_seating(session, event, facts, bool(wanted))]
        except Faulty as error:  # the regulation was changed, and results do not fit any more: the hall goes on
            faults = tuple(error.faults)
    if not players:
        tasks.append(Task("register_players", "players", {}))
    tasks.sort(key=lambda task: not task.urgent)
    still = tuple(each for each in wanted if facts is not None and open_playoff(facts, each) is None)
    return Desk(tasks, player_counts(players), rounds, still, facts, faults)


def player_counts(players: Sequence[Player]) -> PlayerCounts:
    """How many players there are of each kind."""
    here = [player for player in players if player.dropped_after is None]
    plays = [player for player in here if player.reserve is None or player.first_round is not None]
    return PlayerCounts(
        playing=len(plays),
        checked_in=sum(player.checked_in_at is not None for player in plays),
        reserves=len(here) - len(plays),
        dropped=len(players) - len(here),
    )


def of_logs(session: Session, event_id: str) -> Iterator[Task]:
    """The tables whose logs were cut off: a page, or this machine, remembers more than is there."""
    if tables := cut_tables(session.connection(), event_id):
        yield Task("lost_entries", "rounds", {"tables": tables}, urgent=True)


def of_backups(session: Session) -> Iterator[Task]:
    """That no backup could be made, or none copied to the second place."""
    for turn in session.exec(select(BackupTurn).where(col(BackupTurn.fault).is_not(None)).order_by(BackupTurn.name)):
        yield Task(f"{turn.name}_failed", "", {"machine": turn.machine or "", "fault": turn.fault}, urgent=True)


def of_calls(session: Session, event_id: str) -> Iterator[Task]:
    """The tables that wait for a judge."""
    if tables := waiting_tables(session, event_id):
        yield Task("answer_calls", "calls", {"count": len(tables), "tables": list(tables)}, urgent=True)


def of_penalties(session: Session, event_id: str) -> Iterator[Task]:
    """The penalties that wait to be signed."""
    if count := unsigned(session, event_id):
        yield Task("sign_penalties", "penalties", {"count": count}, urgent=True)


def of_appeals(session: Session, event_id: str) -> Iterator[Task]:
    """Players who have appealed against a ruling."""
    if count := sum(bool(each.waiting) for each in cases_of(session, event_id, still_open=True)):
        yield Task("settle_appeals", "cases", {"count": count}, urgent=True)


def of_rounds(rounds: Sequence[RoundView]) -> Iterator[Task]:
    """What the rounds wait for.  Of those that are public and have not begun, only the first."""
    to_start = True
    # A playoff, whose number is behind the plan's, is played before a final that nobody is seated for yet.
    for each in sorted(rounds, key=lambda each: each.stage == "drafted"):
        at, named = f"rounds/{each.round.id}", {"of": each.round}
        if each.late:
            yield Task("late_results", at, {**named, "tables": each.late}, urgent=True)
        unconfirmed = [table.table.number for table in each.tables if table.result == "entered"]
        if unconfirmed:
            yield Task("confirm_results", at, {**named, "tables": unconfirmed}, urgent=each.stage == "closed")
        if each.stage == "published" and to_start:
            yield Task("start_round", at, named)
        if each.stage == "entered":
            yield Task("close_round", at, named, urgent=True)
        if each.stage == "closed":
            missing = [table.table.number for table in each.tables if table.result == "none"]
            if missing:
                yield Task("missing_results", at, {**named, "tables": missing}, urgent=True)
            elif each.tables and not unconfirmed:
                yield Task("publish_results", at, named)
        to_start = to_start and each.stage in ("closed", "results_published")


def of_questions(facts: Facts, wanted: Sequence[Wanted]) -> Iterator[Task]:
    """What has to be decided, and which tables of a playoff can be seated for it; not what is played off already."""
    least, most = game_size(facts)
    still = [each for each in wanted if open_playoff(facts, each) is None]
    tables = [each for each in still if each.by == PLAYOFF and least <= len(each.players) <= most]
    if tables:
        yield Task("seat_playoff", "decisions", {"count": len(tables)}, urgent=True)
    if len(still) > len(tables):
        yield Task("decide", "decisions", {"count": len(still) - len(tables)}, urgent=True)


def of_seating(session: Session, event: Event, facts: Facts, undecided: bool) -> Iterator[Task]:
    """What has to be drawn, made public or seated anew.  A round that follows from others is due when they are in."""
    latest: dict[int, Seating] = {}
    for seating in versions(session, event.id):
        latest.setdefault(seating.first_round, seating)
    complete = facts.complete()
    for unit in units(facts.regulation):
        at, span = f"seating?round={unit.first}", {"first": unit.first, "last": unit.last}
        found = latest.get(unit.first)
        if found is None:
            if facts.entrants and is_due(facts, unit, complete) and not (undecided and unit.first > 1):
                yield Task("draw_seating", at, span, urgent=unit.first > 1)
            return
        changed = stale_seats(session, found)
        if changed.count:
            yield Task("seat_anew", at, {**span, "count": changed.count}, urgent=True)
        elif found.state == DRAFT:
            yield Task("publish_seating", at, span)


def is_due(facts: Facts, unit: Unit, complete: int) -> bool:
    """Whether all that the seating of some rounds follows from is known."""
    planned = facts.regulation.rounds[unit.first - 1]
    return complete >= (planned.beside or unit.first) - 1


STATES = ("called", "late", "entered", "playing", "confirmed")
"""What a table may be doing, what needs a hand before the rest: it has called, its time is up, its result waits to be
confirmed, it plays, it is done."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table.  ``state``: one of `STATES`."""

    round: RoundView
    table: TableView
    state: str


def tiles(found: Desk, called: Sequence[str]) -> list[Tile]:
    """The tables of the rounds that are played.  ``called``: the ids of those that wait for a judge."""
    rows = [
        Tile(each, table, state_of(table, called))
        for each in found.rounds
        if each.stage in ("running", "entered")
        for table in each.tables
    ]
    return sorted(rows, key=lambda tile: STATES.index(tile.state))


def state_of(table: TableView, called: Sequence[str]) -> str:
    """What a table is doing."""
    if table.table.id in called:
        return "called"
    if table.late:
        return "late"
    return "playing" if table.result == "none" else table.result
