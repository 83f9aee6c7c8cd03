"""Words of the hall: different words for the same thing, as data, in every language (``words.toml``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document
from rulesets.search.fold import folded, in_katakana
from rulesets.search.stem import LATIN, passed_over, stem


class Words(NamedTuple):
    """The words that some languages have for things: Latin ones by their stems, others by their letters as they are
    compared.  ``longest``: the most stems, and the most letters, that one of them has; ``starts``: the most letters of
    those that start with a letter.
    """

    latin: Mapping[str, str]
    letters: Mapping[str, str]
    longest: tuple[int, int]
    starts: Mapping[str, int]


@cache
def things() -> Mapping[str, Mapping[str, list[str]]]:
    """Every thing with its words by language.  Raises ValueError for a word that stands for two things."""
    rows: dict[str, dict[str, list[str]]] = document(files("rulesets") / "search", "words")
    for language in LANGUAGES:
        known: dict[str, str] = {}
        for thing, row in rows.items():
            for word in (*row.get(language, ()), *row.get(f"{language}_asked", ())):
                key = spelled(word)
                if known.setdefault(key, thing) != thing:
                    raise ValueError(f"{word!r} ({language}) stands for {known[key]} and for {thing}")
    return rows


def spelled(word: str) -> str:
    """A word as it is looked up: the stems of a Latin one, the letters of another."""
    flat = folded(word)
    if not flat.isascii():
        return in_katakana(flat)
    found = LATIN.findall(flat)
    return " ".join(stem(each) for each in found if not passed_over(each)) or " ".join(found)


@cache
def words(*languages: str, question_words: bool = False) -> Words:
    """The words of some languages; where two have one word for different things, the first language's holds.

    ``question_words``: with those that mean a thing only where somebody asks (when, how much).
    """
    latin: dict[str, str] = {}
    letters: dict[str, str] = {}
    for language in languages:
        for thing, row in things().items():
            for word in (*row.get(language, ()), *(row.get(f"{language}_asked", ()) if question_words else ())):
                key = spelled(word)
                (latin if key.isascii() else letters).setdefault(key, thing)
    starts: dict[str, int] = {}
    for key in letters:
        starts[key[0]] = max(starts.get(key[0], 0), len(key))
    return Words(latin, letters, (_most(key.count(" ") + 1 for key in latin), _most(starts.values())), starts)


def _most(counts: Iterable[int]) -> int:
    return max(counts, default=0)
