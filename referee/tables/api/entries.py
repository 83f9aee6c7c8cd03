"""The log of a table: reports posted, tried, corrected, read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from flask import Response

from referee.clocks import follow
from referee.core import metrics
from referee.core.access.limits import CORRECTION, REPORTS_A_TRIAL
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.chain import Line
from referee.core.http.body_limits import LARGEST
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.field_faults import Fault, invalid
from referee.core.http.responses import answer, answer_text
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.append import SINCE, Appended, Log, Outdated, Posting
from referee.log.bench import is_ruling, leave_to_the_bench
from referee.log.correction import correction
from referee.log.flow import Flow
from referee.log.standing import is_retraction
from referee.log.stored_answer import entry_text
from referee.log.table_game import TableGame, TableGames, is_forgotten
from referee.tables.api.tables import game_for
from referee.tables.report_size import refuse_large
from referee.tables.schemas import (
    BatchIn,
    BatchOut,
    CorrectionIn,
    CorrectionOut,
    EntryIn,
    EntryOut,
    EntryPage,
    EntryQuery,
    TrialIn,
    TrialOut,
)

blueprint = StrictBlueprint("entries", __name__, url_prefix="/api/v1/tables", description="The log of a table")


def as_text(line: Line, game: TableGame) -> str:
    """An entry as it is answered, as JSON text."""
    return entry_text(line, game.game.ruleset, game.game.state.table, language)


def as_texts(lines: Iterable[Line], game: TableGame) -> str:
    """Entries as they are answered, as the JSON text of a list."""
    return "[" + ",".join(as_text(line, game) for line in lines) + "]"


def posting(item: dict[str, Any], who: Principal) -> Posting:
    """A posting.  A ruling says itself why; what takes something back must say why beside it.

    Raises the problem ``invalid``.
    """
    if is_retraction(item["report"]) and "reason" not in item:
        raise invalid(Fault("reason", "reason_missing", {}))
    return Posting(item["client_id"], signed(item["report"], who), item.get("reason"))


def signed(report: dict[str, Any], who: Principal) -> dict[str, Any]:
    """The report as it is judged: a ruling is signed by who makes it, whoever it names itself."""
    return {**report, "by": who.author.name} if is_ruling(report) else report


def appended(game: TableGame, base: int, postings: list[Posting], who: Principal, *, whole: bool) -> Appended:
    """Log postings, if who asks may make them, and wake whoever waits for news.

    Raises the problem ``outdated`` with what happened since, those of `referee.log.bench.leave_to_the_bench`, and
    ``too_many`` and ``too_many_refused``, which are not for the bench.
    """
    now, table_id = service(), game.table_id
    paced = not may(who.roles_in(game.event_id, table_id), "table.rule")
    if paced:
        now.part(Flow).spend(who.credential_id, len(postings))
    leave_to_the_bench(who, game, base, [each.report for each in postings])
    try:
        done = now.part(Log).append(table_id, base, postings, who.author, who.epoch, whole=whole)
    except Outdated as late:
        raise outdated(table_id, base, late) from late
    fresh = [each.line for each in done.logged if not each.repeated]
    if fresh and paced:
        now.part(Flow).answered(who.credential_id, accepted=fresh[-1].accepted)
    for line in fresh:
        metrics.logged(line.accepted)
    if fresh:
        now.bus.publish(table_id, done.table.event_id)
    follow.after(now, table_id, postings)
    return done


def outdated(table_id: str, base: int, late: Outdated) -> Problem:
    """The problem of whoever reports upon an older entry, with what happened since."""
    since = json.loads(as_texts(late.since, service().part(TableGames).current(table_id)))
    return Problem("outdated", more={"seq": late.seq, "since": since}, base=base, seq=late.seq)


@endpoint(blueprint, "GET", "/<table_id>/entries", query=EntryQuery, gives=EntryPage, fails=(409,))
def list_entries(query: dict[str, Any], table_id: str) -> Response:
    """The entries since one; 304 and nothing where there are none.  Ask again every second or two.

    Entries that are large are fewer than ``limit``; ``next`` says where it goes on, whatever ended the page.
    """
    game_for("table.read", table_id)
    games = service().part(TableGames)
    limit = query["limit"]
    shown, more = games.page(table_id, query["since"], limit)
    game = games.remembered(table_id)
    if shown or game.seq < query["since"]:  # what this process remembers may be behind
        game = games.current(table_id)
    seq = max(game.seq, shown[-1].seq if shown else 0)
    following = str(shown[-1].seq) if more else "null"
    return answer_text(
        f'{{"seq":{seq},"rows":{as_texts(shown, game)},"next":{following}}}',
        tag=f"{query['since']} {limit} {shown[-1].hash if shown else ''} {seq} {language()}",
    )


@endpoint(blueprint, "POST", "/<table_id>/entries", body=EntryIn, gives=EntryOut, status=201, fails=(409, 429))
def post_entry(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Report what happened at the table.

    201: accepted.  422 ``refused``: logged too, with every clause that it breaks.  409 ``outdated``: others have
    reported since ``base``; nothing is logged, and ``since`` says what they have, 200 entries of it at most.  The same
    report sent twice is answered the same twice.  429: ``too_many`` reports, or ``too_many_refused`` ones in a row; the
    same can be sent again after ``Retry-After``.
    """
    game, who = game_for("table.report", table_id)
    refuse_large([body["report"]], "report")
    done = appended(game, body["base"], [posting(body, who)], who, whole=False)
    line, repeated = done.logged[-1]
    headers = {"Idempotent-Replayed": "true"} if repeated else None
    if line.accepted:
        return answer_text(as_text(line, done.table), 201, headers=headers)
    entry = json.loads(as_text(line, done.table))
    refusals = entry["answer"]["refusals"]
    raise Problem(
        "refused",
        more={"entry": entry, "refusals": refusals},
        headers=headers,
        messages=" / ".join(each["message"] for each in refusals),
    )


@endpoint(blueprint, "GET", "/<table_id>/entries/<int:seq>", gives=EntryOut, fails=(409,))
def show_entry(query: dict[str, Any], table_id: str, seq: int) -> Response:
    """An entry of the log."""
    game, _ = game_for("table.read", table_id)
    lines = service().part(TableGames).lines(table_id, seq - 1, seq)
    if not lines:
        raise Problem("not_found", path=f"{table_id}/{seq}")
    return answer_text(as_text(lines[0], game), tag=f"{lines[0].hash} {language()}")


@endpoint(blueprint, "POST", "/<table_id>/batches", body=BatchIn, gives=BatchOut, fails=(409, 429), largest=LARGEST)
def post_batch(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Report several things that happened one after another: all or nothing, or as far as it goes."""
    game, who = game_for("table.report", table_id)
    refuse_large([item["report"] for item in body["items"]], "items.{}.report")
    postings = [posting(item, who) for item in body["items"]]
    if len({each.client_id for each in postings}) < len(postings):
        raise invalid(Fault("items", "client_id_twice", {}))
    done = appended(game, body["base"], postings, who, whole=body["whole"])
    logged = [each.line for each in done.logged]
    return answer(
        {
            "seq": done.table.seq,
            "entries": json.loads(as_texts(logged, done.table)),
            "answers": [each.to_json(language()) for each in done.refused],
            "done": len(logged),
            "stopped": bool(done.refused) or not (logged and logged[-1].accepted),
        }
    )


@endpoint(blueprint, "POST", "/<table_id>/trials", body=TrialIn, gives=TrialOut, fails=(409, 429))
def try_reports(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Would this be legal, here, now?  Or after an earlier entry.  Nothing is logged.

    What is the bench's to report is the bench's to try.
    """
    found, who = game_for("table.try", table_id)
    refuse_large(body["reports"], "reports.{}")
    reports = [signed(report, who) for report in body["reports"]]
    service().limits.trial(who.credential_id, 1 + len(reports) // REPORTS_A_TRIAL)
    games = service().part(TableGames)
    found = games.at(table_id, body["at"]) if "at" in body else games.current(table_id)
    if body.get("at", 0) > found.seq:
        raise Problem("base_ahead", more={"seq": found.seq}, seq=found.seq)
    leave_to_the_bench(who, found, found.seq, reports)
    if any(is_forgotten(found.game, report) for report in reports):
        found = games.at(table_id, found.seq, whole=True)
    game = found.game
    answers = []
    for report in reports:
        judged = game.ruleset.judge(game, report)
        answers.append(judged.to_json(language()))
        game = judged.game
        if not judged.accepted:
            break
    return answer({"at": found.seq, "answers": answers})


@endpoint(blueprint, "POST", "/<table_id>/corrections", body=CorrectionIn, gives=CorrectionOut, fails=(409, 429))
def correct(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Correct an entry further back: it is taken back with all after it, and what still follows is reported again.

    With ``trial`` only the consequences are shown.
    """
    game, who = game_for("table.report", table_id)
    refuse_large([] if body["report"] is None else [body["report"]], "report")
    service().limits.trial(who.credential_id, CORRECTION)
    found = service().part(TableGames).at(table_id, body["base"], whole=True)
    report = None if body["report"] is None else signed(body["report"], who)
    plan = correction(found, service().part(TableGames).lines(table_id, 0, found.seq), body["seq"], report)
    entries: list[dict[str, Any]] = []
    if body["trial"] or not plan.possible:
        leave_to_the_bench(who, game, found.seq, plan.reports)
        games = service().part(TableGames)
        if (seq := games.current(table_id).seq) > found.seq:
            raise outdated(
                table_id, found.seq, Outdated(seq, games.page(table_id, found.seq, min(SINCE, seq - found.seq))[0])
            )
    else:
        # Numbers need room behind the name; cut off, two long names could become one.
        name = body["client_id"]
        name = name if len(name) <= 56 else hashlib.sha256(name.encode()).hexdigest()[:56]
        postings = [Posting(f"{name}.{number}", report, body["reason"]) for number, report in enumerate(plan.reports)]
        done = appended(game, body["base"], postings, who, whole=True)
        entries = json.loads(as_texts([each.line for each in done.logged], done.table))
    return answer(
        {
            "seq": entries[-1]["seq"] if entries else found.seq,
            "answers": [each.to_json(language()) for each in plan.answers],
            "again": list(plan.again),
            "dropped": list(plan.dropped),
            "entries": entries,
        }
    )
