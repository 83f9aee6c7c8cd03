"""Commands that change what is in a table's log: corrections, and moves that go before the end signal.

Nothing is rewritten: what follows is taken back and reported again, in one batch (`referee.log.correction`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core.access.limits import CORRECTION
from referee.core.access.principal import Principal
from referee.core.chain import ChainLine
from referee.core.command import Caller
from referee.core.http.fields import Length
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.log.append import MOST_SINCE, Appended, Outdated, Posting
from referee.log.bench import bench_entries, refuse_bench_only
from referee.log.correction import CHAINED, Correction, Edit, PlannedReport, correction, is_chained
from referee.log.device_clock import ReportTimes
from referee.log.signal import BY_CLOCK, moment, standing_signal
from referee.log.table_game import TableGame, TableGames
from referee.tables.commands import Base, TrialOnly, append, moments, refuse_large, reporter, signed
from referee.tables.schemas import MOST_ENTRIES, ClientId, made_at_field, report_field, sent_at_field
from referee.tables.signal import allow_before_signal, lines_to_move
from tournaments.typed import Whole

LONGEST_ID = 64
"""The longest client id; what would get a longer one in a chain stands for itself."""
LONGEST_PREFIX = 56
"""The longest client id that a number can be added to; a longer one is replaced by its hash."""
CLOCK_DIGITS = 40
"""How many digits of its hash are in the client ids of the clock's entries, after `BY_CLOCK`."""


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """A correction of an entry: the report that it should have been, or null for none.  What followed is reported
    again.
    """

    client_id: ClientId
    base: Base
    seq: Annotated[int, Whole(1, MOST_ENTRIES), "The number of the entry to correct."]
    report: Annotated[dict[str, Any] | None, report_field()]
    reason: Annotated[str, Line(2000)]
    trial: TrialOnly
    insert: Annotated[bool, "true: the report goes before the entry, which is reported again after it."] = False


@dataclass(frozen=True, slots=True)
class Move:
    """A report that is not logged yet."""

    report: Annotated[dict[str, Any], report_field()]
    made_at: Annotated[int | None, made_at_field()] = None
    follows: Annotated[bool, "true: one tap made it and the report before it; one undo takes back both."] = False


@dataclass(frozen=True, slots=True)
class BeforeSignal:
    """Reports that were made before the end signal: entries logged after it, then reports that are not logged yet."""

    client_id: ClientId
    base: Base
    sent_at: Annotated[int, sent_at_field()]
    trial: TrialOnly
    entries: Annotated[Sequence[Annotated[int, Whole(1, MOST_ENTRIES)]], Length(max=200)] = ()
    reports: Annotated[Sequence[Move], Length(max=200)] = ()
    reason: Annotated[str | None, Line(2000)] = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """The outcome of a correction.  ``seq``: the last entry that it was judged on; ``logged``: None if it was not."""

    seq: int
    plan: Correction
    logged: Appended | None


def correct_entry(caller: Caller, table_id: str, given: CorrectEntry) -> Corrected:
    """Take back an entry and all after it, and report again what is still legal then: all or nothing.

    Raises what `log_batch` raises.
    """
    game, who = reporter(caller, "table.report", table_id)
    refuse_large([] if given.report is None else [given.report], "report")
    found, lines = _whole(caller, who, table_id, given.base)
    put = [] if given.report is None else [PlannedReport(signed(given.report, who), _made_at(lines, given.seq))]
    plan = correction(found, lines, Edit(given.seq, put, keep=given.insert))
    return _carry_out(caller, who, game, found.seq, plan, given)


def put_before_signal(caller: Caller, table_id: str, given: BeforeSignal) -> Corrected:
    """Put moves that were made before the end signal before it in the log, too: all or nothing.

    Raises what `log_batch` raises, and the problems ``no_signal``, ``after_signal`` and ``signal_passed``.
    """
    game, who = reporter(caller, "table.report", table_id)
    reports = [each.report for each in given.reports]
    refuse_large(reports, "reports.{}.report")
    found, lines = _whole(caller, who, table_id, given.base)
    signal = standing_signal(lines)
    if signal is None:
        raise Problem("no_signal")
    late = lines_to_move(lines, given.entries, signal)
    made = moments(caller, who, ReportTimes(given.sent_at, tuple(each.made_at for each in given.reports)))
    put = [
        *(
            PlannedReport(json.loads(line.report), moment(line), follows=is_chained(before, line))
            for before, line in zip((None, *late), late, strict=False)
        ),
        *(
            PlannedReport(signed(each.report, who), at, follows=each.follows)
            for each, at in zip(given.reports, made, strict=True)
        ),
    ]
    allow_before_signal(caller.service, who, game, signal, put)
    theirs = bool(bench_entries(caller.service.database, game.event_id, lines[signal.seq - 1 : signal.seq]))
    edit = Edit(signal.seq, put, keep=True, leave=frozenset(line.seq for line in late), bench=theirs)
    plan = correction(found, lines, edit)
    return _carry_out(caller, who, game, found.seq, plan, given, exempt=frozenset({signal.seq}))


def _whole(caller: Caller, who: Principal, table_id: str, base: int) -> tuple[TableGame, list[ChainLine]]:
    """Return the game and the whole log up to an entry, for a correction; counts against the caller's trials."""
    caller.service.limits.trial(who.credential_id, CORRECTION)
    games = caller.service.part(TableGames)
    found = games.at(table_id, base, whole=True)
    return found, games.lines(table_id, 0, found.seq)


def _made_at(lines: Sequence[ChainLine], seq: int) -> int | None:
    """When an entry was made, in ms since 1970; None for one that the log does not have."""
    return moment(lines[seq - 1]) if seq <= len(lines) else None


def _carry_out(
    caller: Caller,
    who: Principal,
    game: TableGame,
    seq: int,
    plan: Correction,
    given: CorrectEntry | BeforeSignal,
    *,
    exempt: frozenset[int] = frozenset(),
) -> Corrected:
    """Log the reports of a plan made at entry ``seq``; for a trial or an impossible plan only check that they might be.

    Raises `Outdated`, and the problems of `refuse_bench_only`.
    """
    games = caller.service.part(TableGames)
    if given.trial or not plan.possible:
        refuse_bench_only(who, game, seq, [each.report for each in plan.reports], exempt)
        if (last := games.current(game.table_id).seq) > seq:
            raise Outdated(last, games.page(game.table_id, seq, min(MOST_SINCE, last - seq))[0])
        return Corrected(seq, plan, None)
    prefix, clock_prefix = _prefix(given.client_id), BY_CLOCK + _digest(given.client_id)[:CLOCK_DIGITS]
    postings: list[Posting] = []
    for number, each in enumerate(plan.reports):
        own = f"{clock_prefix if each.by_clock else prefix}.{number}"
        chained = postings[-1].client_id + CHAINED if each.follows and postings else ""
        client_id = chained if 0 < len(chained) <= LONGEST_ID else own
        postings.append(Posting(client_id, each.report, given.reason, each.made_at))
    return Corrected(seq, plan, append(caller, who, game, given.base, postings, whole=True, exempt=exempt))


def _prefix(client_id: str) -> str:
    """A client id with room for a number after it; a long one is hashed, since two could be cut off to the same id."""
    return client_id if len(client_id) <= LONGEST_PREFIX else _digest(client_id)[:LONGEST_PREFIX]


def _digest(client_id: str) -> str:
    return hashlib.sha256(client_id.encode()).hexdigest()
