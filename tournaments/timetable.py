"""The timetable of a day as it is typed: a line for each thing, its time first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple
from unicodedata import normalize

TIME = re.compile(r"\d{1,2}[:：]\d{2}(?:\s*[-–〜～~]\s*(?:\d{1,2}[:：]\d{2})?)?\s*")
"""A time of day at the beginning of a line, or one until another."""


class TimetableLine(NamedTuple):
    """A line; ``when`` is empty if it does not begin with a time."""

    when: str
    what: str


def timetable(text: str) -> tuple[TimetableLine, ...]:
    """The lines of a timetable: ``9:30 Doors open``, ``13:00～14:00　昼食``; empty ones are left out."""
    found = ((each, TIME.match(each)) for each in filter(None, map(str.strip, text.split("\n"))))
    return tuple(
        TimetableLine(time[0].strip(), line[time.end() :]) if time else TimetableLine("", line) for line, time in found
    )


def later(when: str, minutes: int | None) -> str:
    """The time of day some minutes after another; empty if that is no time alone, or the minutes are not known."""
    alone = re.fullmatch(r"(\d{1,2})[:：](\d{2})", when)
    if minutes is None or alone is None:
        return ""
    hours, rest = divmod(int(alone[1]) * 60 + int(alone[2]) + minutes, 60)
    return f"{hours % 24}:{rest:02}"


def times(text: str, names: Mapping[int, Collection[str]]) -> dict[int, str]:
    """When something begins by the timetable: the times of the lines that name it.

    ``names``: what each goes by, in any language.  A line is about what has the longest name in it: 準決勝 is no 決勝,
    and Round 12 no Round 1.
    """
    every = [(_folded(name), number) for number, own in names.items() for name in own if name]
    found: dict[int, str] = {}
    for when, what in timetable(text):
        named = max(((len(name), number) for name, number in every if _names(_folded(what), name)), default=None)
        if when and named is not None:
            found.setdefault(named[1], when)
    return found


def _folded(text: str) -> str:
    return "".join(normalize("NFKC", text).casefold().split())


def _names(line: str, name: str) -> bool:
    """Whether a line has a name in it that no digit goes on with."""
    return any(line[end : end + 1] not in "0123456789" or end == len(line) for end in _ends(line, name))


def _ends(line: str, name: str) -> Iterator[int]:
    return (at + len(name) for at in range(len(line)) if line.startswith(name, at))
