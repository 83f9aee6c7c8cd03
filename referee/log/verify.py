"""Verifying: everything about a table derived once more from its log, and held against what is kept.

The hash chain is computed anew, every report judged anew from the header on, and the answers, the snapshots and the
head of the log compared.  What cannot be seen like this: a log that somebody who knew how has written anew from some
entry to its end, or cut off there; a copy of its last hash shows that (`referee.backup.verify`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple

from sqlalchemy import Connection, column, select, table
from sqlalchemy.exc import DBAPIError

from referee.core.chain import FIELDS, Line, canonical, first_hash, next_hash
from referee.core.database.database import IN_BATCHES, Database, consistent_read
from referee.core.signals import stop_when_orphaned
from referee.log.stored_answer import stored
from referee.log.table_game import judged
from rulesets import Game
from rulesets.kernel.record import Unreadable, open_header, read_line
from rulesets.languages.texts import texts

TABLES = table("game_table", column("id"), column("header"), column("seq"), column("head"))
ENTRIES = table("entry", column("table_id"), *map(column, FIELDS))
SNAPSHOTS = table("snapshot", *map(column, ("table_id", "seq", "hash", "fingerprint", "position")))


class Finding(NamedTuple):
    """Something that is not as it was written.

    ``about``: the table or the event that it is in, empty for the database as a whole; ``seq``: the entry, 0 for none;
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
    """The sentences of all findings in a language."""
    return texts(files("referee") / "texts", "findings", language)


def findings(
    url: str, tables: Sequence[str], jobs: int = 1, prepare: Callable[[], object] = list
) -> Iterator[list[Finding]]:
    """What is wrong with the logs of some tables, table by table in their order; for most an empty list.

    ``jobs``: how many processes work at it; each calls ``prepare`` first.  Nothing may be connected to the database in
    this process.
    """
    work = partial(table_findings, url)
    if jobs == 1 or len(tables) <= 1:
        yield from map(work, tables)
        return
    with ProcessPoolExecutor(min(jobs, len(tables)), initializer=begin, initargs=(prepare,)) as pool:
        yield from pool.map(work, tables, chunksize=max(1, min(16, len(tables) // (4 * jobs))))


def table_findings(url: str, table_id: str) -> list[Finding]:
    """What is wrong with the log of a table; that it cannot be read among it."""
    found: list[Finding] = []
    try:
        with closing(Database(url)) as database, consistent_read(database) as connection:
            found.extend(verified(connection, table_id))
    except (DBAPIError, sqlite3.Error) as error:
        fault = str(getattr(error, "orig", error)).strip().splitlines()[0]
        found.append(Finding(table_id, 0, "unread", {"fault": fault}))
    return found


def begin(prepare: Callable[[], object]) -> None:
    """Begin a process that verifies; it ends with the one that began it."""
    stop_when_orphaned()
    prepare()


def verified(connection: Connection, table_id: str) -> Iterator[Finding]:
    """What is wrong with the log of a table, as a connection sees it that sees one moment (`consistent_read`)."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
    if row is None:
        yield Finding(table_id, 0, "no_table")
        return
    _, header, last, head = row
    query = select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id).order_by(SNAPSHOTS.c.seq)
    snapshots = {snapshot.seq: snapshot for snapshot in connection.execute(query)}
    game = game_of_header(header)
    if game is None:
        yield Finding(table_id, 0, "header")
    seq = 0
    # What the next entry may hang on: the hash that is kept, and the one that should be.  So an altered hash is found
    # once, where it stands, and not with the next entry again.
    hashes: tuple[str, ...] = (first_hash(header),)
    query = select(*ENTRIES.c[FIELDS]).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.seq)
    for found in connection.execute(query, execution_options=IN_BATCHES):
        line = Line(*found)
        line = line._replace(accepted=bool(line.accepted))  # SQLite has numbers for truth
        if line.seq == seq + 1:
            fitting = {next_hash(before, line) for before in hashes}
            if line.hash not in fitting:
                yield Finding(table_id, line.seq, "hash")
            hashes = (line.hash, next_hash(hashes[-1], line))
        else:
            yield Finding(table_id, line.seq, "gap", {"before": seq})
            hashes = (line.hash,)
            game = None
        seq = line.seq
        if game is not None:
            game, what = judged_anew(game, line)
            if what is not None:
                yield Finding(table_id, seq, what)
        if (snapshot := snapshots.pop(seq, None)) is not None:
            if snapshot.hash not in hashes:
                yield Finding(table_id, seq, "snapshot_hash")
            if game is not None and not is_position(game, snapshot.fingerprint, snapshot.position):
                yield Finding(table_id, seq, "snapshot_position")
    for ahead in snapshots:
        yield Finding(table_id, ahead, "snapshot_ahead", {"last": seq})
    if last != seq:
        yield Finding(table_id, 0, "seq", {"kept": last, "last": seq})
    elif head not in hashes:
        yield Finding(table_id, 0, "head", {"last": seq})


def game_of_header(header: str) -> Game | None:
    """The game that a header begins, or None where it cannot be begun."""
    try:
        value = read_line(header)
    except Unreadable:
        return None
    if isinstance(value, dict):  # a fingerprint of before may judge the same: the answers will tell
        value.pop("fingerprint", None)
    return open_header(value).game


def judged_anew(game: Game, line: Line) -> tuple[Game | None, str | None]:
    """The game after a line, and what is wrong with the line.

    None for the game where the line is not what this game answers: what comes behind it would be judged upon another
    game than it was.
    """
    try:
        answer = judged(game, line.report)
    except Unreadable:
        return None, "report"
    if answer.accepted != line.accepted:
        return None, "accepted"
    if stored(answer) != line.answer:
        return None, "answer"
    return answer.game, None


def is_position(game: Game, fingerprint: str, position: str) -> bool:
    """Whether a snapshot is the position of the game; one of other rules counts for nothing, and may be anything."""
    ruleset = game.ruleset
    return fingerprint != ruleset.fingerprint or position == canonical(ruleset.position(game))
