"""The irregularity guide: what goes wrong at tables, how to recognise it, and what to do, by when it is found.

``guide.toml`` holds the facts (clauses, where the rules are silent, remedies, examples that the engine plays),
``guide.LANG.toml`` the texts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.answers.answer import Example, read_example
from rulesets.frozen import FrozenDict
from rulesets.languages.texts import texts
from rulesets.toml_file import read_toml

HOME = Path(__file__).parent
DOCUMENT = "IRREGULARITY"
"""The prefix of the ids of irregularities in the search: ``IRREGULARITY/RENT-WRONG``."""
WHENS = ("now", "turn", "later", "ended")
"""When an irregularity is found: at once; before the next throw or by the end of the turn; later; after the game."""
TO_FILL_IN = "[…]"
"""Stands in the wording of a ruling for what the arbiter fills in; no ruling is made with it."""
REMEDIES = ("back", "insert", "replace", "remove", "money", "deed", "token", "withdraw", "undo", "minutes", "fine")
"""Remedies that the arbiter's desk offers: they correct the position, or leave it as it is."""


class Irregularity(NamedTuple):
    """A kind of irregularity.  ``clauses``: those it rests on, of any ruleset; ``general``: about people and the
    table rather than a game, so that it can occur in any; ``silent``: times of discovery (`WHENS`)
    about which the rules say nothing; ``offences``: the categories in a regulation's penalties, the usual one first;
    ``first``: the step of a usual first penalty where the regulation has none of them; both may be empty;
    ``remedies``: by time of discovery.
    """

    key: str
    clauses: tuple[str, ...]
    general: bool
    silent: tuple[str, ...]
    offences: tuple[str, ...]
    first: str
    remedies: Mapping[str, str]
    examples: tuple[Example, ...]

    @property
    def id(self) -> str:
        return f"{DOCUMENT}/{self.key.upper()}"


class GuideText(NamedTuple):
    """The texts of an irregularity in one language.  ``sign``: how to recognise it; ``found``: what to do, by time of
    discovery; ``facts``, ``decision``, ``reasons``: wording of a ruling, with `TO_FILL_IN`; ``asked``:
    phrases used for it in the hall.
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
    """All kinds by key, in the order of the file."""
    rows: dict[str, Any] = read_toml(HOME / "guide.toml")
    return FrozenDict({key: _read(key, row) for key, row in rows.items()})


@cache
def guide(language: str) -> Mapping[str, GuideText]:
    """The texts of all kinds in a language, by key, or else in English.  Raises KeyError for an unknown language."""
    rows = texts(HOME, "guide", language)
    return FrozenDict({key: _text(rows[key]) for key in irregularities()})


def occurring_in(clauses: Container[str]) -> tuple[str, ...]:
    """The keys of the kinds that can occur in a game with these clauses."""
    return tuple(
        key for key, each in irregularities().items() if each.general or any(one in clauses for one in each.clauses)
    )


def irregularities_naming(clause: str) -> list[Irregularity]:
    """The kinds of irregularity that rest on a clause."""
    return [each for each in irregularities().values() if clause in each.clauses]


def _read(key: str, row: Mapping[str, Any]) -> Irregularity:
    return Irregularity(
        key,
        tuple(row["clauses"]),
        row.get("general", False),
        tuple(row.get("silent", ())),
        tuple(row.get("offences", ())),
        row.get("first", ""),
        FrozenDict(row.get("remedies", {})),
        tuple(read_example(each) for each in row.get("example", ())),
    )


def _text(row: Mapping[str, Any]) -> GuideText:
    found = FrozenDict({when: row[when] for when in WHENS})
    wording = row["facts"], row["decision"], row["reasons"]
    return GuideText(row["title"], row["sign"], found, *wording, tuple(row["asked"]))
