"""Records as lines: a header in JSON, followed by reports in JSON or in the short notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rulesets import notation
from rulesets.kernel.record import Judged, Opening, Record, Unreadable, gathered, open_header, read_line
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report

NO_TEXT = re.compile("[\udc80-\udcff]")
"""A byte that is not valid UTF-8, as decoded by ``surrogateescape``; valid UTF-8 never decodes to these."""
LONGEST_BEGINNING = 3
"""The most bytes that an incomplete UTF-8 character can have."""


class Typed(str):
    """A line in the short notation; which report it stands for depends on the game."""


class Line(NamedTuple):
    """A line of a record: its JSON value, or a `Typed` line, or the fault that leaves it without either.  ``text``:
    whether it is valid UTF-8 text at all.
    """

    value: object
    fault: Refusal | None
    text: bool = True


def read(text: str, *, header: bool = False) -> Line:
    """Read a line: its JSON value, or the line itself where it begins with a letter or digit and is not the header.

    A last line that lacks its line break and is broken JSON was cut off, perhaps in the middle of a character.
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
    """The fault of a last line that was cut off; the refusal shows the end of it."""
    return Line(None, refuse("line_cut_off", text=text[-40:]))


def judge_lines(game: Game, rows: Iterator[Line]) -> Iterator[Judged]:
    """Yield the answer to each line; a line that cannot be read counts as a report refused for its form."""
    codes: dict[str, Any] = {}
    for line in rows:
        report, fault = line.value, line.fault
        if isinstance(report, Typed):
            codes = codes or notation.codes(game)
            try:
                report = notation.parse(report, codes, notation.meant(game.ruleset.due(game)))
            except Unreadable as unreadable:
                report, fault = None, unreadable.refusal
        answer = game.ruleset.refuse_unread(game, fault) if fault else game.ruleset.judge(game, as_report(report))
        game = answer.game
        yield Judged(report, answer)


def replay_lines(lines: Iterable[str], *, stop: bool = True) -> Record:
    """Judge a record from its lines, for example those of an open file; blank lines are ignored.  Otherwise like
    `replay`: a line that cannot be read counts as a report refused for its form.
    """
    texts = (text for text in lines if text.strip())
    first = read(next(texts, ""), header=True)
    opening = Opening(None, (first.fault,), None) if first.fault else open_header(first.value)
    return gathered(opening, lambda game: judge_lines(game, map(read, texts)), stop)
