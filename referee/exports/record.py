"""A game as a record (docs/record-format.md): the header, then one report a line, refused ones too.

Every entry of a log is a report, so that reports have the same numbers in both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from referee.exports.source import Played, lines
from referee.log.table_game import TableGames

HALVES = re.compile("[\ud800-\udfff]")
"""Halves of letters, which UTF-8 cannot hold."""


def record(games: TableGames, table: Played) -> Iterator[str]:
    """The lines of the record, each with its end."""
    yield readable(table.header) + "\n"
    for line in lines(games, table):
        yield readable(line.report) + "\n"


def readable(text: str) -> str:
    """A JSON text of the log with letters in the place of their escapes."""
    if "\\u" not in text:
        return text
    written = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    return HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", written)
