"""Words of the hall: synonyms for the same thing, as data, in every language (``words.toml``)."""

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
    """The words for things in some languages: Latin ones by their stems, others by their folded characters.
    ``longest``: the greatest number of stems, and of characters, in any of them; ``starts``: the length of the longest
    one that begins with a character.
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
    """The form in which a word is looked up: the stems of a Latin one, the folded characters of another."""
    flat = folded(word)
    if not flat.isascii():
        return in_katakana(flat)
    found = LATIN.findall(flat)
    return " ".join(stem(each) for each in found if not passed_over(each)) or " ".join(found)


@cache
def words(*languages: str, question_words: bool = False) -> Words:
    """The words of some languages; where two languages use one word for different things, the first language wins.

    ``question_words``: include those that mean a thing only in a question (when, how much).
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
