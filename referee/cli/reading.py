"""Reading record files as streams: line by line, of any length, with every fault of a line named where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulesets.kernel.answer import Answer
from rulesets.kernel.game import Game
from rulesets.kernel.record import Opening, Unreadable, open_header, read_line
from rulesets.kernel.refusal import Refusal, refuse

LONGEST_LINE = 1_000_000
"""Characters; a report has a few hundred, and a header with a whole position a few thousand."""


class FileUnreadable(Exception):
    """A file that holds no record at all; the message says which file and why."""


class Line(NamedTuple):
    """A line of a record: its JSON value, or why it has none."""

    value: object
    fault: Refusal | None


def lines(path: Path) -> Iterator[Line]:
    """The lines of a record file that are not blank.  Raises `FileUnreadable`."""
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            while text := file.readline(LONGEST_LINE):
                if len(text) >= LONGEST_LINE and not text.endswith("\n"):
                    while (rest := file.readline(LONGEST_LINE)) and not rest.endswith("\n"):
                        pass
                    yield Line(None, refuse("line_too_long", most=LONGEST_LINE))
                elif text.strip():
                    yield read(text)
    except OSError as error:
        raise FileUnreadable(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise FileUnreadable(f"{path}: not UTF-8 at byte {error.start} of what was being read") from None


def read(text: str) -> Line:
    """A line's value; a broken last line without an end was cut off."""
    try:
        return Line(read_line(text), None)
    except Unreadable as unreadable:
        cut_off = not text.endswith("\n") and unreadable.refusal.code == "not_json"
        return Line(None, refuse("line_cut_off", text=text[-40:]) if cut_off else unreadable.refusal)


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
