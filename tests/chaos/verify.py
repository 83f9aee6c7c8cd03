"""The final verification: compares the database with the journal, and checks its consistency.

Each function returns or yields one sentence for each fault.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, NamedTuple

import rulesets
from referee.core.chain import FIELDS, ChainLine, first_hash, next_hash
from referee.core.database.database import Database, Row
from referee.core.settings import Settings
from tests.chaos.hall import Hall
from tests.chaos.journal import Journal

LINES = f"SELECT table_id, {', '.join(FIELDS)} FROM entry ORDER BY table_id, seq"
HEADS = "SELECT id, header, seq, head FROM game_table"
CALLS = "SELECT table_id, client_id, call_id FROM call_line"
RESOLVED = "SELECT call_id FROM call_step WHERE kind = 'resolved'"
CASES = "SELECT table_id, client_id, id FROM ruling_case"
STEPS = "SELECT case_id, client_id, kind, entry FROM case_step WHERE client_id IS NOT NULL"
RESULTS = "SELECT table_id, id, notes, entered, confirmed_at FROM table_result"
ACTIVATIONS = "SELECT round_id, reason, id FROM activation WHERE reason IS NOT NULL"
TIME_UPS = "SELECT table_id, id, due_at, fired_at, turn FROM deadline WHERE kind = 'time_up'"


class Shown(NamedTuple):
    """What the service showed of a table at the end: all entries, and the position."""

    entries: list[dict[str, Any]]
    position: dict[str, Any]


class Kept(NamedTuple):
    """The contents of the database: heads (header, seq, hash) and lines by table, and rows of the other queries."""

    heads: dict[str, tuple[str, int, str]]
    lines: Mapping[str, list[ChainLine]]
    rows: dict[str, list[Row]]


def read(settings: Settings) -> Kept:
    with closing(Database(settings.database_url)) as database:
        lines: defaultdict[str, list[ChainLine]] = defaultdict(list)
        for table, *fields in database.rows(LINES, {}):
            line = ChainLine(*fields)
            lines[table].append(line._replace(accepted=bool(line.accepted)))
        heads = {row[0]: (row[1], row[2], row[3]) for row in database.rows(HEADS, {})}
        every = (CALLS, RESOLVED, CASES, STEPS, RESULTS, ACTIVATIONS, TIME_UPS)
        return Kept(heads, lines, {each: database.rows(each, {}) for each in every})


def faults(settings: Settings, hall: Hall, journal: Journal, shown: Mapping[str, Shown], up: set[str]) -> list[str]:
    """All faults: of the journal, the database and `referee db verify`.  ``up``: the tables whose time must be up."""
    return [*journal.wrong, *database_faults(settings, hall, journal, shown, up), *db_verify(settings)]


def database_faults(
    settings: Settings, hall: Hall, journal: Journal, shown: Mapping[str, Shown], up: set[str]
) -> list[str]:
    """The faults found by comparing the database with the journal."""
    kept = read(settings)
    return [
        *_chain(kept),
        *_acknowledged(kept, journal),
        *_seen(kept, journal),
        *_replayed(kept, hall, journal, shown),
        *_time_ups(kept, hall, up),
        *_promises(kept, journal),
    ]


def _chain(kept: Kept) -> Iterator[str]:
    """Each log is numbered from 1 without gaps, its hash chain is valid, no client id occurs twice, and it ends at its
    head.
    """
    for table, (header, seq, head) in kept.heads.items():
        lines = kept.lines.get(table, [])
        if [line.seq for line in lines] != list(range(1, len(lines) + 1)):
            yield f"table {table}: its entries are {[line.seq for line in lines]}"
        before = first_hash(header)
        for line in lines:
            if line.hash != next_hash(before, line):
                yield f"table {table}: the hash of entry {line.seq} is not the one of the chain"
            before = line.hash
        if (seq, head) != (len(lines), before):
            yield f"table {table}: the head is at {seq}, the log at {len(lines)}, or their hashes differ"
        for client_id, count in Counter(line.client_id for line in lines).items():
            if count > 1:
                yield f"table {table}: {client_id} is in the log {count} times"


def _acknowledged(kept: Kept, journal: Journal) -> Iterator[str]:
    """Every acknowledged report is in the log, at the number and with the content that was acknowledged."""
    by_client = {(table, line.client_id): line for table, lines in kept.lines.items() for line in lines}
    for (table, client_id), entry in journal.entries.items():
        line = by_client.get((table, client_id))
        if line is None:
            yield f"table {table}: the acknowledged report {client_id} (entry {entry['seq']}) is not in the log"
            continue
        logged = (line.seq, line.hash, line.accepted, json.loads(line.report))
        if logged != (entry["seq"], entry["hash"], entry["accepted"], entry["report"]):
            yield f"table {table}: {client_id} was acknowledged as {entry}, and is logged as {line}"


def _seen(kept: Kept, journal: Journal) -> Iterator[str]:
    """Every entry that anybody was shown is in the log."""
    hashes = {(table, line.seq): line.hash for table, lines in kept.lines.items() for line in lines}
    for (table, seq), digest in journal.seen.items():
        if hashes.get((table, seq)) != digest:
            yield f"table {table}: entry {seq} was shown with the hash {digest}, and is {hashes.get((table, seq))}"


def _replayed(kept: Kept, hall: Hall, journal: Journal, shown: Mapping[str, Shown]) -> Iterator[str]:
    """Replaying the log gives the position that the service shows, and the answers that it gave.

    If the service could show nothing at the end, that has already been recorded as a fault.
    """
    if not shown:
        return
    for table in (each for round_ in hall.rounds for each in round_.tables):
        lines, view = kept.lines.get(table.id, []), shown.get(table.id)
        if view is None:
            yield f"table {table.id} was not shown"
            continue
        record = rulesets.replay(table.header, [json.loads(line.report) for line in lines], stop=False)
        game = record.game
        if game is None or game.ruleset.position(game) != view.position:
            yield f"table {table.id}: the log does not replay to the position that is shown"
        if [answer.accepted for answer in record.answers] != [line.accepted for line in lines]:
            yield f"table {table.id}: the log does not replay to its own answers"
        by_client = {entry["client_id"]: entry for entry in view.entries}
        if len(view.entries) != len(lines) or len(by_client) != len(lines):
            yield f"table {table.id}: {len(lines)} entries are logged, {len(view.entries)} are shown"
        for (where, client_id), entry in journal.entries.items():
            if where == table.id and by_client.get(client_id) != entry:
                yield f"table {table.id}: {entry} was answered, and {by_client.get(client_id)} is shown"


def _time_ups(kept: Kept, hall: Hall, up: set[str]) -> Iterator[str]:
    """At every table whose time ran out, the time-up was logged exactly once, unless the game was already over."""
    deadlines = {row[0]: row for row in kept.rows[TIME_UPS]}
    for table in (each for round_ in hall.rounds for each in round_.tables if each.id in up):
        if table.id not in deadlines:
            yield f"table {table.id} has no deadline"
            continue
        _, deadline, due_at, fired_at, turn = deadlines[table.id]
        if due_at is None or fired_at is None or turn != 1:
            yield f"table {table.id}: the time-up was due {due_at}, happened {fired_at}, turn {turn}"
        rung = [line for line in kept.lines.get(table.id, []) if json.loads(line.report).get("type") == "time_up"]
        names = [line.client_id for line in rung]
        if names not in ([], [f"clock/{deadline}/1"]):
            yield f"table {table.id}: its time-ups are {names}"
        if not names and not _was_over(kept, table.id, table.header):
            yield f"table {table.id}: its time ran out, and no time-up is in the log"


def _was_over(kept: Kept, table: str, header: dict[str, Any]) -> bool:
    """Whether a game ended before its time was up."""
    game = rulesets.replay(header, [json.loads(line.report) for line in kept.lines.get(table, [])], stop=False).game
    return game is not None and game.ruleset.over(game)


def _promises(kept: Kept, journal: Journal) -> Iterator[str]:
    """Everything else that was acknowledged is in the database exactly once, as it was acknowledged."""
    rows = kept.rows
    expected: dict[str, Iterable[Row]] = {
        "call": rows[CALLS],
        "resolved": rows[RESOLVED],
        "case": rows[CASES],
        "decision": ((case, name, entry) for case, name, kind, entry in rows[STEPS] if kind == "decided"),
        "appeal": ((case, name) for case, name, kind, _ in rows[STEPS] if kind == "appealed"),
        "settled": ((case, name) for case, name, kind, _ in rows[STEPS] if kind == "upheld"),
        # What a result says of open calls stands below its note.
        "result": ((table, id_, note.partition("\n")[0]) for table, id_, note, _, _ in rows[RESULTS]),
        "confirmed": ((table, id_) for table, id_, _, _, at in rows[RESULTS] if at is not None),
        "activation": rows[ACTIVATIONS],
    }
    counted = {what: Counter(map(tuple, each)) for what, each in expected.items()}
    rulings = {
        (table, line.seq)
        for table, lines in kept.lines.items()
        for line in lines
        if line.accepted and json.loads(line.report).get("type") == "ruling"
    }
    for what, facts in journal.promises:
        for named in _named(what, facts):
            if (times := counted[what][named]) != 1:
                yield f"{what} {facts} was acknowledged, and is there {times} times"
        if what == "decision" and facts["entry"] is not None and (facts["table"], facts["entry"]) not in rulings:
            yield f"{what} {facts} was acknowledged, and is no ruling in the log"
    for what, each in counted.items():  # nor may anything be duplicated, acknowledged or not
        yield from (f"{what} {row} is there {times} times" for row, times in each.items() if times > 1)
    for (_, reason), times in Counter((row[0], row[1]) for row in rows[ACTIVATIONS]).items():
        if times > 1:
            yield f"the clock was moved {times} times by one wish ({reason})"
    for (table, note), times in Counter((row[0], row[2]) for row in rows[RESULTS]).items():
        if times > 1:
            yield f"table {table}: one result ({note}) was entered {times} times"


def _named(what: str, facts: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The rows that must exist for a promise."""
    names = {
        "call": ("table", "client_id", "id"),
        "resolved": ("id",),
        "case": ("table", "client_id", "id"),
        "decision": ("case", "client_id", "entry"),
        "appeal": ("case", "client_id"),
        "settled": ("case", "client_id"),
        "result": ("table", "id", "note"),
        "confirmed": ("table", "id"),
    }
    if what == "activation":
        return [(facts["round"], facts["reason"], each) for each in facts["ids"]]
    return [tuple(facts[name] for name in names[what])]


def db_verify(settings: Settings) -> list[str]:
    """The findings of `referee db verify`."""
    environment = {
        **os.environ,
        "REFEREE_DATA": str(settings.data),
        "REFEREE_DATABASE_URL": settings.database_url,
    }
    command = [sys.executable, "-m", "referee.cli", "db", "verify", "--jobs", "1", "--lang", "en"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [f"referee db verify: {done.stdout[-2000:]}{done.stderr[-2000:]}"]
