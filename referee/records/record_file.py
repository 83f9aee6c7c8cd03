"""Reading record files of any length as streams, line by line; the fault of a line is reported in its place.

The header is JSON; every further line is a report in JSON or in the short notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.records.edition import learn_beside
from rulesets.kernel.record import Judged, Opening, open_header
from rulesets.kernel.refusal import refuse
from rulesets.lines import NO_TEXT, Line, Typed, judge_lines, read

STANDARD_INPUT = Path("-")
"""Stands for standard input where a command takes a file."""

LONGEST_LINE = 1_000_000
"""Characters; a report has a few hundred, and a header with a whole position a few thousand."""


class FileUnreadable(Exception):
    """A file that is not a record at all; the message says which file and why."""


def lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a record file that are not blank, each as soon as it arrives.  Raises `FileUnreadable`."""
    header = True
    try:
        source: Path | int = 0 if path == STANDARD_INPUT else path
        with open(source, encoding="utf-8-sig", errors="surrogateescape", newline="\n", closefd=source != 0) as file:
            while text := file.readline(LONGEST_LINE + 1):
                if len(text) > LONGEST_LINE and not text.endswith("\n"):
                    yield Line(None, refuse("line_too_long", most=LONGEST_LINE), NO_TEXT.search(text) is None)
                    while (rest := file.readline(LONGEST_LINE)) and not rest.endswith("\n"):
                        pass
                elif text.strip():
                    yield read(text, header=header)
                else:
                    continue
                header = False
    except OSError as error:
        raise FileUnreadable(f"{path}: {error.strerror or error}") from None


class Reading(NamedTuple):
    """A record being read: the outcome of its header, and the answers still to come."""

    opening: Opening
    judged: Iterator[Judged]


def open_record(path: Path) -> Reading:
    """Read a header and prepare to judge what follows.  Raises `FileUnreadable` for an empty or unreadable file."""
    rows = lines(path)
    header = next(rows, None)
    if header is None:
        raise FileUnreadable(f"{path}: the file is empty; the first line must be the header of a record")
    if not header.text:
        raise FileUnreadable(f"{path}: not UTF-8; a record is text, and its first line the header")
    if header.fault is not None:
        return Reading(Opening(None, (header.fault,), None), iter(()))
    try:
        learn_beside(path)
    except (OSError, ValueError) as error:
        raise FileUnreadable(str(error)) from error
    opening = open_header(header.value)
    if opening.game is None:
        return Reading(opening, iter(()))
    return Reading(opening, judge_lines(opening.game, rows))


def record_values(path: Path) -> list[Any]:
    """Return a record's header and reports as JSON values; reports in notation are read by its own ruleset.

    Raises `FileUnreadable`.
    """
    rows = list(lines(path))
    if any(isinstance(line.value, Typed) for line in rows) and (game := open_header(rows[0].value).game):
        return [rows[0].value, *(judged.report for judged in judge_lines(game, iter(rows[1:])))]
    return [line.value for line in rows]
