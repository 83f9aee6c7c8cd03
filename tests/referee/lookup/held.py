"""Questions written before the phrases were added to the search, and how many of them it answers.

``python -m tests.referee.lookup.held`` prints the shares by file and language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import rulesets
from referee.rules.guide import irregularities_meant
from referee.rules.search import look_up
from rulesets.languages import LANGUAGES

HELD = Path(__file__).parent / "measured" / "held"
RULESETS = {"jma": "jma-2006", "classic-ja": "classic-ja", "wiki-2008": "wiki-2008", "city": "city"}
NAMES = (*RULESETS, "guide")


class Shares(NamedTuple):
    """How often a right result comes first, and among the first three; the mean reciprocal rank."""

    first: float
    three: float
    mrr: float


def questions(name: str) -> list[dict[str, Any]]:
    """The rows of a file: the question by language, and the right results."""
    rows: list[dict[str, Any]] = tomllib.loads((HELD / f"{name}.toml").read_text("utf-8"))["questions"]
    return rows


def places(name: str, language: str) -> list[int]:
    """The place of the first right result for each question of a file in a language; 0 if it is not found."""
    found = []
    for row in questions(name):
        if name == "guide":
            keys, wanted = irregularities_meant(row[language], language, 10), row["kinds"]
        else:
            hits = look_up(rulesets.load(RULESETS[name]), row[language], language)
            keys, wanted = [hit.found.point.id for hit in hits], row["clauses"]
        found.append(place(keys, wanted))
    return found


def place(keys: Iterable[str], wanted: Sequence[str]) -> int:
    """The place of the first wanted key, or 0."""
    return next((number for number, each in enumerate(keys, 1) if each in wanted), 0)


def shares(found: Sequence[int]) -> Shares:
    first, three = (sum(0 < each <= most for each in found) / len(found) for most in (1, 3))
    return Shares(first, three, sum(1 / each for each in found if each) / len(found))


if __name__ == "__main__":
    for name in NAMES:
        by_language = {language: places(name, language) for language in LANGUAGES}
        for language, found in (
            *by_language.items(),
            ("all", [each for all_ in by_language.values() for each in all_]),
        ):
            print(f"{name:12} {language:4} {len(found):4}", *(f"{each:.3f}" for each in shares(found)))
