"""The game at a table, derived from its log: a snapshot, and the tail of the log judged again.

A process caches the games that it has used lately.  A cached game may be behind the log, but never contradicts it:
whoever appends must name the entry that the new one follows.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from referee.core.chain import FIELDS, ChainLine, canonical, first_hash
from referee.core.database.database import Database
from referee.core.database.group_commit import Execute
from referee.core.problems import Problem
from rulesets import Answer, Game
from rulesets.kernel.past import Past
from rulesets.kernel.record import open_header, read_line

SNAPSHOT_INTERVAL = 50
"""How many entries there are from one snapshot to the next."""
MOST_CACHED = 1000
"""How many games a process caches: some 20 kB each."""
IDLE_SECONDS = 1800
"""How long a game is cached without being used, such as one whose table another process has closed."""
DEPTH = 16
"""How many entries can be taken back from a cached game without reading the log: enough for slips.  Every further state
costs memory, and time in Python's garbage collection, during which no report is answered."""

PAGE = 256_000
"""The most characters of reports, answers and reasons in one page: about a thousand entries of a usual game."""
CHUNK = 100
"""How many entries of a page are read at a time."""

TABLE = "SELECT header, event_id, round_id, root FROM game_table WHERE id = :id"
SNAPSHOT = (
    "SELECT seq, hash, position FROM snapshot WHERE table_id = :id AND fingerprint = :fingerprint AND seq <= :seq"
    " ORDER BY seq DESC LIMIT 1"
)
LINES = (
    f"SELECT {', '.join(FIELDS)} FROM entry WHERE table_id = :id AND seq > :after AND seq <= :last"
    " ORDER BY seq LIMIT :most"
)
ALL = 10**9
RULING = '"type":"ruling"'
"""What only rulings contain as the log stores them, and texts that quote one."""


class NoTable(Problem):
    """There is no table with this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__("not_found", path=table_id)


class LogDiffers(Problem):
    """Today's rules answer an entry differently from the log: the rules were changed under a game.

    ``seq``: the first such entry; 0 if the game cannot even be started.
    """

    def __init__(self, table_id: str, seq: int) -> None:
        super().__init__("rules_changed", more={"seq": seq}, seq=seq)
        self.table_id = table_id
        self.seq = seq


class TableGame(NamedTuple):
    """The game at a table after its entry ``game.seq``, and the ``head`` of the log there."""

    table_id: str
    event_id: str
    round_id: str
    header: dict[str, Any]
    game: Game
    head: str

    @property
    def seq(self) -> int:
        """The number of the game's last entry."""
        return self.game.seq


class TableGames:
    """The games of all tables, cached by this process or read from the log."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._remembered: OrderedDict[str, tuple[float, TableGame]] = OrderedDict()  # with the time of its last use
        self._lock = threading.Lock()
        self._table = database.sql(TABLE)
        self._snapshot = database.sql(SNAPSHOT)
        self._lines = database.sql(LINES)

    def remembered(self, table_id: str) -> TableGame:
        """The game as this process knows it, which may be behind the log.  Raises `NoTable`, `LogDiffers`."""
        found = self._known(table_id)
        return found if found is not None and found.seq else self.current(table_id)

    def current(self, table_id: str, execute: Execute | None = None) -> TableGame:
        """The game after everything that is in the log by now.

        ``execute``: of a transaction, to read what that transaction sees.  Raises `NoTable`, `LogDiffers`.
        """
        found = self._known(table_id)
        if found is None or not (found.seq or self._still_begins(found, execute)):
            found = self.at(table_id, ALL, execute)
        else:
            found = self.followed(found, self.lines(table_id, found.seq, execute=execute), execute)
        if execute is None:  # what an open transaction has written may still be rolled back
            self.remember(found)
        return found

    def prepare(self, table_ids: Iterable[str]) -> None:
        """Warm the cache before a transaction, so that little is left to read while it holds its locks.  A game that
        cannot be read is left for the transaction to report.
        """
        for table_id in table_ids:
            with suppress(NoTable, LogDiffers):
                self.current(table_id)

    def remember(self, table: TableGame) -> None:
        """Cache a game, unless a later state of it is cached already."""
        now = time.monotonic()
        with self._lock:
            known = self._known(table.table_id)
            if known is None or known.seq <= table.seq:
                crossed = known is None or known.seq // DEPTH < table.seq // DEPTH
                known = trimmed(table) if crossed else table
            self._remembered[table.table_id] = now, known
            self._remembered.move_to_end(table.table_id)
            if len(self._remembered) > MOST_CACHED:
                self._remembered.popitem(last=False)

    def forget_idle(self) -> None:
        """Drop games from the cache that have not been used for `IDLE_SECONDS`."""
        before = time.monotonic() - IDLE_SECONDS
        with self._lock:
            while self._remembered and next(iter(self._remembered.values()))[0] < before:
                self._remembered.popitem(last=False)

    def forget(self, table_ids: Iterable[str]) -> None:
        """Drop games that are over, such as those of a closed round, from the cache; if needed, they are read again."""
        with self._lock:
            for table_id in table_ids:
                self._remembered.pop(table_id, None)

    def _still_begins(self, start: TableGame, execute: Execute | None) -> bool:
        """Whether a table's game begins as it did when it was read: before the first entry, the seating may change."""
        for text, event_id, round_id, root in self._read(self._table, {"id": start.table_id}, execute):
            said = start.event_id, start.round_id, start.head, start.header
            return said == (event_id, round_id, first_hash(root or text), json.loads(text))
        return False

    def _known(self, table_id: str) -> TableGame | None:
        found = self._remembered.get(table_id)
        return None if found is None else found[1]

    def at(self, table_id: str, seq: int, execute: Execute | None = None, *, whole: bool = False) -> TableGame:
        """The game after the entry ``seq``, or after the last one if there are fewer.

        ``whole``: with its whole past, so that any entry can be taken back.  Raises `NoTable`, `LogDiffers`.
        """
        opened = self.at_start(table_id, execute)
        if not whole:
            ruleset = opened.game.ruleset
            values = {"id": table_id, "fingerprint": ruleset.fingerprint, "seq": seq}
            for after, head, position in self._read(self._snapshot, values, execute):
                state, faults = ruleset.mechanics.restored(opened.game.state.table, json.loads(position))
                if not faults:
                    opened = opened._replace(game=Game(ruleset, state, after), head=head)
        return self.followed(opened, self.lines(table_id, opened.seq, seq, execute=execute), execute)

    def followed(self, table: TableGame, lines: list[ChainLine], execute: Execute | None = None) -> TableGame:
        """The game after further lines of its log, each judged again.  Raises `LogDiffers`."""
        if not lines:
            return table
        game = table.game
        for line in lines:
            answer = judged(game, line.report)
            if answer.accepted != line.accepted:
                if _is_forgotten_text(game, line.report):  # taken back further than this game remembers
                    return self.at(table.table_id, lines[-1].seq, whole=True)
                raise LogDiffers(table.table_id, line.seq)
            game = answer.game
        header = table.header
        if any(line.accepted and RULING in line.report for line in lines):
            # An exchange of players is put on record by a ruling: whoever knows the game knows other names so far.
            header = json.loads(self._read(self._table, {"id": table.table_id}, execute)[0][0])
        return table._replace(game=game, head=lines[-1].hash, header=header)

    def replayed(self, table_id: str) -> tuple[TableGame, list[Answer]]:
        """Judge all entries again; return the game before the first one, and the answers.  Raises `NoTable`,
        `LogDiffers`.
        """
        opened = self.at_start(table_id)
        game, answers = opened.game, []
        for line in self.lines(table_id, 0):
            answer = judged(game, line.report)
            if answer.accepted != line.accepted:
                raise LogDiffers(table_id, line.seq)
            answers.append(answer)
            game = answer.game
        return opened, answers

    def at_start(self, table_id: str, execute: Execute | None = None) -> TableGame:
        """The game before its first entry.  Raises `NoTable`, and `LogDiffers` if its ruleset is not installed."""
        rows = self._read(self._table, {"id": table_id}, execute)
        if not rows:
            raise NoTable(table_id)
        text, event_id, round_id, root = rows[0]
        header = json.loads(text)
        # A refactored ruleset has another fingerprint, but may judge the same: the answers will tell.
        game = open_header({key: value for key, value in header.items() if key != "fingerprint"}).game
        if game is None:
            raise LogDiffers(table_id, 0)
        return TableGame(table_id, event_id, round_id, header, game, first_hash(root or text))

    def lines(
        self, table_id: str, after: int, last: int = ALL, most: int = ALL, execute: Execute | None = None
    ) -> list[ChainLine]:
        """The entries after ``after`` up to ``last``, at most ``most`` of them."""
        # No log is as long as `ALL`, and a report may name a number that is too large for the database.
        values = {"id": table_id, "after": min(after, ALL), "last": min(last, ALL), "most": most}
        return [_line(row) for row in self._read(self._lines, values, execute)]

    def page(self, table_id: str, after: int, most: int) -> tuple[list[ChainLine], bool]:
        """The entries after ``after``, at most ``most`` and no more than fit into `PAGE`, but at least one; and whether
        there are more.
        """
        found: list[ChainLine] = []
        size = 0
        while True:
            wanted = min(CHUNK, most - len(found)) + 1
            chunk = self.lines(table_id, found[-1].seq if found else after, most=wanted)
            for line in chunk:
                size += weight(line)
                if len(found) == most or (found and size > PAGE):
                    return found, True
                found.append(line)
            if len(chunk) < wanted:
                return found, False

    def _read(self, statement: str, values: dict[str, Any], execute: Execute | None) -> list[tuple[Any, ...]]:
        if execute is None:
            return self.database.rows(statement, values)
        return execute(statement, values).fetchall()  # type: ignore[no-any-return]


def weight(line: ChainLine) -> int:
    """How many characters of a page an entry takes."""
    return len(line.report) + len(line.answer) + len(line.reason or "")


def last_page(lines: list[ChainLine]) -> list[ChainLine]:
    """The last of some entries, no more than fit into `PAGE`, but at least one."""
    size, first = 0, len(lines)
    while first and (size := size + weight(lines[first - 1])) <= PAGE:
        first -= 1
    return lines[min(first, max(0, len(lines) - 1)) :]


def judged(game: Game, report: str) -> Answer:
    """The answer to a report, given as the log's JSON text.  Raises `Unreadable`."""
    return game.ruleset.judge(game, read_line(report))


def snapshot(table: TableGame) -> str:
    """The position of a game, as the text of a snapshot."""
    return canonical(table.game.ruleset.position(table.game))


def is_forgotten(game: Game, report: Any) -> bool:
    """Whether a report takes back an entry that is beyond the past kept in ``game``, though its log may have it."""
    if not isinstance(report, dict) or report.get("type") != "retract" or type(report.get("seq")) is not int:
        return False
    past = game.past
    while past is not None and past.seq > report["seq"] and past.before is not None:
        past = past.before
    return past is None or past.seq > report["seq"]


def _is_forgotten_text(game: Game, report: str) -> bool:
    return is_forgotten(game, read_line(report))


def _line(row: tuple[Any, ...]) -> ChainLine:
    line = ChainLine(*row)
    return line._replace(accepted=bool(line.accepted))  # SQLite stores booleans as numbers


def trimmed(table: TableGame) -> TableGame:
    """The game with only the last `DEPTH` states of its past."""
    kept: list[Past] = []
    past = table.game.past
    while past is not None and len(kept) < DEPTH:
        kept.append(past)
        past = past.before
    if past is None:
        return table
    shorter: Past | None = None
    for each in reversed(kept):
        shorter = Past(each.seq, each.state, shorter)
    return table._replace(game=table.game._replace(past=shorter))
