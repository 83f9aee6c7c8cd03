"""Counts in English: where a number stands before its noun or its verb, the text has the form for 1 as well, as in
``{rounds:round/rounds}`` (`rulesets.languages.counted`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.languages.counted import fill
from rulesets.wordlist import wordlist

ROOT = Path(__file__).resolve().parent.parent
HOMES = ("rulesets", "tournaments", "referee")
"""Where texts are; the pages have none of their own (`tests.pseudo`)."""
COUNTED = re.compile(r"\{(\w+):[^{}/]+/([^{}/]+)\}")
PLAIN = re.compile(r"(?<!table )\{(?!name|player)(\w+)(?::number)?\}((?: [a-z-]+){1,3})")
"""A fact that may be a number, and the words after it; other facts are names, seats, sums, and numbers of tables."""
ADJECTIVES_END = frozenset(
    wordlist("""
        a an and are as at by can do does for from gives has have in is its makes may names of on or than that the
        this to two was were with
    """)
)
"""Words that do not stand between a number and its noun."""
AGREEING = frozenset(("are", "have", "were", "do"))
"""Verbs for several; what they follow may also be a list of names, so only facts that are counted elsewhere count."""


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a table, with its path."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts(part, f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from texts(part, path)
    elif isinstance(value, str):
        yield path, value


@cache
def english() -> tuple[tuple[str, str], ...]:
    """Every English text with facts: of the files in English, and of those with all languages side by side."""
    found = []
    for file in sorted(file for home in HOMES for file in (ROOT / home).rglob("*.toml")):
        in_english = file.name.endswith(".en.toml")
        for path, text in texts(tomllib.loads(file.read_text("utf-8"))):
            if "{" in text and (in_english or path.endswith(".en")):
                found.append((f"{file.relative_to(ROOT)} {path[1:]}", text))
    return tuple(found)


@cache
def plurals() -> frozenset[str]:
    """The nouns for several that stand after numbers somewhere."""
    forms = (many.split() for _, text in english() for _, many in COUNTED.findall(text))
    return frozenset(word for form in forms for word in form if word.endswith("s")) - ADJECTIVES_END


@cache
def numbers() -> frozenset[str]:
    """The facts that are counted somewhere."""
    return frozenset(fact for _, text in english() for fact, _ in COUNTED.findall(text))


def uncounted(text: str) -> list[str]:
    """The numbers of a text whose word has no form for 1."""
    found = []
    for match in PLAIN.finditer(text):
        first, *more = match[2].split()
        words = [first]
        for word in more:
            if words[-1] in ADJECTIVES_END:
                break
            words.append(word)
        agreeing = first in AGREEING and match[1] in numbers()
        if agreeing or not plurals().isdisjoint(words):
            found.append(match[0])
    return found


def test_every_count_has_the_form_for_one() -> None:
    assert len(english()) > 1000 and {"rounds", "players", "houses"} <= plurals()
    wrong = {place: found for place, text in english() if (found := uncounted(text))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("in {count} rounds.", ["{count} rounds"]),
        ("{count} further rounds", ["{count} further rounds"]),
        ("only {size} are here", ["{size} are here"]),
        ("{count:round/rounds} of {size:player/players}", []),
        ("{count} of the rounds", []),
        ("{player:seat} are", []),
    ],
)
def test_a_count_without_it_is_found(text: str, found: list[str]) -> None:
    assert uncounted(text) == found


@pytest.mark.parametrize(("value", "text"), [(1, "1 round"), ("1", "1 round"), (2, "2 rounds"), ("1.5", "1.5 rounds")])
def test_one_is_one_however_it_was_printed(value: Any, text: str) -> None:
    assert fill("{value:round/rounds}", value=value) == text
