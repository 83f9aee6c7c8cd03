"""Fits a text into its box: smaller, down to a minimum size, then on several lines, then truncated with an ellipsis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tournaments.paper.type.breaking import break_lines, phrases, unbreakable
from tournaments.paper.type.characters import clusters
from tournaments.paper.type.direction import mark, unmarked
from tournaments.paper.type.runs import width

STEP = 0.25
ELLIPSIS = "…"
TIGHT = 1.12
"""The line spacing in a name of two lines."""
WORTH_A_BREAK = 1.35
"""How much larger a name has to become to justify a second line."""


@dataclass(frozen=True, slots=True)
class TypeRoom:
    """The space for a text.  ``floor``: the smallest size; ``leading``: the line spacing as a fraction of the size;
    ``names``: cleaned ones that no line tears.
    """

    width: float
    height: float
    floor: float
    leading: float
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines of one size.  ``leading``: the line spacing in points."""

    lines: tuple[str, ...]
    size: float
    leading: float


@lru_cache(maxsize=5_000)
def one_line(text: str, room: TypeRoom, size: float, language: str, weight: str) -> Setting | None:
    """A cleaned text on one line, shrunk down to the floor if necessary, else wrapped; None if there is no room."""
    natural = width(text, language, weight)
    if "\n" not in text and natural * room.floor <= room.width:
        size = min(size, room.height)
        fitting = size if natural * size <= room.width else int(room.width / natural / STEP) * STEP
        return Setting((text,), max(fitting, room.floor), max(fitting, room.floor) * room.leading)
    return several_lines(text, room, room.floor, language, weight)


@lru_cache(maxsize=5_000)
def several_lines(text: str, room: TypeRoom, size: float, language: str, weight: str) -> Setting | None:
    """A cleaned text wrapped into lines at the largest size, down to the floor, at which it fits; None if there is no
    room.

    Words, and phrases where the floor leaves room for each on a line, are split only at the floor.
    """
    longest = max((width(part.rstrip(), language, weight) for part in phrases(text, room.names)), default=0)
    if longest * room.floor > room.width:
        longest = max((width(part.rstrip(), language, weight) for part in unbreakable(text)), default=0)
    while size > room.floor:
        lines = break_lines(text, room.width / size, language, weight, names=room.names)
        if longest * size <= room.width and size * (1 + (len(lines) - 1) * room.leading) <= room.height:
            return Setting(tuple(lines), size, size * room.leading)
        size = max(size - STEP * 2, room.floor)
    for tight in (False, True):
        lines = break_lines(text, room.width / size, language, weight, tight=tight, names=room.names)
        if size * (1 + (len(lines) - 1) * room.leading) <= room.height:
            return Setting(tuple(lines), size, size * room.leading)
    return None


def name_lines(text: str, room: TypeRoom, size: float, language: str, weight: str) -> Setting | None:
    """A cleaned name as in `whole_name`, or else as in `one_line`."""
    return whole_name(text, room, size, language, weight) or one_line(text, room, size, language, weight)


@lru_cache(maxsize=5_000)
def whole_name(text: str, room: TypeRoom, size: float, language: str, weight: str) -> Setting | None:
    """A cleaned name as large as possible, on one line or on two broken between its parts; None if there is no room.

    Of two lines, the longer one is as short as it can be.
    """
    best, sign = None, mark(text)
    halves = [(sign + unmarked(text[:at]).rstrip(), sign + text[at:]) for at in _joints(text)]
    halves.sort(key=lambda lines: max(width(line, language, weight) for line in lines))
    for lines in ((text,), *halves):
        widest = max(width(line, language, weight) for line in lines) or 1
        lowest = room.height / (1 + (len(lines) - 1) * TIGHT)
        fitting = min(size, int(room.width / widest / STEP) * STEP, lowest)
        worth = 1 if best is None or len(best.lines) == len(lines) else WORTH_A_BREAK
        if fitting >= room.floor and (best is None or fitting > best.size * worth):
            best = Setting(lines, fitting, fitting * TIGHT)
    return best


def cut(text: str, room: TypeRoom, language: str, weight: str) -> Setting:
    """As many lines of a cleaned text as fit at the floor, the last one truncated with an ellipsis."""
    size, across = room.floor, room.width / room.floor
    count = max(1, 1 + int((room.height / size - 1) / room.leading))
    lines = break_lines(text, across, language, weight, tight=True)
    if len(lines) <= count and all(width(line, language, weight) <= across for line in lines):
        return Setting(tuple(lines), size, size * room.leading)
    last = clusters(lines[count - 1])
    while last and width("".join(last).rstrip() + ELLIPSIS, language, weight) > across:
        last.pop()
    return Setting((*lines[: count - 1], "".join(last).rstrip() + ELLIPSIS), size, size * room.leading)


def _joints(text: str) -> list[int]:
    """The positions where a name may be broken: after spaces, points and hyphens inside it."""
    return [at for at in range(1, len(text)) if text[at - 1] in " \u3000・·-"]
