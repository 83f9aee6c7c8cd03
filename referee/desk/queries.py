"""What is waiting for an event's organizer: what is late, to be decided, or next; and what each table is doing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.calls.queries import calling_table_numbers
from referee.cases.queries import cases_of
from referee.events.plan import Unit, rounds_of, units
from referee.events.queries import listed_players
from referee.events.regulation import latest_version
from referee.events.regulation_text import planned_title
from referee.finals.questions import game_size, open_playoff, questions
from referee.log.heads import truncated_tables
from referee.models import BackupTurn, Event, Player, Seating
from referee.penalties.queries import count_unsigned
from referee.results.confirming import SECOND_PERSON
from referee.results.confirming import wanted as wanted_confirmation
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, facts_of
from referee.rounds.queries import RoundTable, RoundView, round_view
from referee.seating.drawing import draw_obstacle
from referee.seating.tables_of_round import QUALIFIERS, rounds_before
from referee.seating.versions import DRAFT, versions
from referee.stale.queries import stale_things
from referee.stale.views import stale_views
from rulesets.languages import LANGUAGES
from tournaments.decision import Wanted
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do.  ``code``: what it is; ``at``: its page's address, below that of the event; ``facts``: what its
    sentence names; ``urgent``: whether people in the hall are waiting for it.
    """

    code: str
    at: str
    facts: Mapping[str, object]
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """How many players are playing, how many of these are checked in, how many are reserves, how many have left,
    and how many never came.
    """

    playing: int
    checked_in: int
    reserves: int
    dropped: int
    absent: int


@dataclass(frozen=True, slots=True)
class Desk:
    """An event at a glance.  ``wanted``: what has to be decided and is not being played off; ``faults``: why nothing
    can be calculated, if results contradict the regulation.
    """

    tasks: Sequence[Task]
    players: PlayerCounts
    rounds: Sequence[RoundView]
    wanted: Sequence[Wanted]
    facts: Facts | None
    faults: Sequence[Fault] = ()


def desk(session: Session, event: Event, now: int) -> Desk:
    """Return the desk of an event as it is ``now``."""
    players = listed_players(session, event.id)
    rounds = [round_view(session, each, now) for each in rounds_of(session, event.id)]
    tasks = [
        *log_tasks(session, event.id),
        *backup_tasks(session),
        *call_tasks(session, event.id),
        *appeal_tasks(session, event.id),
    ]
    facts: Facts | None = None
    wanted: tuple[Wanted, ...] = ()
    faults: tuple[Fault, ...] = ()
    if latest_version(session, event.id) is None:
        tasks.append(Task("choose_regulation", "regulation/ready", {}))
    else:
        facts = facts_of(session, event.id)
        alone = wanted_confirmation(session, event.id, facts.regulation) != SECOND_PERSON
        tasks += [*penalty_tasks(session, event.id), *round_tasks(rounds, alone=alone)]
        try:
            wanted = questions(facts)
            tasks += [*question_tasks(facts, wanted), *seating_tasks(session, event, facts, bool(wanted))]
            tasks += stale_tasks(session, event)
        except Faulty as error:  # the regulation was changed, and results no longer fit it: the hall goes on
            faults = tuple(error.faults)
    if not players:
        tasks.append(Task("register_players", "players", {}))
    tasks += late_tasks(player_counts(players), rounds)
    tasks.sort(key=lambda task: not task.urgent)
    still = tuple(each for each in wanted if facts is not None and open_playoff(facts, each) is None)
    return Desk(tasks, player_counts(players), rounds, still, facts, faults)


def player_counts(players: Sequence[Player]) -> PlayerCounts:
    sat_for = {each.stands_for for each in players if each.dropped_after is None}
    here = [player for player in players if player.dropped_after is None and player.id not in sat_for]
    plays = [player for player in here if player.reserve is None or player.first_round is not None]
    absent = sum(player.dropped_after == 0 for player in players)
    return PlayerCounts(
        playing=len(plays),
        checked_in=sum(player.checked_in_at is not None for player in plays),
        reserves=len(here) - len(plays),
        dropped=len(players) - len(here) - absent,
        absent=absent,
    )


def log_tasks(session: Session, event_id: str) -> Iterator[Task]:
    """Yield the task for tables whose logs were cut off: a page, or this machine, remembers more than is there."""
    if tables := truncated_tables(session.connection(), event_id):
        yield Task("lost_entries", "rounds", {"tables": tables}, urgent=True)


def backup_tasks(session: Session) -> Iterator[Task]:
    """Yield a task if the last backup could not be made, and one if it could not be copied to the second place."""
    for turn in session.exec(select(BackupTurn).where(col(BackupTurn.fault).is_not(None)).order_by(BackupTurn.name)):
        yield Task(f"{turn.name}_failed", "", {"machine": turn.machine or "", "fault": turn.fault}, urgent=True)


def call_tasks(session: Session, event_id: str) -> Iterator[Task]:
    if tables := calling_table_numbers(session, event_id):
        yield Task("answer_calls", "calls", {"count": len(tables), "tables": list(tables)}, urgent=True)


def penalty_tasks(session: Session, event_id: str) -> Iterator[Task]:
    """Yield the task for penalties that wait to be signed."""
    if count := count_unsigned(session, event_id):
        yield Task("sign_penalties", "penalties", {"count": count}, urgent=True)


def appeal_tasks(session: Session, event_id: str) -> Iterator[Task]:
    if count := sum(bool(each.waiting) for each in cases_of(session, event_id, still_open=True)):
        yield Task("settle_appeals", "cases", {"count": count}, urgent=True)


def round_tasks(rounds: Sequence[RoundView], *, alone: bool) -> Iterator[Task]:
    """Yield what the rounds wait for.  Of the published ones that have not begun, only the first is to be started.

    ``alone``: whether results need no second person.
    """
    to_start = True
    # A playoff, numbered after the plan's rounds, is played before a final that nobody is seated for yet.
    for each in sorted(rounds, key=lambda each: each.stage == "drafted"):
        at, named = f"rounds/{each.round.id}", {"of": each.round}
        if each.late:
            yield Task("late_results", at, {**named, "tables": each.late}, urgent=True)
        unconfirmed = [table.table.number for table in each.tables if table.result == "entered"]
        if unconfirmed:
            code, page = ("look_again", f"{at}/results") if alone else ("confirm_results", at)
            yield Task(code, page, {**named, "tables": unconfirmed}, urgent=alone or each.stage == "closed")
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


def question_tasks(facts: Facts, wanted: Sequence[Wanted]) -> Iterator[Task]:
    """Yield what has to be decided, and which playoff tables can be seated; not what is already being played off."""
    least, most = game_size(facts)
    still = [each for each in wanted if open_playoff(facts, each) is None]
    tables = [each for each in still if each.by == PLAYOFF and least <= len(each.players) <= most]
    if tables:
        yield Task("seat_playoff", "decisions", {"count": len(tables)}, urgent=True)
    if len(still) > len(tables):
        yield Task("decide", "decisions", {"count": len(still) - len(tables)}, urgent=True)


def seating_tasks(session: Session, event: Event, facts: Facts, undecided: bool) -> Iterator[Task]:
    """Yield what has to be drawn, published or seated again.  Seats that depend on results wait for them."""
    latest: dict[int, Seating] = {}
    for seating in versions(session, event.id):
        latest.setdefault(seating.first_round, seating)
    complete = facts.complete()
    closed = {each.number for each in facts.rounds if each.state == "closed"}
    # Who sees the seats would see who has gone on: the results come first.
    unpublished = any(each.number in closed - facts.skipped and not each.published for each in facts.rounds)
    for unit in units(facts.regulation):
        if closed.issuperset(range(unit.first, unit.last + 1)):
            continue  # a round that people closed needs no seats, even if nobody ever sat in it
        planned = facts.regulation.rounds[unit.first - 1]
        named = {language: planned_title(planned, language) for language in LANGUAGES}
        at, span = f"seating?round={unit.first}", {"first": unit.first, "last": unit.last, "named": named}
        found = latest.get(unit.first)
        if found is None:
            if facts.entrants and is_due(facts, unit, complete) and not (undecided and unit.first > 1):
                obstacle = draw_obstacle(session, event.id, unit) if unit.kind == QUALIFIERS else None
                if obstacle is not None:
                    why = {language: str(obstacle.to_json(language)["detail"]) for language in LANGUAGES}
                    yield Task("nobody_qualified", unplayed_at(facts, unit), {**span, "why": why}, urgent=True)
                else:
                    yield Task("draw_seating", at, span, urgent=unit.first > 1 and not unpublished)
            return
        if found.state == DRAFT:
            yield Task("publish_seating", at, span)


def unplayed_at(facts: Facts, unit: Unit) -> str:
    """The page on which a round is closed that nobody can be seated for; the rounds', if it does not exist yet."""
    return next((f"rounds/{each.id}" for each in facts.rounds if each.number == unit.first), "rounds")


def late_tasks(players: PlayerCounts, rounds: Sequence[RoundView]) -> Iterator[Task]:
    """Yield the task for players who are not here although the first round is being played or over."""
    missing = players.playing - players.checked_in
    begun = any(each.stage not in ("drafted", "published") for each in rounds)
    if begun and players.checked_in and missing and not all(each.round.state == "closed" for each in rounds):
        yield Task("await_late", "check-in?missing=1", {"count": missing})


def stale_tasks(session: Session, event: Event) -> Iterator[Task]:
    """Yield what no longer says what it would, each by itself if the hall waits for it, the papers and files in one."""
    open_now = [each for each in stale_things(session, event) if not each.kept]
    urgent = [each for each in open_now if each.urgent]
    said = {language: stale_views(session, event.id, urgent, language) for language in LANGUAGES}
    for number, each in enumerate(urgent):
        sentences = {language: views[number].sentence for language, views in said.items()}
        yield Task(f"stale_{each.kind}", "stale", {"sentences": sentences}, urgent=True)
    if others := [each for each in open_now if not each.urgent]:
        yield Task("stale_papers", "stale", {"count": len(others)})


def is_due(facts: Facts, unit: Unit, complete: int) -> bool:
    """Whether everything that the seating of a unit depends on is known.  ``complete``: the last complete round, finals
    left out.
    """
    planned = facts.regulation.rounds[unit.first - 1]
    if planned.seating == QUALIFIERS:
        latest = {each.table_id: each.confirmed for each in facts.results}
        before = [number for number in rounds_before(facts.regulation, planned) if number not in facts.skipped]
        tables = [[table for table in facts.tables if table.round == number] for number in before]
        return all(listed and all(latest.get(table.id) for table in listed) for listed in tables)
    return complete >= (planned.beside or unit.first) - 1


STATES = ("called", "late", "entered", "playing", "confirmed")
"""What a table may be doing, most urgent first: it has called, its time is up, its result waits to be confirmed, it
plays, it is done."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table.  ``state``: one of `STATES`."""

    round: RoundView
    table: RoundTable
    state: str


def tiles(found: Desk, called: Sequence[str]) -> list[Tile]:
    """Return the tables of the rounds in play, most urgent first.  ``called``: ids of those that wait for a judge."""
    rows = [
        Tile(each, table, table_state(table, called))
        for each in found.rounds
        if each.stage in ("running", "entered")
        for table in each.tables
    ]
    return sorted(rows, key=lambda tile: STATES.index(tile.state))


def table_state(table: RoundTable, called: Sequence[str]) -> str:
    """Return what a table is doing: one of `STATES`."""
    if table.table.id in called:
        return "called"
    if table.late:
        return "late"
    return "playing" if table.result == "none" else table.result
