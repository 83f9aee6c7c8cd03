"""Entering, confirming and importing results, and showing those of a round to everybody."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session, col, select

from referee.clocks.change import lock
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.chain import canonical
from referee.core.database.database import driver_execute
from referee.core.http.field_faults import Fault as FieldFault
from referee.core.http.field_faults import invalid
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.seats import seated
from referee.log.table_game import TableGame, TableGames
from referee.models import GameTable, Round, TableResult
from referee.results.at_table import AtTable, at_table
from referee.results.facts import Facts, facts_of, games_of, kept
from referee.results.queries import CONFIRMED, state_of, versions
from referee.results.sources import LIST, Entered, from_log, from_points, from_sheet
from referee.results.views import objections
from tournaments.fault import Fault, Faulty
from tournaments.results_list.preview import ResultsPreview, apply, preview


def outdated(at: AtTable, before: Sequence[TableResult], version: int) -> None:
    """Raises the problem ``result_outdated`` if a table's latest version is not the one that something is based on."""
    latest = before[-1] if before else None
    if (latest.version if latest else 0) != version:
        raise Problem(
            "result_outdated",
            number=at.table.number,
            version=latest.version if latest else 0,
            by=latest.entered_by if latest else "–",
            base=version,
        )


def enter(
    session: Session, now: int, who: Principal, at: AtTable, entered: Entered, version: int, note: str | None
) -> TableResult:
    """Keep what was entered as the next version of a table's result.

    ``at``: the table, locked; ``version``: the one that it is based on, 0 for none; ``note``: why, which is needed once
    a result was confirmed or the round is closed.  Where the regulation wants no second person it is confirmed at once.
    Raises the problems ``result_outdated``, ``sheet_objected`` and ``invalid``, and `Faulty` where the regulation has
    no points for it.
    """
    objected(entered)
    assert entered.result is not None
    before = versions(session, at.table.id)
    outdated(at, before, version)
    corrects = any(each.confirmed_at is not None for each in before) or (before and at.round.state == "closed")
    if corrects and not note:
        raise invalid(FieldFault("note", "note_missing", {}))
    at.scored(entered.result, entered.dice)
    author = who.author
    made = TableResult(
        event_id=at.table.event_id,
        table_id=at.table.id,
        version=version + 1,
        source=entered.source,
        entered=canonical(entered.entered),
        players=json.dumps(kept(entered.result, dict(entered.dice))),
        notes=note,
        entered_by=author.name,
        entered_account_id=author.account_id,
        entered_credential_id=author.credential_id,
        entered_at=now,
    )
    if at.regulation.results.confirmation == "none":
        _confirm(made, who, now)
    session.add(made)
    session.flush()
    lock(session, at.table.event_id, now)  # where no clock was started, nothing else says that play has begun
    audit.record(
        session,
        now,
        who,
        "result.enter",
        f"table:{at.table.id}",
        at.table.event_id,
        result=made.id,
        version=made.version,
        source=made.source,
        note=note,
    )
    return made


def objected(entered: Entered) -> None:
    """Raises the problem ``sheet_objected`` with what stands in a sheet's way."""
    if entered.unsettled or entered.result is None:
        told = objections(entered.unsettled or entered.objections, entered)
        raise Problem("sheet_objected", more={"objections": told}, objections=[each["message"] for each in told])


def confirm(session: Session, now: int, who: Principal, result_id: str) -> TableResult:
    """Confirm the latest version of a table's result: from now on it stands.

    Raises the problems ``not_found``, ``result_outdated``, and ``own_result`` where the regulation wants another person
    than the one who entered it.
    """
    found = session.get(TableResult, result_id)
    if found is None:
        raise Problem("not_found", path=result_id)
    at = at_table(session, found.table_id, lock=True)
    before = versions(session, found.table_id)
    outdated(at, before, found.version)
    found = before[-1]
    if found.confirmed_at is not None:
        return found
    if found.entered_account_id is not None and found.entered_account_id == who.account_id:
        raise Problem("own_result", number=at.table.number, by=found.entered_by)
    _confirm(found, who, now)
    session.add(found)
    target = f"table:{found.table_id}"
    audit.record(session, now, who, "result.confirm", target, found.event_id, result=found.id, version=found.version)
    return found


def _confirm(result: TableResult, who: Principal, now: int) -> None:
    author = who.author
    result.confirmed_by = author.name
    result.confirmed_account_id = author.account_id
    result.confirmed_credential_id = author.credential_id
    result.confirmed_at = now


def read_result(at: AtTable, sent: Mapping[str, Any], game: TableGame | None) -> Entered:
    """What was sent, read: by exactly one of ``log``, ``sheet`` and ``points``, with ``dice`` and ``comments``.

    ``game``: the table's, for a result by its log.  Raises what the three raise, and the problem ``invalid`` for a
    game that is not over without a note.
    """
    if "log" in sent:
        assert game is not None
        if sent["log"]["anyway"] and not sent.get("note"):
            raise invalid(FieldFault("note", "note_missing", {}))
        read = from_log(at, game, anyway=sent["log"]["anyway"])
    elif "sheet" in sent:
        read = from_sheet(at, json.loads(at.table.header), sent["sheet"], sent["comments"])
    else:
        read = from_points(at, sent["points"])
    strange = [player for player in sent["dice"] if player not in at.players]
    if strange:
        seated = ", ".join(at.name(player) for player in at.players)
        raise Faulty([Fault("dice", "player_not_seated", {"name": each, "seated": seated}) for each in strange])
    return Entered(read.source, read.entered, read.result, read.objections, read.unsettled, sent["dice"])


def try_result(session: Session, table_id: str, sent: Mapping[str, Any]) -> tuple[AtTable, Entered]:
    """Count and check what was sent, and keep nothing of it.

    Raises the problems ``not_found``, ``table_unseated``, ``no_regulation`` and ``game_not_over``, and `Faulty`.
    """
    at = at_table(session, table_id)
    read = read_result(at, sent, service().part(TableGames).current(table_id) if "log" in sent else None)
    if read.result is not None:
        at.scored(read.result, read.dice)
    return at, read


def enter_result(
    session: Session, now: int, who: Principal, table_id: str, sent: Mapping[str, Any], tried: tuple[AtTable, Entered]
) -> TableResult:
    """Enter what was sent and tried before.

    A log is read again, as it stands once nobody can report any more; the counting of a sheet stands, unless others
    sit there by now.  Raises what `try_result` and `enter` raise.
    """
    at = at_table(session, table_id, lock=True)
    before, read = tried
    if "log" in sent:
        read = read_result(at, sent, service().part(TableGames).current(table_id, driver_execute(session)))
    elif (at.players, at.table.header) != (before.players, before.table.header):
        read = read_result(at, sent, None)
    return enter(session, now, who, at, read, sent["version"], sent.get("note"))


def missing(session: Session, round_id: str) -> list[GameTable]:
    """The tables of a round whose result is not confirmed, by number; those that nobody sits at left out."""
    wanted = select(GameTable).where(GameTable.round_id == round_id).order_by(col(GameTable.number))
    tables = session.exec(wanted).all()
    seats = seated(session, [table.id for table in tables])
    states = state_of(session, tables)
    return [table for table in tables if seats[table.id] and states[table.id] != CONFIRMED]


def publish(session: Session, now: int, who: Principal, round_id: str) -> Round:
    """Show the results of a round to everybody.

    Raises the problems ``round_open`` where it is not closed, and ``results_missing`` with the tables that are not in.
    """
    round_ = _locked(session, round_id)
    if round_.results_published_at is not None:
        return round_
    if round_.state != "closed":
        raise Problem("round_open", number=round_.number)
    if left := missing(session, round_id):
        more = {"tables": [table.id for table in left]}
        raise Problem("results_missing", more=more, number=round_.number, tables=[table.number for table in left])
    return _set(session, now, who, round_, now)


def withdraw(session: Session, now: int, who: Principal, round_id: str, reason: str) -> Round:
    """Hide the results of a round again."""
    round_ = _locked(session, round_id)
    return round_ if round_.results_published_at is None else _set(session, now, who, round_, None, reason)


def _locked(session: Session, round_id: str) -> Round:
    found = session.exec(select(Round).where(Round.id == round_id).with_for_update(key_share=True)).first()
    if found is None:
        raise Problem("not_found", path=round_id)
    return found


def _set(
    session: Session, now: int, who: Principal, round_: Round, moment: int | None, reason: str | None = None
) -> Round:
    round_.results_published_at = moment
    session.add(round_)
    target = f"round:{round_.id}"
    audit.record(
        session, now, who, "result.publish", target, round_.event_id, published=moment is not None, reason=reason
    )
    return round_


def previewed(session: Session, event_id: str, data: bytes) -> tuple[Facts, ResultsPreview]:
    """What an import of a list would do, and the facts that it goes by.

    Raises the problems ``not_found`` and ``no_regulation``, and `Faulty` where the list cannot be read.
    """
    facts = facts_of(session, event_id)
    seats = seated(session, [table.id for table in facts.tables])
    return facts, preview(
        data,
        facts.entrants,
        [result for result, _ in games_of(facts, entered=True)],
        {(table.round, table.number): [seat.player_id for seat in seats[table.id]] for table in facts.tables},
    )


def applied(
    session: Session, now: int, who: Principal, event_id: str, facts: Facts, found: ResultsPreview, note: str | None
) -> list[TableResult]:
    """Enter the results of a preview that are new or changed.

    Raises `Faulty` with every fault of the list, the problem ``changed_meanwhile`` where the facts are others by now,
    and what `enter` raises.
    """
    results = apply(found)
    tables = {(table.round, table.number): table.id for table in facts.tables}
    made = []
    locked = [at_table(session, tables[each.round, each.table], lock=True) for each in results]
    if facts_of(session, event_id) != facts:
        raise Problem("changed_meanwhile")
    latest = {each.table_id: each.version for each in facts.results}
    # A list has no column for dice: those that were thrown stand.
    thrown = {(result.round, result.table): dice for result, dice in games_of(facts, entered=True)}
    for at, result in zip(locked, results, strict=True):
        entered = Entered(LIST, {}, result, dice=thrown.get((result.round, result.table), {}))
        made.append(enter(session, now, who, at, entered, latest.get(at.table.id, 0), note))
    return made
