"""The tables to export with their logs as of the time of the request, read in batches; how they are packed and told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlmodel import col, select

from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.log.stored_answer import entry_text
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import GameTable, Round

BATCH_SIZE = 200
"""Entries read per batch."""


class ExportedTable(NamedTuple):
    """A table to export: its log up to ``seq``.  ``header`` is JSON text, ``created_at`` in ms since 1970, UTC;
    ``root``: the header that the log began with, where its players have been exchanged since.
    """

    id: str
    event_id: str
    round_id: str
    round_number: int
    number: int
    state: str
    header: str
    seq: int
    head: str
    created_at: int
    root: str


def exported_tables(
    database: Database, *, event_id: str | None = None, round_id: str | None = None, table_id: str | None = None
) -> list[ExportedTable]:
    query = select(GameTable, Round.number).join(Round, col(Round.id) == col(GameTable.round_id))
    for column, value in ((GameTable.event_id, event_id), (GameTable.round_id, round_id), (GameTable.id, table_id)):
        if value is not None:
            query = query.where(column == value)
    with database.read() as session:
        return [
            ExportedTable(
                table.id,
                table.event_id,
                table.round_id,
                round_number,
                table.number,
                table.state,
                table.header,
                table.seq,
                table.head,
                table.created_at,
                table.root,
            )
            for table, round_number in session.exec(query.order_by(col(Round.number), col(GameTable.number)))
        ]


def lines(games: TableGames, table: ExportedTable) -> Iterator[ChainLine]:
    """Yield the log of a table up to the last entry at the time the export began."""
    after = 0
    while after < table.seq:
        for line in games.lines(table.id, after, table.seq, most=BATCH_SIZE):
            yield line
            after = line.seq


def table_name(table: ExportedTable) -> str:
    """The base name of a table's file: unique within its event, and safe on every system."""
    return f"round-{table.round_number}-table-{table.number}"


CHUNK_BYTES = 65_536
"""The smallest chunk of the stream, in bytes."""


class ArchiveFile(NamedTuple):
    """A file of an archive.  ``at``: ms since 1970, UTC."""

    name: str
    at: int
    lines: Iterable[str]


class _Buffer:
    """A write-only file object that buffers the archive until `take` empties it."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def write(self, part: bytes) -> int:
        self.parts.append(bytes(part))
        self.size += len(part)
        return len(part)

    def flush(self) -> None:
        """Nothing to do; `ZipFile` calls it."""

    def take(self) -> bytes:
        done = b"".join(self.parts)
        self.parts.clear()
        self.size = 0
        return done


def zip_stream(files: Iterable[ArchiveFile]) -> Iterator[bytes]:
    """Yield a zip archive of the files in chunks while it is being written."""
    out = _Buffer()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # `ZipFile` calls nothing else
        for name, at, lines in files:
            about = ZipInfo(name, datetime.fromtimestamp(at / 1000, UTC).timetuple()[:6])
            about.compress_type = ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            with archive.open(about, "w") as file:
                for line in lines:
                    file.write(line.encode())
                    if out.size >= CHUNK_BYTES:
                        yield out.take()
    yield out.take()


SURROGATES = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which UTF-8 cannot encode."""


def record(games: TableGames, table: ExportedTable) -> Iterator[str]:
    """Yield the lines of a record, line ends included: the header, then one report per line, refused ones too."""
    yield unescaped(table.header) + "\n"
    for line in lines(games, table):
        yield unescaped(line.report) + "\n"


def unescaped(text: str) -> str:
    """JSON text of the log with its Unicode escapes decoded, except for lone surrogates."""
    if "\\u" not in text:
        return text
    written = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    return SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def compact(value: Any) -> str:
    """Compact JSON in ASCII."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def tables_json(
    games: TableGames, tables: Iterable[ExportedTable], about: Mapping[str, Any], language: str
) -> Iterator[str]:
    """Yield a JSON object with the members of ``about`` and then the tables of a round or event under ``tables``."""
    yield compact(about)[:-1] + ',"tables":['
    for number, table in enumerate(tables):
        if number:
            yield ","
        yield from table_json(games, table, language)
    yield "]}"


def table_json(games: TableGames, table: ExportedTable, language: str) -> Iterator[str]:
    """Yield the JSON of a table.  ``differs_at``: the first entry that the current rules answer differently, 0 if its
    ruleset no longer exists; then nothing is derived, and ``position`` and ``standing`` are null.
    """
    about = {**table._asdict(), "header": json.loads(table.header)}
    yield compact(about)[:-1] + ',"entries":['
    opened = _opened(games, table)
    for line in lines(games, table):
        yield ("," if line.seq > 1 else "") + _entry(line, opened, language)
    yield "]," + compact(_outcome(games, table))[1:]


def _opened(games: TableGames, table: ExportedTable) -> TableGame | None:
    try:
        return games.at_start(table.id)
    except LogDiffers:
        return None


def _entry(line: ChainLine, opened: TableGame | None, language: str) -> str:
    """The JSON of an entry, with its sentences in a language if its ruleset still exists."""
    if opened is None:
        answer = {"seq": line.seq, "accepted": line.accepted, **json.loads(line.answer)}
        return compact({**line._asdict(), "report": json.loads(line.report), "answer": answer})
    return entry_text(line, opened.game.ruleset, opened.game.state.table, lambda: language)


def _outcome(games: TableGames, table: ExportedTable) -> dict[str, Any]:
    """The outcome of a log: position, standing and whether the game is over."""
    try:
        game = games.at(table.id, table.seq).game
    except LogDiffers as differs:
        return {"position": None, "standing": None, "over": None, "differs_at": differs.seq}
    ruleset = game.ruleset
    return {
        "position": ruleset.position(game),
        "standing": ruleset.standing(game),
        "over": ruleset.over(game),
        "differs_at": None,
    }
