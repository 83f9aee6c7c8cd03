"""Answers as data: a question, what is known about it and how surely, the clauses it rests on, games that show it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesets.kernel.clause import Catalogue
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import document, in_every_language, own_texts, texts

HOME = Path(__file__).parent
GROUPS = ("jail", "debts", "deals", "play", "hall", "dice-de-go")
"""The files, in the order in which they are read."""
DOCUMENT = "ANSWER"
"""What the ids of answers begin with: ``ANSWER/JAIL-1``."""
STANDINGS = ("settled", "open", "conflict", "elsewhere")
"""How sure an answer is: settled; open (the question is known, its answer was not seen, and what is said follows from
the clauses); conflict (sources contradict each other); elsewhere (how other organizers play, and how it is here)."""
KINDS = ("official", "quoted", "report", "encyclopedia", "fan")
"""What a source is: an organizer's own text, such a text as quoted by others, a report of somebody who was there, an
encyclopedia, a page by lovers of the game."""


class Source(NamedTuple):
    """Where an answer was found: its name by language; ``address`` of the page, empty where only its name is known."""

    kind: str
    names: Mapping[str, str]
    address: str


class Step(NamedTuple):
    """A report of an example in the short notation, or as JSON where that has no word for it; ``clause`` and ``code``
    of the refusal that it must meet, empty where it must be accepted.
    """

    line: str
    clause: str
    code: str


class Example(NamedTuple):
    """A game that shows an answer: how it starts, what is reported, and what must hold in the end.

    ``final``: a part of the final position, of what is due there too; ``standing``: seats by rank, or None.
    """

    header: Mapping[str, Any]
    steps: tuple[Step, ...]
    final: Mapping[str, Any]
    standing: tuple[tuple[str, ...], ...] | None


class Answer(NamedTuple):
    """What is known about a question.  ``clauses``: what it rests on, in whatever ruleset has them."""

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
    """All answers by id, in their order."""
    return MappingProxyType(
        {name: _answer(name, group, row) for group in GROUPS for name, row in _rows(f"{group}.toml").items()}
    )


@cache
def said(language: str) -> Mapping[str, Said]:
    """All answers in a language, by id; those that it lacks in English.  Raises KeyError for a language that there is
    not.
    """
    return MappingProxyType(
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
    """What each group of answers is about, in a language."""
    return MappingProxyType({group: texts(HOME, group, language)["title"] for group in GROUPS})


@cache
def sources() -> Mapping[str, Source]:
    """All sources by the keys that answers name them by."""
    return MappingProxyType(
        {
            key: Source(row["kind"], _names(row), row.get("address", ""))
            for key, row in document(HOME, "sources").items()
        }
    )


def answers_in(catalogue: Catalogue) -> list[Answer]:
    """The answers that hold where this catalogue does: those that rest on a clause of it."""
    return [each for each in answers().values() if any(clause in catalogue.clauses for clause in each.clauses)]


def answers_naming(clause: str) -> list[Answer]:
    """The answers that rest on a clause."""
    return [each for each in answers().values() if clause in each.clauses]


def _names(row: Mapping[str, str]) -> Mapping[str, str]:
    return in_every_language({each: row[each] for each in LANGUAGES if each in row})


def _rows(name: str) -> dict[str, Any]:
    return tomllib.loads((HOME / name).read_text("utf-8"))


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
    """An example as a file of answers or of irregularities has it."""
    header = {"record": "monopoly/1", "ruleset": "jma-2006"}
    header |= {key: row[key] for key in ("ruleset", "edition", "seats", "options", "start") if key in row}
    standing = row.get("standing")
    return Example(
        header=header,
        steps=tuple(Step(each, "", "") if isinstance(each, str) else Step(*each) for each in row["steps"]),
        final=row.get("final", {}),
        standing=tuple(map(tuple, standing)) if standing is not None else None,
    )
