"""Records as lines: a header in JSON, then reports in JSON or in the short notation, read where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rulesets import notation
from rulesets.kernel.record import Judged, Opening, Record, Unreadable, gathered, open_header, read_line
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.ruleset import Game

NO_TEXT = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as ``surrogateescape`` reads it; UTF-8 itself can never hold these."""
LONGEST_BEGINNING = 3
"""Bytes that the beginning of a character in UTF-8 can have."""


class Typed(str):
    """A line in the short notation: what it stands for depends on the game."""


class Line(NamedTuple):
    """A line of a record: its JSON value or what is typed there, or why it has neither.  ``text``: whether it is text
    (UTF-8) at all.
    """

    value: object
    fault: Refusal | None
    text: bool = True


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


def replay_lines(lines: Iterable[str], *, stop: bool = True) -> Record:
    """Judge a record from its lines, such as an open file has; blank ones count for nothing.  Otherwise as `replay`: a
    line that cannot be read is a report refused for its form.
    """
    texts = (text for text in lines if text.strip())
    first = read(next(texts, ""), header=True)
    opening = Opening(None, (first.fault,), None) if first.fault else open_header(first.value)
    return gathered(opening, lambda game: judge_lines(game, map(read, texts)), stop)
