"""The languages that exist, and what code has to know about each: settings from ``LANG.toml``, by language code.

Settings that a language leaves out are taken from English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.languages.merge import merged
from rulesets.toml_file import read_toml

FOLDER = Path(__file__).parent
FALLBACK = "en"
"""The language used for texts that another language lacks."""
LANGUAGES = (FALLBACK, *sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != FALLBACK))
"""The codes of all languages (ISO 639-1), the fallback first."""
LAST_PLACE = 1000


STOPS = ".;。；！？!?"
"""What may stand between two sentences."""


class Joins(NamedTuple):
    """The separators in a list, before the last item of three or more, between two items, and between sentences."""

    list: str
    last: str
    two: str
    sentences: str

    def told(self, sentences: Sequence[str]) -> str:
        """Sentences one after another, with one mark between two: what ends with a stop has its own."""
        told = [
            f"{each}{self.sentences.lstrip(STOPS)}" if each.endswith(tuple(STOPS)) else f"{each}{self.sentences}"
            for each in sentences[:-1]
        ]
        return "".join((*told, *sentences[-1:]))


class Language(NamedTuple):
    """A language.  ``name``: in the language itself; ``letters``: the scripts it is written in (latin, han, kana);
    ``zone``: the time zone where most who read it live, empty if they live in many;
    ``words_of``: the languages whose words a search understands, its own first; ``paper``: fonts and forms of printed
    documents.
    """

    code: str
    name: str
    letters: tuple[str, ...]
    zone: str
    joins: Joins
    words_of: tuple[str, ...]
    paper: Mapping[str, Any]


@cache
def language(code: str) -> Language:
    """Return a language by its code.  Raises KeyError for an unknown one."""
    if code not in LANGUAGES:
        raise KeyError(code)
    settings = merged(_settings(FALLBACK), _settings(code))
    return Language(
        code,
        settings["name"],
        tuple(settings["letters"]),
        settings["zone"],
        Joins(**settings["joins"]),
        tuple(dict.fromkeys((code, *settings["search"]["words_of"], *LANGUAGES))),
        FrozenDict(settings["paper"]),
    )


def _settings(code: str) -> dict[str, Any]:
    return read_toml(FOLDER / f"{code}.toml")


def _in_place() -> list[str]:
    places = {code: _settings(code).get("place", LAST_PLACE) for code in LANGUAGES}
    return sorted(LANGUAGES, key=lambda code: (places[code], code))


NAMES: Mapping[str, str] = FrozenDict({code: language(code).name for code in _in_place()})
"""The names of all languages, each in the language itself, in the order in which they are offered."""
FIRST = next(iter(NAMES))
"""The language that is offered first, and the default where an event or an account has none set."""
