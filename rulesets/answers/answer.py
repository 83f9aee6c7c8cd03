"""Answers as data: a question, the answer and how certain it is, the clauses it rests on, games that illustrate it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.kernel.clause import Catalogue
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import document, in_every_language, own_texts, texts
from rulesets.toml_file import read_toml

HOME = Path(__file__).parent
GROUPS = ("jail", "debts", "deals", "play", "hall", "dice-de-go")
"""The files, in the order in which they are read."""
DOCUMENT = "ANSWER"
"""The prefix of the ids of answers: ``ANSWER/JAIL-1``."""
STANDINGS = ("settled", "open", "conflict", "elsewhere")
"""How certain an answer is: settled; open (the question is known, no answer to it was found, and what is said follows
from the clauses); conflict (sources contradict each other); elsewhere (how other organizers play, and what applies
here)."""
KINDS = ("official", "quoted", "report", "encyclopedia", "fan")
"""The kind of a source: an organizer's own text, such a text as quoted by others, a report of somebody who was there,
an encyclopedia, a page by fans of the game."""


class Source(NamedTuple):
    """Where an answer was found.  ``names``: of the source, by language; ``address``: of the page, empty if unknown."""

    kind: str
    names: Mapping[str, str]
    address: str


class Step(NamedTuple):
    """One report of an example: in the short notation, or as JSON where that cannot express it.  ``clause``, ``code``:
    the refusal expected, empty where the report must be accepted.
    """

    line: str
    clause: str
    code: str


class Example(NamedTuple):
    """A game that illustrates an answer: how it starts, what is reported, and what must hold at the end.

    ``final``: part of the final position, including what is due in it; ``standing``: seats by rank, or None.
    """

    header: Mapping[str, Any]
    steps: tuple[Step, ...]
    final: Mapping[str, Any]
    standing: tuple[tuple[str, ...], ...] | None


class Answer(NamedTuple):
    """What is known about a question.  ``clauses``: those it rests on, of any ruleset."""

    id: str
    group: str
    standing: str
    sources: tuple[Source, ...]
    clauses: tuple[str, ...]
    examples: tuple[Example, ...]


class Said(NamedTuple):
    """An answer in one language.  ``note``: what the sources leave open, or how others do it; may be empty."""

    question: str
    answer: str
    note: str


@cache
def answers() -> Mapping[str, Answer]:
    """All answers by id, in the order of the files."""
    return FrozenDict(
        {name: _answer(name, group, row) for group in GROUPS for name, row in _rows(f"{group}.toml").items()}
    )


@cache
def said(language: str) -> Mapping[str, Said]:
    """The texts of all answers in a language, by id, or else in English.  Raises KeyError for an unknown language."""
    return FrozenDict(
        {
            name: Said(row["question"], row["answer"], row.get("note", ""))
            for group in GROUPS
            for each in (FALLBACK, language)
            for name, row in own_texts(HOME, group, each).items()
            if isinstance(row, dict)
        }
    )


@cache
def group_titles(language: str) -> Mapping[str, str]:
    return FrozenDict({group: texts(HOME, group, language)["title"] for group in GROUPS})


@cache
def sources() -> Mapping[str, Source]:
    """All sources by key, as the answers refer to them."""
    return FrozenDict(
        {
            key: Source(row["kind"], _names(row), row.get("address", ""))
            for key, row in document(HOME, "sources").items()
        }
    )


def answers_in(catalogue: Catalogue) -> list[Answer]:
    """The answers that apply where this catalogue does: those that rest on one of its clauses."""
    return [each for each in answers().values() if any(clause in catalogue.clauses for clause in each.clauses)]


def answers_naming(clause: str) -> list[Answer]:
    return [each for each in answers().values() if clause in each.clauses]


def _names(row: Mapping[str, str]) -> Mapping[str, str]:
    return in_every_language({each: row[each] for each in LANGUAGES if each in row})


def _rows(name: str) -> dict[str, Any]:
    return read_toml(HOME / name)


def _answer(name: str, group: str, row: Mapping[str, Any]) -> Answer:
    return Answer(
        id=name,
        group=group,
        standing=row["standing"],
        sources=tuple(sources()[each] for each in row["sources"]),
        clauses=tuple(row["clauses"]),
        examples=tuple(read_example(each) for each in row.get("example", ())),
    )


def read_example(row: Mapping[str, Any]) -> Example:
    """Read an example from its row in a file of answers or irregularities."""
    header = {"record": "monopoly/1", "ruleset": "jma-2006"}
    header |= {key: row[key] for key in ("ruleset", "edition", "seats", "options", "start") if key in row}
    standing = row.get("standing")
    return Example(
        header=header,
        steps=tuple(Step(each, "", "") if isinstance(each, str) else Step(*each) for each in row["steps"]),
        final=row.get("final", {}),
        standing=tuple(map(tuple, standing)) if standing is not None else None,
    )
