"""Questions as they are asked at a table, over all rulesets, in two halves: one to work with, one to measure by.

``python -m tests.referee.lookup.table [held|desk]`` prints, of the half to work with, of the one kept back, or of the
questions of a desk, how often a right result comes first and among three, by ruleset and language, and how often what
is said to be certain is right.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import rulesets
from referee.rules.search import answered, look_up
from rulesets.search.certain import ANSWERED, NONE
from tests.referee.lookup.held import Shares, place, shares

FILE = Path(__file__).with_name("measured") / "table.toml"
DESK, SITUATIONS, HALL, FRESH, EVERYDAY = (
    FILE.with_name(f"{name}.toml") for name in ("desk", "situations", "hall", "fresh", "everyday")
)
WITHOUT_ANSWER = "none"
"""The table of questions that no clause answers."""


class Asked(NamedTuple):
    """A question about a ruleset; ``right``: the ids that answer it, none where no clause does."""

    ruleset: str
    language: str
    question: str
    right: tuple[str, ...]

    @property
    def kept_back(self) -> bool:
        """Whether it belongs to the half that nothing is made with: decided by its text alone."""
        return sha256(f"{self.language} {self.question}".encode()).digest()[0] % 2 == 1


class Told(NamedTuple):
    """What the search told: the place of the first right result (0: none), and how it answers (`certain.ANSWERED`)."""

    asked: Asked
    place: int
    answered: str


@cache
def questions() -> tuple[Asked, ...]:
    """All questions, in the order of the file."""
    return tuple(read(FILE))


def read(file: Path) -> Iterator[Asked]:
    """The questions of a file."""
    tables = tomllib.loads(file.read_text("utf-8"))
    for ruleset, by_language in tables.pop(WITHOUT_ANSWER, {}).items():
        for language, asked in by_language.items():
            yield from (Asked(ruleset, language, each, ()) for each in asked)
    for ruleset, by_language in tables.items():
        document = document_of(ruleset)
        for language, asked in by_language.items():
            for question, right in asked.items():
                yield Asked(
                    ruleset,
                    language,
                    question,
                    tuple(f"{document}/{each}" if "/" not in each else each for each in right),
                )


def document_of(ruleset: str) -> str:
    """The document that a ruleset's own clauses are in."""
    return next(each for each in rulesets.load(ruleset).catalogue.in_force if "/" in each).partition("/")[0]


def told(kept_back: bool) -> list[Told]:
    """What the search tells to the questions of one half."""
    return [told_of(each) for each in questions() if each.kept_back == kept_back]


def told_of(asked: Asked) -> Told:
    """What the search tells to a question."""
    hits = look_up(rulesets.load(asked.ruleset), asked.question, asked.language)
    return Told(asked, place([hit.found.point.id for hit in hits], asked.right), answered(asked.question, hits))


def by(found: Iterable[Told], of: Callable[[Asked], str]) -> dict[str, Shares]:
    """The shares of questions that have an answer, by something of theirs."""
    groups: dict[str, list[int]] = {}
    for each in found:
        if each.asked.right:
            groups.setdefault(of(each.asked), []).append(each.place)
    return {group: shares(places) for group, places in sorted(groups.items())}


if __name__ == "__main__":
    desk = "desk" in sys.argv
    tellings = [told_of(each) for each in read(DESK)] if desk else told("held" in sys.argv)
    for of in (lambda asked: asked.ruleset, lambda asked: asked.language, lambda asked: "all"):
        for group, share in by(tellings, of).items():
            print(f"{group:18} first {share.first:.3f}  three {share.three:.3f}  MRR {share.mrr:.3f}")
    for answer in ANSWERED:
        said = [each for each in tellings if each.answered == answer]
        right, first_three = sum(each.place == 1 for each in said), sum(0 < each.place <= 3 for each in said)
        unanswerable = sum(not each.asked.right for each in said)
        print(f"{answer:8} {len(said)}: first {right}, among three {first_three}, without an answer {unanswerable}")
    if "held" not in sys.argv and not desk:
        for each in tellings:
            if each.place != 1 and (each.asked.right or each.answered != NONE):
                print(each.place, each.answered, *each.asked)
