"""Sentences: a refusal in the reader's language - what was reported, what the rule is, what would be right.

The templates are data (``sentences/refusals/GAME.LANG.toml``), one for each code, with facts in braces:
``{amount:money}``, ``{player:seat}``.  A fact is printed by the game's own labels; a kind of fact that the game does
not know is printed as it is.  A code may have further templates, named by the code and, behind it, by the facts that
must have a value: ``claim_not_held owed`` speaks of what is owed, the plain one of nothing owed.  A code that a
language has no template for is worded in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from rulesets.kernel.clause import HOME
from rulesets.kernel.refusal import Refusal
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages import language as settings
from rulesets.languages.texts import by_language

FOLDER = HOME / "sentences"
SHAPES: Mapping[str, Mapping[str, str]] = by_language(HOME / "texts", "values")
"""What a fact says of a reported value that is not printed itself (`rulesets.kernel.report.shown`), as it is worded."""

Sources = tuple[tuple[Path, str], ...]
"""Whose words are used: packages, by the folder with their ``sentences/``, and documents, by the name of their
catalogue; the ones to look into first come last."""

SHARED: Sources = ((HOME, ""),)
"""The words that all rulesets share."""

Label = Callable[[str, Any, str], str | None]
"""``label(kind, value, language)``"""


class Template(NamedTuple):
    """A template and what it asks for: facts that must be there, or each have a value."""

    asks: tuple[str, ...]
    text: str

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """Whether something with these facts fits this template."""
        conditions = (ask.partition("=") for ask in self.asks)
        return all(facts.get(fact) == value if equals else facts.get(fact) for fact, equals, value in conditions)


def read(kind: str, language: str, sources: Sources) -> Mapping[str, str]:
    """The templates of a kind (refusals, events, due) in a language: those of each package, ours first, and before them
    those in the words of one document (``sentences/DOCUMENT/KIND.LANG.toml``).

    Raises KeyError for a language that there is not.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    own = _written(kind, language, sources)
    named = {name.partition(" ")[0] for name in own}
    english = _written(kind, FALLBACK, sources)
    return {**{name: text for name, text in english.items() if name.partition(" ")[0] not in named}, **own}


def _written(kind: str, language: str, sources: Sources) -> dict[str, str]:
    """The templates of a kind that a language has."""
    folders = dict.fromkeys((FOLDER, *(home / "sentences" for home, _ in sources)))
    shared = [file for folder in folders for file in sorted((folder / kind).glob(f"*.{language}.toml"))]
    own = [home / "sentences" / document / f"{kind}.{language}.toml" for home, document in sources]
    return {
        name: template
        for file in (*shared, *(file for file in own if file.exists()))
        for name, template in tomllib.loads(file.read_text("utf-8")).items()
    }


def listed(parts: Iterable[str], language: str) -> str:
    """Things one after another, as a language joins them: A, B and C."""
    *first, last = parts
    joins = settings(language).joins
    if len(first) < 2:
        return joins.two.join((*first, last))
    return joins.list.join(first) + joins.last + last


@cache
def fitting(language: str, sources: Sources, *files: str) -> Mapping[str, list[Template]]:
    """The templates of some kinds (refusals, events, due) in a language, by what they tell of, those that ask for most
    first.  Raises KeyError for a language that there is not.
    """
    found: dict[str, list[Template]] = {}
    for kind in files:
        for name, text in read(kind, language, sources).items():
            code, *asks = name.split()
            found.setdefault(code, []).append(Template(tuple(asks), text))
    for fit in found.values():
        fit.sort(key=lambda template: -len(template.asks))
    return found


@cache
def templates(language: str, sources: Sources = SHARED) -> Mapping[str, str]:
    """The plain refusal template of every code in a language."""
    return {name: text for name, text in read("refusals", language, sources).items() if " " not in name}


def template(refusal: Refusal, language: str, sources: Sources) -> str:
    """The template of a refusal: of those that fit its facts, the one that asks for most."""
    fit = fitting(language, sources, "refusals")[refusal.code]
    return next(each.text for each in fit if each.fits(refusal.facts))


def sentence(refusal: Refusal, clause: str, language: str, label: Label, sources: Sources = SHARED) -> str:
    """The sentence of a refusal in a language; ``sources``: the packages and documents that the ruleset rests on."""
    text = template(refusal, language, sources)
    return Printer(language, label, clause, sources).vformat(text, (), refusal.facts)


class Printer(Formatter):
    """Prints facts by kind; a plural kind (``deeds``) prints a list of its singular (``deed``)."""

    def __init__(self, language: str, label: Label, clause: str, sources: Sources) -> None:
        self.language = language
        self.sources = sources
        self.label = label
        self.clause = clause

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return self.clause if key == "clause" else kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Refusal):
            return self.vformat(template(value, self.language, self.sources), (), value.facts)
        printed = self.label(format_spec, value, self.language) if format_spec else None
        if printed is not None:
            return printed
        if isinstance(value, list | tuple):
            singular = format_spec.removesuffix("s") if format_spec else ""
            return listed((self.format_field(item, singular) for item in value), self.language) if value else ""
        text = str(value)
        return SHAPES.get(text, {}).get(self.language, text)
