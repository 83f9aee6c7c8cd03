"""Who on the staff does what in which round: tables that somebody looks after, the desk, the clock, the results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from tournaments.typed import Misread, Whole

DUTIES = ("desk", "clock", "results", "hall", "reserve", "break")
"""The usual duties.  Any other one is a text."""
LONGEST = 40
"""The most characters of a duty."""
TABLES_ENTERED = 10
"""The tables whose results one person enters when a round ends."""
TABLES_WATCHED = 3
"""The tables that one judge looks after with ease; beyond them, spare organizers help."""

_DASHES = re.compile(r"\s*[-–~〜～－ー]\s*")
_TABLES = re.compile(r"[0-9]+(?: *[-–~〜～－ー].*| +[0-9].*)?")


@dataclass(frozen=True, slots=True)
class TableRanges:
    """Numbers of tables as people type them: ``1-4, 7``.  ``most``: the highest."""

    most: int

    def read(self, text: str) -> tuple[tuple[int, int], ...]:
        """The first and last number of each range.  Raises `Misread`."""
        number, found = Whole(1, self.most), []
        for part in filter(None, re.split(r"[,、，;\s]+", _DASHES.sub("-", text))):
            first, _, last = part.partition("-")
            found.append((number.read(first), number.read(last or first)))
        return tuple(found)


def ranges_text(ranges: Sequence[tuple[int, int]]) -> str:
    """Numbers of tables in the form in which they are typed."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


@dataclass(frozen=True, slots=True)
class Duty:
    """What somebody does in a round: the tables ``first`` to ``last``, or a ``duty``, one of `DUTIES` or a text."""

    first: int = 0
    last: int = 0
    duty: str = ""


@dataclass(frozen=True, slots=True)
class Duties:
    """What somebody does in a round, as it is typed: ``1-4``, ``受付``, ``5, clock``.

    ``most``: the highest number of a table; ``words``: the duty that each word stands for, in any language.
    """

    most: int
    words: Mapping[str, str]

    def read(self, text: str) -> tuple[Duty, ...]:
        """The tasks.  Raises `Misread`."""
        found = []
        for part in filter(None, map(str.strip, re.split(r"[,、，;；]", text))):
            if _TABLES.fullmatch(re.sub(r"\s*[卓桌]$", "", normalize("NFKC", part))):
                ranges = TableRanges(self.most).read(re.sub(r"\s*[卓桌]$", "", part))
                found += [Duty(first, last) for first, last in ranges]
                continue
            if len(part) > LONGEST:
                raise Misread("cell_too_long", length=len(part), most=LONGEST)
            found.append(Duty(duty=self.words.get(folded(part), part)))
        return tuple(dict.fromkeys(found))


def folded(word: str) -> str:
    """A word as it is looked for among those of the duties."""
    return normalize("NFKC", word).casefold().strip()


def spread(judges: Sequence[Sequence[str]], tables: Sequence[int]) -> dict[tuple[int, str], tuple[int, int]]:
    """Tables for judges: which ones, first to last, each looks after, by the round's position and the judge.

    ``judges``, ``tables``: who is there in each round, and how many tables.  Every table has one judge; in a round, and
    over the day among those who are always there, nobody has more than one table more than anybody else; each stands in
    another part of the hall in every round.  Who has no table in a round is left out there.
    """
    total = dict.fromkeys((judge for own in judges for judge in own), 0)
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for at, (here, count) in enumerate(zip(judges, tables, strict=True)):
        if not here:
            continue
        each, more = divmod(count, len(here))
        extra = sorted(here, key=lambda judge: total[judge])[:more]
        begin, turn = 1, at * max(1, len(here) // len(tables)) % len(here)
        for judge in (*here[turn:], *here[:turn]):
            own = each + (judge in extra)
            if own:
                found[at, judge] = begin, begin + own - 1
            begin += own
            total[judge] += own
    return found


def away_from_tables(
    organizers: Sequence[str], scorers: Sequence[str], tables: int, *, first: bool
) -> list[tuple[str, str]]:
    """Who does what in a round that is no table, as pairs of a person and a duty.

    The first organizer has the clock, as many scorers as the results need enter them, and in the first round somebody
    stays at the desk for who comes late: one of the others, or else the first scorer as well.  The rest is in reserve.
    """
    entering = -(-tables // TABLES_ENTERED)
    rest = [*scorers[entering:], *organizers[1:]]
    desk = (rest or scorers)[:1] if first else []
    return [
        *((each, "clock") for each in organizers[:1]),
        *((each, "results") for each in scorers[:entering]),
        *((each, "desk") for each in desk),
        *((each, "reserve") for each in rest if each not in desk),
    ]


def unattended(tasks: Sequence[Duty], tables: int) -> tuple[tuple[int, int], ...]:
    """The ranges of tables that nobody looks after.  ``tables``: how many there are, numbered from 1."""
    covered = {number for each in tasks for number in range(each.first, min(each.last, tables) + 1) if not each.duty}
    found: list[tuple[int, int]] = []
    for number in range(1, tables + 1):
        if number in covered:
            continue
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)
