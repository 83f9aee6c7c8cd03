"""Irregularities as data: a kind, what it rests on, where the law is silent, what mends it, games that show it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesets.answers.answer import Example, read_example
from rulesets.languages.texts import texts

HOME = Path(__file__).parent
DOCUMENT = "IRREGULARITY"
"""What the ids of irregularities begin with where they are searched: ``IRREGULARITY/RENT-WRONG``."""
WHENS = ("now", "turn", "later", "ended")
"""When something is found: at once; before the next throw or at the end of the turn; later in the game; after it."""
REMEDIES = ("back", "insert", "replace", "money", "deed", "token", "withdraw", "undo", "minutes", "fine")
"""What mends a position, or does without it, as the arbiter's desk offers it."""


class Irregularity(NamedTuple):
    """A kind.  ``clauses``: what it rests on, in whatever ruleset; ``silent``: the times of finding about which the
    rules say nothing; ``offence``: the category of a regulation's penalties, ``first``: the step of a usual first
    penalty where the regulation has no such category, both may be empty; ``remedies``: by the time of finding.
    """

    key: str
    clauses: tuple[str, ...]
    silent: tuple[str, ...]
    offence: str
    first: str
    remedies: Mapping[str, str]
    examples: tuple[Example, ...]

    @property
    def id(self) -> str:
        """Its id where it is searched."""
        return f"{DOCUMENT}/{self.key.upper()}"


class GuideText(NamedTuple):
    """An irregularity in one language.  ``sign``: how to recognise it; ``found``: what to do by the time of finding;
    ``facts``, ``decision``, ``reasons``: wording of a ruling, with … for what is to be filled in; ``asked``: what is
    said of it in the hall.
    """

    title: str
    sign: str
    found: Mapping[str, str]
    facts: str
    decision: str
    reasons: str
    asked: tuple[str, ...]


@cache
def irregularities() -> Mapping[str, Irregularity]:
    """All kinds by key, in their order."""
    rows: dict[str, Any] = tomllib.loads((HOME / "guide.toml").read_text("utf-8"))
    return MappingProxyType({key: _read(key, row) for key, row in rows.items()})


@cache
def guide(language: str) -> Mapping[str, GuideText]:
    """All kinds in a language, by key; what it lacks in English.  Raises KeyError for a language that there is not."""
    rows = texts(HOME, "guide", language)
    return MappingProxyType({key: _text(rows[key]) for key in irregularities()})


def irregularities_naming(clause: str) -> list[Irregularity]:
    """The kinds that rest on a clause."""
    return [each for each in irregularities().values() if clause in each.clauses]


def _read(key: str, row: Mapping[str, Any]) -> Irregularity:
    return Irregularity(
        key,
        tuple(row["clauses"]),
        tuple(row.get("silent", ())),
        row.get("offence", ""),
        row.get("first", ""),
        MappingProxyType(row.get("remedies", {})),
        tuple(read_example(each) for each in row.get("example", ())),
    )


def _text(row: Mapping[str, Any]) -> GuideText:
    found = MappingProxyType({when: row[when] for when in WHENS})
    wording = row["facts"], row["decision"], row["reasons"]
    return GuideText(row["title"], row["sign"], found, *wording, tuple(row["asked"]))
