"""What has happened at some tables since the last look: entries, clock changes, tables opened and closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.database.database import Database
from referee.log.table_game import ALL

LOOK = """\
SELECT t.id, t.round_id, t.number, t.seq, t.state,
 (SELECT count(*) FROM activation a WHERE a.table_id = t.id)
 + (SELECT count(*) FROM activation a WHERE a.round_id = t.round_id),
 (SELECT count(d.fired_at) + 1000 * coalesce(sum(d.turn), 0) FROM deadline d WHERE d.table_id = t.id)
 FROM game_table t WHERE t.{column} = :id ORDER BY t.id"""
SINCE = "SELECT seq, accepted FROM entry WHERE table_id = :id AND seq > :after AND seq <= :last ORDER BY seq"


class Piece(NamedTuple):
    """A piece of news.  ``kind``: entry, clock or table; ``seq``: the last entry that a reader of this piece knows."""

    kind: str
    seq: int
    body: dict[str, Any]


class _Seen(NamedTuple):
    seq: int
    state: str
    clock: tuple[int, ...]


class News:
    """Polls a table, or all tables of an event, for news.

    The first look yields a piece ``table`` for every table as it is now.  ``since``: an entry that is already known;
    those after it are news.
    """

    def __init__(
        self, database: Database, *, table_id: str | None = None, event_id: str | None = None, since: int = ALL
    ) -> None:
        self.database = database
        self._id = table_id if table_id is not None else event_id
        self._look = database.sql(LOOK.format(column="id" if table_id is not None else "event_id"))
        self._entries = database.sql(SINCE)
        self._since = since
        self._seen: dict[str, _Seen] = {}

    def look(self) -> Iterator[Piece]:
        """Yield what is new since the last look."""
        for table_id, round_id, number, seq, state, *clock in self.database.rows(self._look, {"id": self._id}):
            seen = self._seen.get(table_id)
            now = _Seen(seq, state, tuple(clock))
            known = min(self._since, seq) if seen is None else seen.seq
            self._seen[table_id] = now
            if seen is None or seen.state != state:
                about = {"table_id": table_id, "round_id": round_id, "number": number, "seq": seq, "state": state}
                yield Piece("table", known, about)
            if known < seq:
                values = {"id": table_id, "after": known, "last": seq}
                for entry, accepted in self.database.rows(self._entries, values):
                    yield Piece("entry", entry, {"table_id": table_id, "seq": entry, "accepted": bool(accepted)})
            if seen is not None and seen.clock != now.clock:
                yield Piece("clock", seq, {"table_id": table_id, "round_id": round_id})
