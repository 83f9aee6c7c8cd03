"""Entering, confirming and importing results, and publishing those of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, TypeAlias

from marshmallow import ValidationError
from sqlmodel import col, select

from referee.clocks.change import lock_regulation
from referee.core.chain import canonical
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length
from referee.core.http.schemas import Base64, Line, Lines, ReasonIn
from referee.core.language import text
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import note_published
from referee.counts.queries import confirmed_by_everybody, disputes_at
from referee.counts.views import dispute_views
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import GameTable, Round, TableResult
from referee.results.at_table import AtTable, at_table
from referee.results.confirming import (
    AT_ONCE,
    BY_PLAYERS,
    BY_SECOND,
    LOOK_AGAIN,
    LOOKED_AGAIN,
    SECOND_PERSON,
    UNCONFIRMED,
    signed_by_all,
    wanted,
)
from referee.results.facts import Facts, facts_of, games_of, players_json
from referee.results.queries import is_own, unconfirmed_tables, versions
from referee.results.sources import LIST, ByLog, Comment, ReadResult, from_log, from_points, from_sheet
from referee.results.views import objection_views
from tournaments.fault import Fault, Faulty
from tournaments.result import PointsRow
from tournaments.results_list.preview import ResultsPreview, apply
from tournaments.sheet.sheet import Sheet
from tournaments.typed import Whole

Note: TypeAlias = Annotated[
    str | None,
    Lines(2000),
    "The reason; required to correct a result that was confirmed or whose round was closed.",
]


@dataclass(frozen=True, slots=True)
class EnterResult:
    """A result: by exactly one of `log`, `sheet` and `points`."""

    version: Annotated[int, Whole(0, 10_000), "The latest version that the sender has seen; 0: none."]
    log: ByLog | None = None
    sheet: Sheet | None = None
    points: Annotated[Sequence[PointsRow] | None, Length(1, 12)] = None
    dice: Annotated[
        Mapping[Annotated[str, Line(18)], Annotated[int, Whole(0, 1000)]],
        "By player id: the sums thrown after the game, if the regulation has a bonus for them.",
    ] = field(default_factory=dict)
    comments: Annotated[Sequence[Comment], Length(max=100)] = ()
    note: Note = None
    despite: Annotated[
        str | None,
        Lines(2000),
        "Why the result is entered although something is open at the table: a call, a case, a refused report, counted "
        "cash that differs from the log. Required then.",
    ] = None
    trial: Annotated[bool, "true: only count and check; nothing is saved."] = False

    def __post_init__(self) -> None:
        if [self.log, self.sheet, self.points].count(None) != 2:
            raise ValidationError("not_one_result")


@dataclass(frozen=True, slots=True)
class TriedResult:
    """A result that was counted and checked, and its table."""

    at: AtTable
    read: ReadResult


def try_result(caller: Caller, table_id: str, given: EnterResult) -> TriedResult:
    """Count and check a result without storing it.

    Raises the problems ``not_found``, ``not_allowed``, ``table_unseated``, ``no_regulation`` and ``game_not_over``, and
    `Faulty`.
    """
    with caller.service.database.read() as session:
        table = get_row(session, GameTable, table_id)
        caller.allow("result.enter", table.event_id, table.id)
        at = at_table(session, table_id)
    game = caller.service.part(TableGames).current(table_id) if given.log is not None else None
    read = _read(at, given, game)
    if read.result is not None:
        at.scored(read.result, read.dice)
    return TriedResult(at, read)


def enter_result(caller: Caller, given: EnterResult, tried: TriedResult, language: str) -> str:
    """Enter a result that was tried before as the next version, and return its id.

    A log is read again under the lock; a sheet is counted again only if the players or the game have changed.  If the
    regulation asks for no confirmation, or for no second person and all players have agreed, it is confirmed at once.
    Raises what `try_result` raises, and the problems ``result_outdated``, ``sheet_objected``, ``invalid``, and
    ``dispute_open`` if something is open at the table and no reason is given.
    """
    table_id = tried.at.table.id
    caller.allow("result.enter", tried.at.table.event_id, table_id)
    with caller.change() as change:
        at = at_table(change.session, table_id, lock=True)
        read, agreed = tried.read, False
        if given.log is not None:
            game = caller.service.part(TableGames).current(table_id, driver_execute(change.session))
            read = _read(at, given, game)
            # Beside something that is open, an agreement is not the last word.
            agreed = not given.despite and (signed_by_all(at, read) or confirmed_by_everybody(change.session, game))
        elif (at.players, at.table.header) != (tried.at.players, tried.at.table.header):
            read = _read(at, given, None)
        if read.unsettled or read.result is None:
            raise _sheet_objected(read, language)
        note = _despite_disputes(change, at, given, language)
        return _enter(change, at, read, given.version, note, agreed=agreed).id


def _despite_disputes(change: Change, at: AtTable, given: EnterResult, language: str) -> str | None:
    """The note of a result, with the reason why it is entered although something is open at the table.

    Raises the problem ``dispute_open``.
    """
    try:
        game = change.caller.service.part(TableGames).current(at.table.id, driver_execute(change.session))
    except LogDiffers:  # of a log that no longer counts, nothing is asked
        return given.note
    found = disputes_at(change.session, game)
    if not found:
        return given.note
    views = dispute_views(found, {each.seat: at.name(each.player_id) for each in at.seats}, language)
    said = " ".join(each.message for each in views)
    if not given.despite:
        more = {"disputes": [asdict(each) for each in views]}
        raise Problem("dispute_open", more=more, number=at.table.number, open=said)
    return "\n".join(filter(None, (given.note, text(language, "result_despite", open=said, reason=given.despite))))


def _read(at: AtTable, given: EnterResult, game: TableGame | None) -> ReadResult:
    """Read a result from its source.  ``game``: of the table, for a result by its log."""
    if given.log is not None:
        assert game is not None
        if given.log.anyway and not given.note:
            raise invalid(FieldFault("note", "note_missing", {}))
        read = from_log(at, game, given.log)
    elif given.sheet is not None:
        read = from_sheet(at, given.sheet, given.comments)
    else:
        read = from_points(at, given.points or (), given.comments)
    strange = [player for player in given.dice if player not in at.players]
    if strange:
        seated = ", ".join(at.name(player) for player in at.players)
        raise Faulty([Fault("dice", "player_not_seated", {"name": each, "seated": seated}) for each in strange])
    return replace(read, dice=given.dice)


def _sheet_objected(read: ReadResult, language: str) -> Problem:
    """The problem ``sheet_objected`` with the objections."""
    views = objection_views(read.unsettled or read.objections, read, language)
    more = {"objections": [asdict(each) for each in views]}
    return Problem("sheet_objected", more=more, objections=[each.message for each in views])


def _enter(
    change: Change, at: AtTable, read: ReadResult, version: int, note: str | None, *, agreed: bool = False
) -> TableResult:
    """Add the next version of a table's result.

    ``at``: the table, locked; ``agreed``: whether all its players have agreed to what is entered.
    """
    assert read.result is not None
    session, author = change.session, change.author
    before = versions(session, at.table.id)
    _refuse_outdated(at, before, version)
    corrects = any(each.confirmed_at is not None for each in before) or (before and at.round.state == "closed")
    if corrects and not note:
        raise invalid(FieldFault("note", "note_missing", {}))
    at.scored(read.result, read.dice)
    result = TableResult(
        event_id=at.table.event_id,
        table_id=at.table.id,
        version=version + 1,
        source=read.source,
        entered=canonical(read.recorded),
        players=players_json(read.result, read.dice),
        notes=note,
        entered_by=author.name,
        entered_account_id=author.account_id,
        entered_credential_id=author.credential_id,
        entered_at=change.now,
    )
    who = wanted(session, result.event_id, at.regulation)
    if who == AT_ONCE:
        _confirm(change, result, UNCONFIRMED)
    elif who == LOOK_AGAIN and agreed:
        _confirm(change, result, BY_PLAYERS)
    session.add(result)
    session.flush()
    lock_regulation(session, result.event_id, change.now)
    facts = {"result": result.id, "version": result.version, "source": result.source, "note": note}
    facts |= {"confirmed_how": result.confirmed_how} if result.confirmed_how else {}
    change.audit("result.enter", f"table:{result.table_id}", result.event_id, **facts)
    return result


def _refuse_outdated(at: AtTable, before: Sequence[TableResult], version: int) -> None:
    """Raise the problem ``result_outdated`` unless ``version`` is the table's latest."""
    latest = before[-1] if before else None
    if (latest.version if latest else 0) != version:
        raise Problem(
            "result_outdated",
            number=at.table.number,
            version=latest.version if latest else 0,
            by=latest.entered_by if latest else "–",
            base=version,
        )


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """How a result is confirmed."""

    signed: Annotated[
        bool,
        "Whether all players have signed the sheet with which whoever entered the result, and confirms it alone, has "
        "compared it again.",
    ] = False


def confirm_result(caller: Caller, result_id: str, given: ConfirmResult) -> None:
    """Confirm the latest version of a table's result; it counts from then on.

    Whoever entered it may do so only if the regulation wants no second person, or leaves that to the staff and there is
    nobody else: 409 `own_result`.

    Raises the problems ``not_found``, ``not_allowed``, ``result_outdated``, and ``own_result``.
    """
    with caller.change() as change:
        found = change.row(TableResult, result_id)
        caller.allow("result.confirm", found.event_id)
        at = at_table(change.session, found.table_id, lock=True)
        before = versions(change.session, found.table_id)
        _refuse_outdated(at, before, found.version)
        found = before[-1]
        if found.confirmed_at is not None:
            return
        own = is_own(found.entered_account_id, change.author.account_id)
        if own and wanted(change.session, found.event_id, at.regulation) == SECOND_PERSON:
            raise Problem("own_result", number=at.table.number, by=found.entered_by)
        _confirm(change, found, BY_PLAYERS if own and given.signed else LOOKED_AGAIN if own else BY_SECOND)
        change.session.add(found)
        facts = {"result": found.id, "version": found.version, "confirmed_how": found.confirmed_how}
        change.audit("result.confirm", f"table:{found.table_id}", found.event_id, **facts)


def _confirm(change: Change, result: TableResult, how: str) -> None:
    author = change.author
    result.confirmed_how = how
    result.confirmed_by = author.name
    result.confirmed_account_id = author.account_id
    result.confirmed_credential_id = author.credential_id
    result.confirmed_at = change.now


@dataclass(frozen=True, slots=True)
class PublishedView:
    """The publication of a round's results.  ``results_published_at``: None while they are hidden."""

    round_id: str
    number: int
    results_published_at: int | None


def publish_results(caller: Caller, round_id: str) -> PublishedView:
    """Publish the results of a round.

    409 `round_open` unless the round is closed; 409 `results_missing` names the tables whose results are not confirmed.

    Raises the problems ``not_found``, ``not_allowed``, ``round_open`` if it is not closed, and ``results_missing`` with
    the tables whose result is not confirmed.
    """
    with caller.change() as change:
        round_ = _locked_round(change, round_id)
        if round_.results_published_at is None:
            if round_.state != "closed":
                raise Problem("round_open", number=round_.number)
            if left := unconfirmed_tables(change.session, round_id):
                more = {"tables": [table.id for table in left]}
                numbers = [table.number for table in left]
                raise Problem("results_missing", more=more, number=round_.number, tables=numbers)
            _set_published(change, round_, change.now)
        return PublishedView(round_.id, round_.number, round_.results_published_at)


def publish_again(caller: Caller, event_id: str) -> None:
    """Publish the standings again as they are now, with the penalties that came into force since the last time.

    Raises the problems ``not_allowed``, and ``not_stale`` if nothing is published.
    """
    caller.allow("result.publish", event_id)
    with caller.change() as change:
        published = select(Round).where(Round.event_id == event_id, col(Round.results_published_at).is_not(None))
        round_ = change.session.exec(published.order_by(col(Round.results_published_at).desc()).limit(1)).first()
        if round_ is None:
            raise Problem("not_stale")
        _set_published(change, _locked_round(change, round_.id), change.now)


def withdraw_results(caller: Caller, round_id: str, given: ReasonIn) -> PublishedView:
    """Withdraw the published results of a round, with a reason.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        round_ = _locked_round(change, round_id)
        if round_.results_published_at is not None:
            _set_published(change, round_, None, given.reason)
        return PublishedView(round_.id, round_.number, round_.results_published_at)


def _locked_round(change: Change, round_id: str) -> Round:
    found = change.session.exec(select(Round).where(Round.id == round_id).with_for_update(key_share=True)).first()
    if found is None:
        raise Problem("not_found", path=round_id)
    change.caller.allow("result.publish", found.event_id)
    return found


def _set_published(change: Change, round_: Round, at: int | None, reason: str | None = None) -> None:
    round_.results_published_at = at
    change.session.add(round_)
    facts = {"published": at is not None, "reason": reason}
    change.audit("result.publish", f"round:{round_.id}", round_.event_id, **facts)
    note_published(change, round_.event_id)


@dataclass(frozen=True, slots=True)
class ImportResults:
    """A list of results, as a file."""

    data: Annotated[bytes, Base64(metadata={"description": "A CSV file, in Base64.", "format": "byte"})]
    apply: Annotated[bool, "false: only a preview; true: carried out if there is no fault."] = False
    note: Note = None


def import_results(caller: Caller, event_id: str, facts: Facts, preview: ResultsPreview, note: str | None) -> list[str]:
    """Enter the results of a preview that are new or changed, and return the ids of their versions.  ``facts``: those
    that the preview is based on.

    Raises the problem ``not_allowed``, `Faulty` with every fault of the list, and the problems ``changed_meanwhile`` if
    the facts have changed since the preview, ``result_outdated`` and ``invalid``.
    """
    caller.allow("result.confirm", event_id)
    results = apply(preview)
    tables = {(table.round, table.number): table.id for table in facts.tables}
    latest = {each.table_id: each.version for each in facts.results}
    # A list has no column for dice: the sums entered before are kept.
    thrown = {(result.round, result.table): dice for result, dice in games_of(facts, unconfirmed=True)}
    with caller.change() as change:
        locked = [at_table(change.session, tables[each.round, each.table], lock=True) for each in results]
        if facts_of(change.session, event_id) != facts:
            raise Problem("changed_meanwhile")
        entered = []
        for at, result in zip(locked, results, strict=True):
            read = ReadResult(LIST, {}, result, dice=thrown.get((result.round, result.table), {}))
            entered.append(_enter(change, at, read, latest.get(at.table.id, 0), note))
        return [each.id for each in entered]
