"""Tables as text: in the record format (docs/record-format.md), and as JSON with everything that is known about them.

Every entry of a log is a report, so reports have the same numbers in both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.core.chain import ChainLine
from referee.exports.source import ExportedTable, lines
from referee.log.stored_answer import entry_text
from referee.log.table_game import LogDiffers, TableGame, TableGames

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
