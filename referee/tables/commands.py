"""Commands on a table: create, close and open it; log and try its reports (`corrections` takes some of them back).

The path of a report: `log_report` checks that the caller may report there, then judges the report and appends it to
the log (`referee.log.append.Log`) in one durable transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypeAlias

from sqlalchemy.exc import IntegrityError

from referee.clocks.firing import follow_log
from referee.clocks.locking import lock_round, set_deadlines
from referee.core import metrics
from referee.core.access.limits import REPORTS_A_TRIAL
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.chain import canonical, first_hash
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.events.game_header import header_of
from referee.log.append import Appended, Log, Outdated, Posting
from referee.log.bench import is_ruling, refuse_bench_only
from referee.log.changes import SeenChange, differences
from referee.log.device_clock import DeviceClocks, ReportTimes
from referee.log.flow import ReportFlow
from referee.log.standing import is_retraction
from referee.log.table_game import TableGame, TableGames, is_forgotten
from referee.models import GameTable, Round
from referee.tables.schemas import (
    base_field,
)
from referee.tables.signal import overtaken
from rulesets import Answer
from rulesets.kernel.record import FORMAT
from rulesets.kernel.telling.pieces import pieces_on
from rulesets.reports import as_report
from tournaments.typed import Whole

MOST_BYTES = 4_096
"""The largest report, as the log stores it: ASCII JSON without spaces."""
MOST_BYTES_RULING = 20_000
MOST_BYTES_BATCH = 256_000
"""The most that the reports of one request may take together: a whole game and more."""
DEEPEST = 10
"""The deepest nesting of objects and lists; the report itself is the first level."""


def refuse_large(reports: Sequence[Any], field: str) -> None:
    """Refuse a request whose reports are too large or too deeply nested.  ``field``: the path of a report in the body,
    with ``{}`` for its index where there are several.  Raises the problem ``invalid``.
    """
    total = 0
    for place, report in enumerate(reports):
        size, most = len(canonical(report)), MOST_BYTES_RULING if is_ruling(report) else MOST_BYTES
        if size > most:
            raise invalid(FieldFault(field.format(place), "report_large", {"size": size, "most": most}))
        if not _is_shallow(report, DEEPEST):
            raise invalid(FieldFault(field.format(place), "report_deep", {"most": DEEPEST}))
        total += size
    if total > MOST_BYTES_BATCH:
        raise invalid(FieldFault(field.partition(".")[0], "batch_large", {"size": total, "most": MOST_BYTES_BATCH}))


def _is_shallow(value: dict[str, Any] | list[Any], levels: int) -> bool:
    """Whether objects and lists are nested at most ``levels`` deep."""
    if not levels:
        return False
    for each in value.values() if value.__class__ is dict else value:
        if (each.__class__ is dict or each.__class__ is list) and not _is_shallow(each, levels - 1):
            return False
    return True


@dataclass(frozen=True, slots=True)
class CreateTable:
    """A new table, with the header of the game's record (without ``record``)."""

    number: Annotated[int, Whole(1, 10000), "The number on the table."]
    ruleset: Annotated[str, Line(60), FieldExample("jma-2006")]
    seats: Annotated[Sequence[Annotated[str, Line(40)]], FieldExample(["A", "B", "C", "D"])]
    edition: Annotated[str | None, Line(60)] = None
    names: Annotated[
        Mapping[Annotated[str, Line(40)], Annotated[str, Line(200)]] | None, FieldExample({"A": "山田 太郎"})
    ] = None
    options: Annotated[Mapping[str, Any] | None, FieldExample({"interest_rounding": "down"})] = None
    start: Annotated[Mapping[str, Any] | None, "The position to start from."] = None


@dataclass(frozen=True, slots=True)
class LogBatch:
    """Reports to log one after another after the entry ``base``.  ``whole``: all or none of them; otherwise up to the
    first refused one.
    """

    table_id: str
    base: int
    postings: Sequence[Posting]
    whole: bool


Base: TypeAlias = Annotated[int, base_field()]
TrialOnly: TypeAlias = Annotated[bool, "true: only show the consequences."]


@dataclass(frozen=True, slots=True)
class Trial:
    """The answers to reports that were only tried, after the entry ``at``, and what they would change."""

    at: int
    answers: Sequence[Answer]
    changes: Sequence[SeenChange]


def create_table(caller: Caller, round_id: str, given: CreateTable) -> str:
    """Create a table of a round with the game that is played at it, and return its id.

    Raises the problems ``not_found``, ``not_allowed``, ``header_refused`` and, for a number that is taken,
    ``conflict``.
    """
    database = caller.service.database
    with database.read() as session:
        round_ = session.get(Round, round_id)
    if round_ is None:
        raise Problem("not_found", path=round_id)
    caller.allow("table.change", round_.event_id)
    said = asdict(given)
    number = said.pop("number")
    header = {"record": FORMAT, **{key: value for key, value in said.items() if value is not None}}
    minutes = round_.minutes
    text = canonical(header_of(header, minutes))  # judging the header is slow: done before the transaction
    try:
        with caller.change() as change:
            round_ = change.row(Round, round_id)
            if round_.minutes != minutes:
                text = canonical(header_of(header, round_.minutes))
            table = GameTable(
                event_id=round_.event_id,
                round_id=round_.id,
                number=number,
                header=text,
                head=first_hash(text),
                created_at=change.now,
            )
            change.session.add(table)
            change.session.flush()
            locked = lock_round(change.session, database, round_.id, [table.id])
            if (
                locked.round.state == "closed"
            ):  # a closed round takes no reports until it is opened again, with all its tables
                table.state = "closed"
            set_deadlines(change.session, locked)
            change.audit("table.change", f"table:{table.id}", table.event_id, number=table.number)
            return table.id
    except IntegrityError as error:
        raise Problem("conflict", what=f"table {number}") from error


def close_table(caller: Caller, table_id: str) -> None:
    """Close a table.

    Nothing more can be reported there.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    _set_state(caller, table_id, "closed")


def open_table(caller: Caller, table_id: str) -> None:
    """Open a closed table again.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    _set_state(caller, table_id, "open")


def _set_state(caller: Caller, table_id: str, state: str) -> None:
    with caller.change() as change:
        table = change.session.get(GameTable, table_id, with_for_update=True, populate_existing=True)
        if table is None:
            raise Problem("not_found", path=table_id)
        caller.allow("table.close", table.event_id, table.id)
        table.state = state
        change.session.add(table)
        change.audit("table.close", f"table:{table.id}", table.event_id, state=state)


def log_report(caller: Caller, table_id: str, base: int, posting: Posting, made: ReportTimes | None = None) -> Appended:
    """Log a report after the entry ``base``.  ``made``: when it was made, by the reporter's clock.

    Raises what `log_batch` raises; `Outdated` says if the end signal has overtaken the report.
    """
    game, who = reporter(caller, "table.report", table_id)
    refuse_large([posting.report], "report")
    if made is not None:
        posting = posting._replace(made_at=moments(caller, who, made)[0])
    try:
        return append(caller, who, game, base, [_signed(posting, who)], whole=False)
    except Outdated as late:
        late.overtaken = overtaken(caller.service, who, game, late, posting.made_at)
        raise


def log_batch(caller: Caller, given: LogBatch) -> Appended:
    """Log reports one after another.

    Raises the problems ``not_found``, ``not_allowed``, ``invalid``, ``bench_entries``, ``too_many`` and
    ``too_many_refused``, and what `Log.append` raises, such as `Outdated`.
    """
    game, who = reporter(caller, "table.report", given.table_id)
    refuse_large([posting.report for posting in given.postings], "items.{}.report")
    postings = [_signed(posting, who) for posting in given.postings]
    if len({each.client_id for each in postings}) < len(postings):
        raise invalid(FieldFault("items", "client_id_twice", {}))
    return append(caller, who, game, given.base, postings, whole=given.whole)


def try_reports(
    caller: Caller, table_id: str, at: int | None, reports: Sequence[dict[str, Any]], *, to_the_end: bool = False
) -> Trial:
    """Judge reports after the entry ``at``, or after the last one, up to the first refused one, without logging them.

    ``to_the_end``: those behind a refused one, too, as they would be logged one after another.  What only the bench may
    report, only the bench may try.  Raises the problems ``not_found``, ``not_allowed``, ``invalid``, ``base_ahead``,
    ``bench_entries`` and ``too_many``.
    """
    _, who = reporter(caller, "table.try", table_id)
    refuse_large(reports, "reports.{}")
    tried = [signed(report, who) for report in reports]
    caller.service.limits.trial(who.credential_id, 1 + len(tried) // REPORTS_A_TRIAL)
    games = caller.service.part(TableGames)
    found = games.current(table_id) if at is None else games.at(table_id, at)
    if at is not None and at > found.seq:
        raise Problem("base_ahead", more={"seq": found.seq}, seq=found.seq)
    refuse_bench_only(who, found, found.seq, tried)
    if any(is_forgotten(found.game, report) for report in tried):
        found = games.at(table_id, found.seq, whole=True)
    game, answers = found.game, []
    before = game.ruleset.position(game)
    for report in tried:
        answer = game.ruleset.judge(game, as_report(report))
        answers.append(answer)
        game = answer.game
        if not answer.accepted and not to_the_end:
            break
    return Trial(found.seq, answers, differences(before, game.ruleset.position(game), pieces_on(game)))


def moments(caller: Caller, who: Principal, made: ReportTimes) -> list[int | None]:
    """Convert the times of reports from the device's clock to the service's."""
    service = caller.service
    return service.part(DeviceClocks).moments(who.credential_id, made, service.database.now())


def signed(report: dict[str, Any], who: Principal) -> dict[str, Any]:
    """The report as it is judged: a ruling bears the name of its author, whatever name it came with."""
    return {**report, "by": who.author.name} if is_ruling(report) else report


def reporter(caller: Caller, action: str, table_id: str) -> tuple[TableGame, Principal]:
    """Return the game at a table as this process knows it, and the caller's principal, who must be allowed the action.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    if caller.who is None:
        raise Problem("unknown_person")  # every report has an author with a credential
    game = caller.service.part(TableGames).remembered(table_id)
    caller.allow(action, game.event_id, table_id)
    return game, caller.who


def _signed(posting: Posting, who: Principal) -> Posting:
    """The posting as it is judged.  A ruling contains its reason; a retraction must come with one.

    Raises the problem ``invalid``.
    """
    if is_ruling(posting.report):
        return posting._replace(report=signed(posting.report, who))
    if is_retraction(posting.report) and posting.reason is None:
        raise invalid(FieldFault("reason", "reason_missing", {}))
    return posting


def append(
    caller: Caller,
    who: Principal,
    game: TableGame,
    base: int,
    postings: Sequence[Posting],
    *,
    whole: bool,
    exempt: frozenset[int] = frozenset(),
) -> Appended:
    """Judge and log postings, if their author may make them, and wake requests that wait for a change of the table.

    Raises the problems of `refuse_bench_only`, ``too_many`` and ``too_many_refused`` (no limits for the bench), and
    what `Log.append` raises.
    """
    service, table_id = caller.service, game.table_id
    paced = not may(who.roles_in(game.event_id, table_id), "table.rule")
    if paced:
        service.part(ReportFlow).spend(who.credential_id, len(postings))
    refuse_bench_only(who, game, base, [each.report for each in postings], exempt)
    done = service.part(Log).append(table_id, base, postings, who.author, who.epoch, whole=whole)
    fresh = [each.line for each in done.logged if not each.repeated]
    if fresh and paced:
        service.part(ReportFlow).note_answer(who.credential_id, accepted=fresh[-1].accepted)
    for line in fresh:
        metrics.count_report(line.accepted)
    follow_log(service, table_id, postings)
    return done
