"""Reading record files as streams: line by line, of any length, with every fault of a line named where it stands.

The header is JSON; every further line is a report in JSON or in the short notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rulesets import notation
from rulesets.kernel.record import Opening, Unreadable, open_header, read_line
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.ruleset import Answer, Game

STANDARD_INPUT = Path("-")
"""Stands for standard input where a command takes a file."""

LONGEST_LINE = 1_000_000
"""Characters; a report has a few hundred, and a header with a whole position a few thousand."""

NO_TEXT = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as ``surrogateescape`` reads it; UTF-8 itself can never hold these."""
LONGEST_BEGINNING = 3
"""Bytes that the beginning of a character in UTF-8 can have."""


class FileUnreadable(Exception):
    """A file that holds no record at all; the message says which file and why."""


class Typed(str):
    """A line in the short notation: what it stands for depends on the game."""


class Line(NamedTuple):
    """A line of a record: its JSON value or what is typed there, or why it has neither.  ``text``: whether it is text
    (UTF-8) at all.
    """

    value: object
    fault: Refusal | None
    text: bool = True


def lines(path: Path) -> Iterator[Line]:
    """The lines of a record file that are not blank, each as soon as it is there.  Raises `FileUnreadable`."""
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


def read(text: str, *, header: bool = False) -> Line:
    """A line's value, or the line itself where it begins with a letter or a digit and is no header.

    A broken last line of JSON without an end was cut off, even in the middle of a character.
    """
    ended = text.endswith("\n")
    if strange := NO_TEXT.search(text):
        at = strange.start()
        if not ended and len(text) - at <= LONGEST_BEGINNING:
            return cut_off(text[:at])
        byte = ord(strange[0]) - 0xDC00
        return Line(None, refuse("not_json", reason=f"not UTF-8, byte 0x{byte:02x}", column=at + 1), text=False)
    if not header and text.lstrip()[:1].isalnum():
        return Line(Typed(text.strip("\r\n")), None)
    try:
        return Line(read_line(text), None)
    except Unreadable as unreadable:
        broken = unreadable.refusal.code == "not_json"
        return cut_off(text) if broken and not ended else Line(None, unreadable.refusal)


def cut_off(text: str) -> Line:
    """A last line that breaks off; the refusal holds its end."""
    return Line(None, refuse("line_cut_off", text=text[-40:]))


class Judged(NamedTuple):
    """A line that was judged: the report (None where it could not be read) and the answer to it."""

    report: Any
    answer: Answer


class Reading(NamedTuple):
    """A record being read: how its header was taken, and the answers still to come."""

    opening: Opening
    judged: Iterator[Judged]


def open_record(path: Path) -> Reading:
    """Read a header and get ready to judge what follows.  Raises `FileUnreadable` for an empty or unreadable file."""
    rows = lines(path)
    header = next(rows, None)
    if header is None:
        raise FileUnreadable(f"{path}: the file is empty; the first line must be the header of a record")
    if not header.text:
        raise FileUnreadable(f"{path}: not UTF-8; a record is text, and its first line the header")
    if header.fault is not None:
        return Reading(Opening(None, (header.fault,), None), iter(()))
    opening = open_header(header.value)
    if opening.game is None:
        return Reading(opening, iter(()))
    return Reading(opening, judge_lines(opening.game, rows))


def judge_lines(game: Game, rows: Iterator[Line]) -> Iterator[Judged]:
    """The answers, one a line; a line that cannot be read is a report refused for its form."""
    codes: dict[str, Any] = {}
    for line in rows:
        report, fault = line.value, line.fault
        if isinstance(report, Typed):
            codes = codes or notation.codes(game)
            try:
                report = notation.parse(report, codes, notation.meant(game.ruleset.due(game)))
            except Unreadable as unreadable:
                report, fault = None, unreadable.refusal
        answer = game.ruleset.refuse_unread(game, fault) if fault else game.ruleset.judge(game, report)
        game = answer.game
        yield Judged(report, answer)


def values(path: Path) -> list[Any]:
    """The header of a record and its reports as JSON values, those in notation as their own ruleset reads them.

    Raises `FileUnreadable`.
    """
    rows = list(lines(path))
    if any(isinstance(line.value, Typed) for line in rows) and (game := open_header(rows[0].value).game):
        return [rows[0].value, *(judged.report for judged in judge_lines(game, iter(rows[1:])))]
    return [line.value for line in rows]
