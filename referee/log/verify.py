"""Verification: derive everything about a table from its log once more, and compare it with what is stored.

The hash chain is recomputed, every report is judged again from the header on, and the answers, the snapshots and the
head of the log are compared.  This cannot detect a log that was skilfully rewritten from some entry to its end, or cut
off there; a copy of its last hash can (`referee.backup.verify`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple

from sqlalchemy import Connection, column, select, table
from sqlalchemy.exc import DBAPIError

from referee.core.chain import FIELDS, ChainLine, canonical, first_hash, next_hash
from referee.core.database.database import IN_BATCHES, Database, consistent_read
from referee.core.kept_editions import KeptEditions
from referee.core.signals import stop_when_orphaned
from referee.log.stored_answer import stored
from referee.log.table_game import judged
from rulesets import Game
from rulesets.kernel.record import Unreadable, open_header, read_line
from rulesets.languages.texts import texts

TABLES = table("game_table", column("id"), column("header"), column("root"), column("seq"), column("head"))
ENTRIES = table("entry", column("table_id"), *map(column, FIELDS))
SNAPSHOTS = table("snapshot", *map(column, ("table_id", "seq", "hash", "fingerprint", "position")))


class Finding(NamedTuple):
    """Something in the database that is not as it was written.

    ``about``: the id of the table or the event, empty for the database as a whole; ``seq``: the entry, 0 for none;
    ``what``: a name in ``referee/texts/findings.LANG.toml``, whose sentence the ``facts`` fill.
    """

    about: str
    seq: int
    what: str
    facts: Mapping[str, Any] = {}

    def sentence(self, language: str) -> str:
        """The finding as a sentence in a language: what was found - what holds."""
        return sentences(language)[self.what].format(seq=self.seq, **self.facts)


@cache
def sentences(language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts", "findings", language)


def findings(url: str, tables: Sequence[str], jobs: int = 1) -> Iterator[list[Finding]]:
    """Yield what is wrong with the log of each table, in their order; an empty list for a sound one.

    ``jobs``: how many processes share the work.  This process must have no open connection to the database.
    """
    work = partial(table_findings, url)
    if jobs == 1 or len(tables) <= 1:
        yield from map(work, tables)
        return
    with ProcessPoolExecutor(min(jobs, len(tables)), initializer=stop_when_orphaned) as pool:
        yield from pool.map(work, tables, chunksize=max(1, min(16, len(tables) // (4 * jobs))))


def table_findings(url: str, table_id: str) -> list[Finding]:
    """What is wrong with the log of a table, including that it cannot be read."""
    found: list[Finding] = []
    try:
        with (
            closing(Database(url)) as database,
            closing(KeptEditions(database)),
            consistent_read(database) as connection,
        ):
            found.extend(log_findings(connection, table_id))
    except (DBAPIError, sqlite3.Error) as error:
        fault = str(getattr(error, "orig", error)).strip().splitlines()[0]
        found.append(Finding(table_id, 0, "unread", {"fault": fault}))
    return found


def log_findings(connection: Connection, table_id: str) -> Iterator[Finding]:
    """Yield what is wrong with the log of a table.  ``connection``: sees a single moment (`consistent_read`)."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
    if row is None:
        yield Finding(table_id, 0, "no_table")
        return
    _, header, root, last, head = row
    query = select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id).order_by(SNAPSHOTS.c.seq)
    snapshots = {snapshot.seq: snapshot for snapshot in connection.execute(query)}
    check = LogCheck(table_id, root or header)
    if check.game is None:
        yield Finding(table_id, 0, "header")
    query = select(*ENTRIES.c[FIELDS]).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.seq)
    for found in connection.execute(query, execution_options=IN_BATCHES):
        line = ChainLine(*found)
        yield from check.entry(line._replace(accepted=bool(line.accepted)))  # SQLite stores booleans as numbers
        if (snapshot := snapshots.pop(line.seq, None)) is not None:
            yield from check.snapshot(snapshot.hash, snapshot.fingerprint, snapshot.position)
    for ahead in snapshots:
        yield Finding(table_id, ahead, "snapshot_ahead", {"last": check.seq})
    yield from check.end(last, head)


class LogCheck:
    """Checks a log from its header on, entry by entry.

    ``game``: the game after the last entry, None once it cannot be known; ``hashes``: those that the next entry may
    follow: the stored one, and the one that should be stored, so that an altered hash is reported where it is, and not
    again for the next entry.
    """

    def __init__(self, table_id: str, header: str) -> None:
        self.table_id = table_id
        self.seq = 0
        self.game, self.retired = start_of(header)
        self.hashes: tuple[str, ...] = (first_hash(header),)

    def entry(self, line: ChainLine) -> Iterator[Finding]:
        """Yield what is wrong with the next entry."""
        if line.seq == self.seq + 1:
            if line.hash not in {next_hash(before, line) for before in self.hashes}:
                yield Finding(self.table_id, line.seq, "hash")
            self.hashes = (line.hash, next_hash(self.hashes[-1], line))
        else:
            yield Finding(self.table_id, line.seq, "gap", {"before": self.seq})
            self.hashes, self.game = (line.hash,), None
        self.seq = line.seq
        if self.game is not None:
            self.game, what = rejudged(self.game, line, facts=not self.retired)
            if what is not None:
                yield Finding(self.table_id, line.seq, what)

    def snapshot(self, hash_: str, fingerprint: str, position: str) -> Iterator[Finding]:
        """Yield what is wrong with the snapshot taken after the last entry."""
        if hash_ not in self.hashes:
            yield Finding(self.table_id, self.seq, "snapshot_hash")
        if self.game is not None and not is_position_of(self.game, fingerprint, position):
            yield Finding(self.table_id, self.seq, "snapshot_position")

    def end(self, last: int, head: str) -> Iterator[Finding]:
        """Yield how the table's head, its last entry and that entry's hash, differs from the end of the log."""
        if last != self.seq:
            yield Finding(self.table_id, 0, "seq", {"kept": last, "last": self.seq})
        elif head not in self.hashes:
            yield Finding(self.table_id, 0, "head", {"last": self.seq})


def start_of(header: str) -> tuple[Game | None, bool]:
    """The game that a header starts, None if it cannot be started, and whether a later version of its rules judges it,
    since the one that it names is gone.
    """
    try:
        value = read_line(header)
    except Unreadable:
        return None, False
    if isinstance(value, dict):  # a ruleset with another fingerprint may judge the same: the answers will tell
        value.pop("fingerprint", None)
    opening = open_header(value)
    return opening.game, opening.retired is not None


def rejudged(game: Game, line: ChainLine, *, facts: bool) -> tuple[Game | None, str | None]:
    """The game after a line, and what is wrong with the line.

    ``facts``: whether the answer must be the same fact by fact; a later version of the rules may tell more.
    The game is None if its answer is not that of the line: later lines would be judged on another game than they were.
    """
    try:
        answer = judged(game, line.report)
    except Unreadable:
        return None, "report"
    if answer.accepted != line.accepted:
        return None, "accepted"
    if facts and stored(answer) != line.answer:
        return None, "answer"
    return answer.game, None


def is_position_of(game: Game, fingerprint: str, position: str) -> bool:
    """Whether a snapshot is the game's position; one made under other rules is never used, so it may be anything."""
    ruleset = game.ruleset
    return fingerprint != ruleset.fingerprint or position == canonical(ruleset.position(game))
