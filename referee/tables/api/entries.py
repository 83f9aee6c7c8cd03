"""The log of a table over HTTP: reports are posted, tried, corrected and read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from flask import Response

from referee.core.access.scope import table_for
from referee.core.chain import ChainLine
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, answer_text
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.law.package import law
from referee.log.append import Appended, Outdated, Posting
from referee.log.device_clock import ReportTimes
from referee.log.stored_answer import entry_text
from referee.log.table_game import TableGame, TableGames
from referee.tables import commands, corrections
from referee.tables.corrections import BeforeSignal, CorrectEntry
from referee.tables.queries import MOST_LINES, LineView, TabletView, game_for, line_views, tablet_view
from referee.tables.schemas import (
    BatchIn,
    BatchOut,
    CorrectionOut,
    EntryIn,
    EntryOut,
    EntryPage,
    EntryQuery,
    LoggedOut,
    LoggedQuery,
    TrialIn,
    TrialOut,
)

blueprint = StrictBlueprint("entries", __name__, url_prefix="/api/v1/tables", description="The log of a table")


def to_json(line: ChainLine, game: TableGame) -> str:
    return entry_text(line, game.game.ruleset, game.game.state.table, language)


def list_to_json(lines: Iterable[ChainLine], game: TableGame) -> str:
    return "[" + ",".join(to_json(line, game) for line in lines) + "]"


def posting(item: dict[str, Any]) -> Posting:
    return Posting(item["client_id"], item["report"], item.get("reason"))


def outdated_problem(table_id: str, base: int, late: Outdated) -> Problem:
    """The problem for a report that is not based on the last entry, with what others have reported since."""
    since = json.loads(list_to_json(late.since, service().part(TableGames).current(table_id)))
    more: dict[str, Any] = {"seq": late.seq, "since": since}
    if (found := late.overtaken) is not None:
        signal = {"seq": found.signal.seq, "at": found.signal.at}
        more["signal"] = {**signal, "made_at": found.made_at, "judge": found.judge, "seconds": found.seconds}
    return Problem("outdated", more=more, base=base, seq=late.seq)


def report_times(sent_at: int | None, *moments: int | None) -> ReportTimes | None:
    """When reports were made, by the device's clock; None if the device does not say what its clock shows."""
    return None if sent_at is None else ReportTimes(sent_at, moments)


def tablet_update(table_id: str, base: int, done: Appended) -> dict[str, Any]:
    """What a tablet shows after its report: the table, and the entries after ``base`` in words."""
    game_for("table.read", table_id)
    line, repeated = done.logged[-1]
    if repeated:  # others may have reported since, and the table may be closed by now
        games = service().part(TableGames)
        state, found = table_for("table.read", table_id)[0].state, games.current(table_id)
        lines, _ = games.page(table_id, base, MOST_LINES)
    else:
        state, found, lines = "open", done.table, [line]  # else it would not have been logged
    views = line_views(service().database, found, lines, language())
    tablet = dump(TabletView, tablet_view(state, found, language(), law().hash))
    return {"tablet": tablet, "lines": [dump(LineView, each) for each in views]}


@endpoint(blueprint, "GET", "/<table_id>/entries", query=EntryQuery, gives=EntryPage, fails=(409,))
def list_entries(query: dict[str, Any], table_id: str) -> Response:
    """List the entries after a given one.

    304 with no body if there are none; poll every second or two.  If entries are large, a page has fewer than
    ``limit``; ``next`` always says where to continue.
    """
    game, _ = game_for("table.read", table_id)
    games = service().part(TableGames)
    limit = query["limit"]
    shown, more = games.page(table_id, query["since"], limit)
    if shown or game.seq < query["since"]:  # this process's copy may be behind the log
        game = games.current(table_id)
    seq = max(game.seq, shown[-1].seq if shown else 0)
    following = str(shown[-1].seq) if more else "null"
    return answer_text(
        f'{{"seq":{seq},"rows":{list_to_json(shown, game)},"next":{following}}}',
        tag=f"{query['since']} {limit} {shown[-1].hash if shown else ''} {seq} {language()}",
    )


@endpoint(
    blueprint,
    "POST",
    "/<table_id>/entries",
    query=LoggedQuery,
    body=EntryIn,
    gives=LoggedOut,
    status=201,
    fails=(409, 429),
)
def post_entry(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Report what happened at the table.

    201: accepted.  422 ``refused``: the report is logged too, with every clause that it breaks.  409 ``outdated``:
    others have reported since ``base``, and nothing is logged.  ``since`` then has their entries, 200 at most;
    ``signal`` is present if the end signal is among them and the report was made before it, and says whether this
    ``judge`` may put the report before the signal.  Idempotent: the same report sent twice gets the same response
    twice.  429: ``too_many`` reports, or ``too_many_refused`` reports in a row; the report can be sent again after
    ``Retry-After``.
    With ``view=tablet`` the response, whether accepted or refused, also contains the table as it then stands and the
    lines since ``base``, which would be fetched next anyway.
    """
    try:
        when = report_times(body.get("sent_at"), body.get("made_at"))
        done = commands.log_report(caller(), table_id, body["base"], posting(body), when)
    except Outdated as late:
        raise outdated_problem(table_id, body["base"], late) from late
    line, repeated = done.logged[-1]
    headers = {"Idempotent-Replayed": "true"} if repeated else None
    if line.accepted and "view" not in query:
        return answer_text(to_json(line, done.table), 201, headers=headers)
    entry = json.loads(to_json(line, done.table))
    if "view" in query:
        entry |= tablet_update(table_id, body["base"], done)
    if line.accepted:
        return answer(entry, 201, headers=headers)
    refusals = entry["answer"]["refusals"]
    raise Problem(
        "refused",
        more={"entry": entry, "refusals": refusals},
        headers=headers,
        messages=" / ".join(each["message"] for each in refusals),
    )


@endpoint(blueprint, "GET", "/<table_id>/entries/<int:seq>", gives=EntryOut, fails=(409,))
def show_entry(query: dict[str, Any], table_id: str, seq: int) -> Response:
    """Get an entry of the log."""
    game, _ = game_for("table.read", table_id)
    lines = service().part(TableGames).lines(table_id, seq - 1, seq)
    if not lines:
        raise Problem("not_found", path=f"{table_id}/{seq}")
    return answer_text(to_json(lines[0], game), tag=f"{lines[0].hash} {language()}")


@endpoint(blueprint, "POST", "/<table_id>/batches", body=BatchIn, gives=BatchOut, fails=(409, 429), largest=LARGEST)
def post_batch(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Report several things that happened one after another: all or none of them, or up to the first refused one."""
    given = commands.LogBatch(table_id, body["base"], list(map(posting, body["items"])), body["whole"])
    try:
        done = commands.log_batch(caller(), given)
    except Outdated as late:
        raise outdated_problem(table_id, given.base, late) from late
    logged = [each.line for each in done.logged]
    return answer(
        {
            "seq": done.table.seq,
            "entries": json.loads(list_to_json(logged, done.table)),
            "answers": [each.to_json(language()) for each in done.refused],
            "done": len(logged),
            "stopped": bool(done.refused) or not (logged and logged[-1].accepted),
        }
    )


@endpoint(blueprint, "POST", "/<table_id>/trials", body=TrialIn, gives=TrialOut, fails=(409, 429))
def try_reports(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Check whether reports would be legal now, or after an earlier entry.

    Nothing is logged.  Reports that only the bench may make, only the bench may try.
    """
    trial = commands.try_reports(caller(), table_id, body.get("at"), body["reports"], to_the_end=body["to_the_end"])
    changes = [asdict(each) for each in trial.changes]
    return answer({"at": trial.at, "answers": [each.to_json(language()) for each in trial.answers], "changes": changes})


@endpoint(blueprint, "POST", "/<table_id>/corrections", body=CorrectEntry, gives=CorrectionOut, fails=(409, 429))
def correct(body: CorrectEntry, table_id: str) -> Response:
    """Correct an earlier entry.

    The entry and all that follow it are taken back, and what can still follow is reported again.  With
    ``insert`` the report goes before the entry, which then follows it.  With ``trial`` only the consequences are shown.
    """
    try:
        return correction_response(corrections.correct_entry(caller(), table_id, body))
    except Outdated as late:
        raise outdated_problem(table_id, body.base, late) from late


@endpoint(blueprint, "POST", "/<table_id>/before-signal", body=BeforeSignal, gives=CorrectionOut, fails=(409, 429))
def put_before_signal(body: BeforeSignal, table_id: str) -> Response:
    """Move reports that were made before the end signal to their place before it.

    What still follows is reported again after the signal.  The table's judge may do this for as long as the regulation
    allows, the bench at any time.  With ``trial`` only the consequences are shown.
    """
    try:
        return correction_response(corrections.put_before_signal(caller(), table_id, body))
    except Outdated as late:
        raise outdated_problem(table_id, body.base, late) from late


def correction_response(done: corrections.Corrected) -> Response:
    """The response to a correction, tried or logged."""
    entries: list[dict[str, Any]] = []
    if done.logged is not None:
        entries = json.loads(list_to_json([each.line for each in done.logged.logged], done.logged.table))
    return answer(
        {
            "seq": entries[-1]["seq"] if entries else done.seq,
            "answers": [each.to_json(language()) for each in done.plan.answers],
            "again": list(done.plan.again),
            "dropped": list(done.plan.dropped),
            "changes": [asdict(each) for each in done.plan.changes],
            "entries": entries,
        }
    )
