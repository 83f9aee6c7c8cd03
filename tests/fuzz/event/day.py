"""A day: how an event begins and the steps taken in it; played by the machine, played again from a file, shortened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from traceback import extract_tb
from typing import NamedTuple

from hypothesis.errors import HypothesisException

from tests.fuzz.event import laws, laws_of_the_end, organizer
from tests.fuzz.event.hall import CRASH, Broken, Hall, Impossible, Opening
from tests.fuzz.event.steps import STEPS
from tests.referee.support.world import World

MOST_STEPS_TO_THE_END = 400
ALL_LAWS = (*laws.LAWS, *laws_of_the_end.LAWS)
STUCK = 3
"""After so many times of doing what is next without a change, it cannot be done."""


class Step(NamedTuple):
    """A step: its name, and three whole numbers."""

    name: str
    numbers: tuple[int, int, int]


@dataclass
class Tally:
    """What was done and answered in all days so far."""

    days: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    impossible: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    ended: int = 0


@contextmanager
def unforeseen() -> Iterator[None]:
    """Say of anything that is raised in a block, and that nobody foresaw, that it breaks a law."""
    try:
        yield
    except (Broken, Impossible, HypothesisException):
        raise
    except Exception as error:
        at = "; ".join(f"{each.name} {each.lineno}" for each in extract_tb(error.__traceback__)[-4:])
        raise Broken(CRASH, f"{type(error).__name__} {error} ({at})") from error


class Day:
    """An event being played.  ``only``: the laws to check, by a part of their names."""

    def __init__(self, world: World, opening: Opening, tally: Tally, only: str = "") -> None:
        self.opening = opening
        self.tally = tally
        self.only = only
        self.taken: list[Step] = []
        tally.days += 1
        self.hall = Hall(world, opening, 1)
        self.checked = -1
        self.check()

    def take(self, step: Step) -> None:
        """Take a step, and check the laws.  Raises `Broken`."""
        self.taken.append(step)
        with unforeseen():
            try:
                STEPS[step.name](self.hall, *step.numbers)
            except Impossible:
                self.tally.impossible[step.name] += 1
            else:
                self.tally.steps[step.name] += 1
        self.check()

    def check(self) -> None:
        """Check the laws that hold after every step, if it has changed anything."""
        changes = self.hall.changes()
        if changes != self.checked:
            self.checked = changes
            with unforeseen(), self.hall.world.app.app_context():
                laws.check(self.hall, self.only)

    def end(self) -> None:
        """Go on as the desk says, to the archive, or to where it says what cannot be done."""
        stuck = 0
        for turn in range(MOST_STEPS_TO_THE_END):
            before = self.hall.changes()
            try:
                with unforeseen():
                    code = organizer.go_on(self.hall, turn)
            except Impossible:
                self.tally.stuck["nothing"] += 1
                break
            if code == "finish":
                self.tally.ended += 1
                break
            stuck = stuck + 1 if self.hall.changes() == before else 0
            if stuck == STUCK:
                self.tally.stuck[f"{code} {self.hall.refused}"] += 1
                break
        self.tally.answers += self.hall.answers
        self.check()
        with unforeseen(), self.hall.world.app.app_context():
            laws_of_the_end.check(self.hall, len(self.taken) + self.opening.players, self.only)


def replay(
    world: World, opening: Opening, steps: Sequence[Step], *, only: str = "", to_end: bool = False
) -> Broken | None:
    """Play a day again, and return the law that breaks, None if none does."""
    try:
        day = Day(world, opening, Tally(), only)
        for step in steps:
            day.take(step)
        if to_end:
            day.end()
    except Broken as broken:
        return broken
    return None


def shortened(
    world: World, opening: Opening, steps: Sequence[Step], broken: Broken, *, seconds: float, to_end: bool
) -> tuple[list[Step], Broken]:
    """The fewest steps found within some time that break the same law."""
    deadline = monotonic() + seconds
    least, found = list(steps), broken
    size = max(1, len(least) // 2)
    while size and monotonic() < deadline:
        first = 0
        while first < len(least) and monotonic() < deadline:
            fewer = [*least[:first], *least[first + size :]]
            again = replay(world, opening, fewer, only=found.law if found.law in ALL_LAWS else "", to_end=to_end)
            if again is not None and again.law == found.law:
                least, found = fewer, again
            else:
                first += size
        size //= 2
    return least, found


def written(opening: Opening, steps: Sequence[Step]) -> str:
    """A day as lines of JSON, for a file that can be played again."""
    lines = [opening._asdict(), *({"step": each.name, "numbers": list(each.numbers)} for each in steps)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(text: str) -> tuple[Opening, list[Step]]:
    """A day from its lines."""
    head, *lines = map(json.loads, text.splitlines())
    return Opening(**head), [Step(each["step"], (*each["numbers"],)) for each in lines]
