"""Reading record files as streams: line by line, of any length, with every fault of a line named where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulesets.kernel.answer import Answer
from rulesets.kernel.game import Game
from rulesets.kernel.record import Opening, Unreadable, open_header, read_line
from rulesets.kernel.refusal import Refusal, refuse

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


class Line(NamedTuple):
    """A line of a record: its JSON value, or why it has none.  ``text``: whether it is text (UTF-8) at all."""

    value: object
    fault: Refusal | None
    text: bool = True


def lines(path: Path) -> Iterator[Line]:
    """The lines of a record file that are not blank, each as soon as it is there.  Raises `FileUnreadable`."""
    try:
        source: Path | int = 0 if path == STANDARD_INPUT else path
        with open(source, encoding="utf-8-sig", errors="surrogateescape", newline="\n", closefd=source != 0) as file:
            while text := file.readline(LONGEST_LINE + 1):
                if len(text) > LONGEST_LINE and not text.endswith("\n"):
                    yield Line(None, refuse("line_too_long", most=LONGEST_LINE), NO_TEXT.search(text) is None)
                    while (rest := file.readline(LONGEST_LINE)) and not rest.endswith("\n"):
                        pass
                elif text.strip():
                    yield read(text)
    except OSError as error:
        raise FileUnreadable(f"{path}: {error.strerror or error}") from None


def read(text: str) -> Line:
    """A line's value; a broken last line without an end was cut off, even in the middle of a character."""
    ended = text.endswith("\n")
    if strange := NO_TEXT.search(text):
        at = strange.start()
        if not ended and len(text) - at <= LONGEST_BEGINNING:
            return cut_off(text[:at])
        byte = ord(strange[0]) - 0xDC00
        return Line(None, refuse("not_json", reason=f"not UTF-8, byte 0x{byte:02x}", column=at + 1), text=False)
    try:
        return Line(read_line(text), None)
    except Unreadable as unreadable:
        broken = unreadable.refusal.code == "not_json"
        return cut_off(text) if broken and not ended else Line(None, unreadable.refusal)


def cut_off(text: str) -> Line:
    """A last line that breaks off; the refusal holds its end."""
    return Line(None, refuse("line_cut_off", text=text[-40:]))


class Reading(NamedTuple):
    """A record being read: how its header was taken, and the answers still to come."""

    opening: Opening
    answers: Iterator[Answer]


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


def judge_lines(game: Game, rows: Iterator[Line]) -> Iterator[Answer]:
    """The answers, one a line; a line that cannot be read is a report refused for its form."""
    for line in rows:
        answer = game.ruleset.refuse_unread(game, line.fault) if line.fault else game.ruleset.judge(game, line.value)
        game = answer.game
        yield answer
