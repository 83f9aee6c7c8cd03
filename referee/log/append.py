"""Appending to a table's log: the only way to write to it.

The report is judged by the game as this process knows it; then one durable transaction moves the head of the log on
from the entry that was judged on, and writes the new entry.  If the head has moved meanwhile, nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.chain import FIELDS, Author, ChainLine, canonical, with_hash
from referee.core.database.database import is_duplicate
from referee.core.database.group_commit import Execute
from referee.core.problems import AccessLost, Problem
from referee.log.signal import Overtaken
from referee.log.stored_answer import stored
from referee.log.table_game import SNAPSHOT_INTERVAL, TableGame, TableGames, is_forgotten, snapshot
from rulesets import Answer

MOVE_HEAD = (
    "UPDATE game_table SET seq = :seq, head = :hash"
    " WHERE id = :id AND seq = :before AND head = :head AND state = 'open'"
)
IN_FORCE = (
    " AND EXISTS (SELECT 1 FROM credential WHERE id = :credential AND epoch = :epoch AND revoked_at IS NULL"
    " AND expires_at > :at)"
)
INSERT = f"INSERT INTO entry (table_id, {', '.join(FIELDS)}) VALUES (:id, {', '.join(':' + name for name in FIELDS)})"
MOVE_AND_INSERT = (
    "WITH moved AS ({move} RETURNING id, head)"
    f" INSERT INTO entry (table_id, {', '.join(FIELDS)})"
    f" SELECT id, {', '.join('head' if name == 'hash' else ':' + name for name in FIELDS)} FROM moved"
)
"""Both in one statement, which SQLite does not support: PostgreSQL then needs one round trip to write a line."""
INSERT_SNAPSHOT = (
    "INSERT INTO snapshot (table_id, seq, hash, fingerprint, position)"
    " VALUES (:id, :seq, :hash, :fingerprint, :position)"
)
FIND_POSTING = f"SELECT {', '.join(FIELDS)} FROM entry WHERE table_id = :id AND client_id = :client_id"
STATE = "SELECT state FROM game_table WHERE id = :id"
CREDENTIAL = "SELECT 1 FROM game_table WHERE id = :id" + IN_FORCE

MOST_SINCE = 200
"""The most entries that somebody who has missed some gets at once."""
ATTEMPTS = 5
"""How often an append is tried if others keep coming in between."""


class Posting(NamedTuple):
    """A report to append: the client's own id for it (its idempotency key), the report as a JSON value, a reason if one
    is needed, and when it was made, by the service's clock, if that is known.
    """

    client_id: str
    report: Any
    reason: str | None = None
    made_at: int | None = None


class Logged(NamedTuple):
    """A line of the log, and whether it was there before."""

    line: ChainLine
    repeated: bool


class Appended(NamedTuple):
    """The outcome of some postings.

    ``logged``: those that are in the log now, in order.  ``refused``: the answers up to the first refused one, if
    therefore nothing was logged of a batch that was to be logged as a whole.  ``table``: the game afterwards.
    """

    logged: tuple[Logged, ...]
    refused: tuple[Answer, ...]
    table: TableGame


class Outdated(Exception):
    """Others have reported since the entry that a posting is based on.  ``since``: their entries, at most the first
    `MOST_SINCE`; ``seq``: the last entry; ``overtaken``: how the end signal has overtaken the posting, if it has.
    """

    def __init__(self, seq: int, since: list[ChainLine]) -> None:
        super().__init__(f"the log is at {seq}")
        self.seq = seq
        self.since = since
        self.overtaken: Overtaken | None = None


class BaseAhead(Problem):
    """A posting is based on an entry that does not exist.  ``seq``: the last one that does."""

    def __init__(self, seq: int) -> None:
        super().__init__("base_ahead", more={"seq": seq}, seq=seq)
        self.seq = seq


class ClientIdReused(Problem):
    """The client's id was already used for another report.  ``line``: that report."""

    def __init__(self, line: ChainLine) -> None:
        super().__init__("client_id_reused", more={"seq": line.seq}, seq=line.seq)
        self.line = line


class TableClosed(Problem):
    """The table is closed and takes no reports."""

    def __init__(self) -> None:
        super().__init__("table_closed")


class Log:
    """The logs of all tables."""

    def __init__(self, games: TableGames) -> None:
        self.games = games
        self.database = games.database
        sql = self.database.sql
        self._write_line, self._write_line_by_credential = self._line(MOVE_HEAD), self._line(MOVE_HEAD + IN_FORCE)
        self._insert_snapshot, self._find_posting = sql(INSERT_SNAPSHOT), sql(FIND_POSTING)
        self._state, self._credential = sql(STATE), sql(CREDENTIAL)

    def _line(self, move: str) -> list[str]:
        """The statements that write a line of a log, each of which must change one row."""
        statements = [move, INSERT] if self.database.is_sqlite else [MOVE_AND_INSERT.format(move=move)]
        return [self.database.sql(each) for each in statements]

    def append(
        self,
        table_id: str,
        base: int,
        postings: Sequence[Posting],
        author: Author,
        epoch: int = 0,
        *,
        whole: bool = True,
    ) -> Appended:
        """Judge the postings one after another after the entry ``base``, and log them in one durable transaction.

        Refused ones are logged too; the first one ends the batch.  With ``whole``, a batch of several is logged only if
        all are accepted.  Idempotent: what is already in the log is not logged again, and gets the same answer.
        ``epoch``: the epoch of the author's credential.

        Raises `NoTable`, `LogDiffers`, `Outdated`, `BaseAhead`, `ClientIdReused`, `TableClosed`, `AccessLost`.
        """
        table = self.games.remembered(table_id)
        for _ in range(ATTEMPTS):
            if base != table.seq:
                table = self.games.current(table_id)
            known = self._already_logged(table_id, postings) if base != table.seq else []
            if base + len(known) != table.seq or any(each.seq != base + n for n, each in enumerate(known, 1)):
                return self._answer_late(table, base, postings, known)
            if known and (len(known) == len(postings) or not known[-1].accepted):
                return Appended(tuple(Logged(line, True) for line in known), (), table)
            appended = self._judged(table, postings[len(known) :], author, whole=whole and len(postings) > 1)
            repeated = tuple(Logged(line, True) for line in known)
            if not appended.logged:
                now = self.games.current(table_id)
                if now.seq == table.seq:
                    return appended._replace(logged=repeated)
                table = now  # it was judged on an entry that is no longer the last one
                continue
            if self._store(table, appended, author, epoch):
                self.games.remember(appended.table)
                return appended._replace(logged=repeated + appended.logged)
            if late := self._why_not_written(table_id, base, postings, author, epoch):
                return late
            table = self.games.current(table_id)
        raise self._outdated(table, base)

    def _store(self, before: TableGame, appended: Appended, author: Author, epoch: int) -> bool:
        """Write the lines in a durable transaction; False, and nothing written, if something prevents it."""
        write = partial(self._write, before=before, appended=appended, author=author, epoch=epoch)
        try:
            return self.database.run_durably(write, single=self._is_single(appended))
        except Exception as error:
            if is_duplicate(error):
                return False
            raise

    def append_within(self, execute: Execute, table: TableGame, posting: Posting, author: Author) -> Appended | None:
        """Judge and log one posting within a transaction that has read ``table``; return None if the table is closed.

        For the service itself, such as its clock.  The caller calls `TableGames.remember` after the commit.
        """
        appended = self._judged(table, [posting], author, whole=False)
        done = self._write(execute, table, appended, author._replace(credential_id=None), 0)
        return appended if done else None

    def _judged(self, table: TableGame, postings: Sequence[Posting], author: Author, *, whole: bool) -> Appended:
        """Judge the postings: return them as lines that follow ``table``, with the game after them."""
        at = self.database.now()
        first = table
        logged: list[Logged] = []
        answers: list[Answer] = []
        for client_id, report, reason, made_at in postings:
            game = table.game
            if is_forgotten(game, report):
                game = self.games.at(table.table_id, first.seq, whole=True).game
                for posting in postings[: len(answers)]:
                    game = game.ruleset.judge(game, posting.report).game
            answer = game.ruleset.judge(game, report)
            answers.append(answer)
            text = canonical(report)
            line = with_hash(
                table.head,
                ChainLine(
                    answer.seq,
                    client_id,
                    at,
                    author.name,
                    author.account_id,
                    author.credential_id,
                    answer.accepted,
                    text,
                    stored(answer),
                    reason,
                    "",
                    made_at,
                ),
            )
            logged.append(Logged(line, False))
            table = table._replace(game=answer.game, head=line.hash)
            if not answer.accepted:
                break
        if whole and not answers[-1].accepted:
            return Appended((), tuple(answers), first)
        return Appended(tuple(logged), (), table)

    def _is_single(self, appended: Appended) -> bool:
        """Whether a single statement of PostgreSQL writes it all: one line, and no snapshot."""
        return len(appended.logged) == 1 and appended.logged[0].line.seq % SNAPSHOT_INTERVAL != 0

    def _write(self, execute: Execute, before: TableGame, appended: Appended, author: Author, epoch: int) -> bool:
        """Write the lines that follow ``before``, with a snapshot if one is due: the only place where a log is written.

        Return False, with nothing written, if others were first, the table is closed or the credential is not in force.
        """
        statements = self._write_line if author.credential_id is None else self._write_line_by_credential
        values = {"id": before.table_id, "credential": author.credential_id, "epoch": epoch}
        seq, head = before.seq, before.head
        for line, _ in appended.logged:
            values.update(line._asdict(), before=seq, head=head)
            if not all(execute(statement, values).rowcount == 1 for statement in statements):
                return False
            seq, head = line.seq, line.hash
        if seq // SNAPSHOT_INTERVAL > before.seq // SNAPSHOT_INTERVAL:
            kept = {"id": before.table_id, "seq": seq, "hash": head, "position": snapshot(appended.table)}
            execute(self._insert_snapshot, {**kept, "fingerprint": appended.table.game.ruleset.fingerprint})
        return True

    # -- when nothing was written

    def _already_logged(self, table_id: str, postings: Sequence[Posting]) -> list[ChainLine]:
        """The lines of the leading postings that are in the log already.  Raises `ClientIdReused`."""
        known = []
        for posting in postings:
            rows = self.database.rows(self._find_posting, {"id": table_id, "client_id": posting.client_id})
            if not rows:
                break
            line = ChainLine(*rows[0])
            if line.report != canonical(posting.report):
                raise ClientIdReused(line)
            known.append(line._replace(accepted=bool(line.accepted)))
        return known

    def _answer_late(
        self, table: TableGame, base: int, postings: Sequence[Posting], known: list[ChainLine]
    ) -> Appended:
        """Answer postings that are not based on the last entry: with their lines, if they are in the log already.

        Raises `BaseAhead` and `Outdated`.
        """
        if known and (len(known) == len(postings) or not known[-1].accepted):
            return Appended(tuple(Logged(line, True) for line in known), (), table)
        if base > table.seq:
            raise BaseAhead(table.seq)
        raise self._outdated(table, base)

    def _outdated(self, table: TableGame, base: int) -> Outdated:
        return Outdated(table.seq, self.games.page(table.table_id, base, min(MOST_SINCE, table.seq - base))[0])

    def _why_not_written(
        self, table_id: str, base: int, postings: Sequence[Posting], author: Author, epoch: int
    ) -> Appended | None:
        """Find out why nothing was written: raise the reason, return the answers if the postings are in the log by now,
        or None if another request was quicker.
        """
        known = self._already_logged(table_id, postings)
        if len(known) == len(postings):
            return Appended(tuple(Logged(line, True) for line in known), (), self.games.current(table_id))
        for posting in postings:  # one of the batch is in the log already, before its base
            if (each := self._already_logged(table_id, [posting])) and each[0].seq <= base:
                raise ClientIdReused(each[0])
        values = {"id": table_id, "credential": author.credential_id, "epoch": epoch, "at": self.database.now()}
        if author.credential_id is not None and not self.database.rows(self._credential, values):
            raise AccessLost
        if self.database.rows(self._state, values) != [("open",)]:
            raise TableClosed
        return None
