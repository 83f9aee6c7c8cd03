"""Tables as text: as records of the record format (docs/record-format.md), and as JSON with everything that is known of
them.

Every entry of a log is a report, so that reports have the same numbers in both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.core.chain import Line
from referee.exports.source import ExportedTable, lines
from referee.log.stored_answer import entry_text
from referee.log.table_game import LogDiffers, TableGame, TableGames

HALVES = re.compile("[\ud800-\udfff]")
"""Halves of letters, which UTF-8 cannot hold."""


def record(games: TableGames, table: ExportedTable) -> Iterator[str]:
    """The lines of a record, each with its end: the header, then one report a line, refused ones too."""
    yield readable(table.header) + "\n"
    for line in lines(games, table):
        yield readable(line.report) + "\n"


def readable(text: str) -> str:
    """A JSON text of the log with letters in the place of their escapes."""
    if "\\u" not in text:
        return text
    written = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    return HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", written)


def compact(value: Any) -> str:
    """JSON without spaces, in ASCII."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def tables_json(
    games: TableGames, tables: Iterable[ExportedTable], about: Mapping[str, Any], language: str
) -> Iterator[str]:
    """The tables of a round or event under ``tables``, after the other members, ``about``."""
    yield compact(about)[:-1] + ',"tables":['
    for number, table in enumerate(tables):
        if number:
            yield ","
        yield from table_json(games, table, language)
    yield "]}"


def table_json(games: TableGames, table: ExportedTable, language: str) -> Iterator[str]:
    """A table.  ``differs_at``: the first entry that the rules of today answer otherwise, 0 where its ruleset is there
    no more; then nothing is derived, and ``position`` and ``standing`` are null.
    """
    about = {**table._asdict(), "header": json.loads(table.header)}
    yield compact(about)[:-1] + ',"entries":['
    opened = _opened(games, table)
    for line in lines(games, table):
        yield ("," if line.seq > 1 else "") + _entry(line, opened, language)
    yield "]," + compact(_outcome(games, table))[1:]


def _opened(games: TableGames, table: ExportedTable) -> TableGame | None:
    try:
        return games.opened(table.id)
    except LogDiffers:
        return None


def _entry(line: Line, opened: TableGame | None, language: str) -> str:
    """An entry, its sentences in a language, where its ruleset is there to say them."""
    if opened is None:
        answer = {"seq": line.seq, "accepted": line.accepted, **json.loads(line.answer)}
        return compact({**line._asdict(), "report": json.loads(line.report), "answer": answer})
    return entry_text(line, opened.game.ruleset, opened.game.state.table, lambda: language)


def _outcome(games: TableGames, table: ExportedTable) -> dict[str, Any]:
    """What the log leads to."""
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
