"""Sentences: a refusal in the reader's language - what was reported, what the rule is, what would be right.

The templates are data (``sentences/refusals/GAME.LANG.toml``), one for each code, with facts in braces:
``{amount:money}``, ``{player:seat}``, a count with its word ``{needed:house/houses}``.  A fact is printed by the game's
own labels; a kind of fact that the game does not know is printed as it is.  A code may have further templates, named by
the code followed by the facts that must have a value: ``claim_not_held owed`` is used if something is owed, the plain
one if nothing is.  A code without a template in a language is worded in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from rulesets.kernel.clause import HOME
from rulesets.kernel.refusal import Refusal
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages import language as settings
from rulesets.languages.counted import counted
from rulesets.languages.texts import by_language
from rulesets.toml_file import read_toml

FOLDER = HOME / "sentences"
SHAPES: Mapping[str, Mapping[str, str]] = by_language(HOME / "texts", "values")
"""Words, by language, for a reported value that a fact describes instead of printing (`rulesets.kernel.report.shown`).
"""

Sources = tuple[tuple[Path, str], ...]
"""Whose words are used: packages, by the folder with their ``sentences/``, and documents, by the name of their
catalogue; later ones take precedence.
"""

SHARED: Sources = ((HOME, ""),)
"""The words that all rulesets share."""

NOT_GIVEN = "…"
"""Stands for a fact that a refusal does not give: at a table, a sentence with a gap is better than none."""
Label = Callable[[str, Any, str], str | None]
"""``label(kind, value, language)``"""


class Template(NamedTuple):
    """A template and its conditions: facts that must be true, or have a certain value."""

    asks: tuple[str, ...]
    text: str

    def fits(self, facts: Mapping[str, Any]) -> bool:
        conditions = (ask.partition("=") for ask in self.asks)
        return all(facts.get(fact) == value if equals else facts.get(fact) for fact, equals, value in conditions)


def read(kind: str, language: str, sources: Sources) -> Mapping[str, str]:
    """Return the templates of a kind (refusals, events, due) in a language.

    They come from each package, ours first, and from single documents (``sentences/DOCUMENT/KIND.LANG.toml``), whose
    wording takes precedence; what the language lacks is in English.  Raises KeyError for an unknown language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    own = _written(kind, language, sources)
    named = {name.partition(" ")[0] for name in own}
    english = _written(kind, FALLBACK, sources)
    return {**{name: text for name, text in english.items() if name.partition(" ")[0] not in named}, **own}


def _written(kind: str, language: str, sources: Sources) -> dict[str, str]:
    """Return the templates of a kind that exist in a language."""
    folders = dict.fromkeys((FOLDER, *(home / "sentences" for home, _ in sources)))
    shared = [file for folder in folders for file in sorted((folder / kind).glob(f"*.{language}.toml"))]
    own = [home / "sentences" / document / f"{kind}.{language}.toml" for home, document in sources]
    return {
        name: template
        for file in (*shared, *(file for file in own if file.exists()))
        for name, template in read_toml(file).items()
    }


def listed(parts: Iterable[str], language: str) -> str:
    """Join things as a language does: A, B and C."""
    *first, last = parts
    joins = settings(language).joins
    if len(first) < 2:
        return joins.two.join((*first, last))
    return joins.list.join(first) + joins.last + last


@cache
def fitting(language: str, sources: Sources, *files: str) -> Mapping[str, list[Template]]:
    """Return the templates of some kinds (refusals, events, due) in a language, by code or kind of event, those with
    the most conditions first.  Raises KeyError for an unknown language.
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
    """Return the plain refusal template of every code in a language."""
    return {name: text for name, text in read("refusals", language, sources).items() if " " not in name}


def template(refusal: Refusal, language: str, sources: Sources) -> str:
    """Return the template of a refusal: of those that fit its facts, the one with the most conditions."""
    fit = fitting(language, sources, "refusals")[refusal.code]
    return next(each.text for each in fit if each.fits(refusal.facts))


def sentence(refusal: Refusal, clause: str, language: str, label: Label, sources: Sources = SHARED) -> str:
    """Return the sentence of a refusal in a language; ``sources``: what the ruleset's words are taken from."""
    text = template(refusal, language, sources)
    return Printer(language, label, clause, sources).vformat(text, (), refusal.facts)


def missing_facts(refusal: Refusal, language: str, sources: Sources) -> list[str]:
    """Return the facts that a refusal's sentence prints, and that the refusal does not give."""
    printed = (name for _, name, _, _ in Formatter().parse(template(refusal, language, sources)) if name)
    return sorted({*printed} - {"clause", *refusal.facts})


class Printer(Formatter):
    """Prints facts by kind; a plural kind (``deeds``) prints a list of its singular (``deed``)."""

    def __init__(self, language: str, label: Label, clause: str, sources: Sources) -> None:
        self.language = language
        self.sources = sources
        self.label = label
        self.clause = clause

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return self.clause if key == "clause" else kwargs.get(str(key), NOT_GIVEN)

    def format_field(self, value: Any, format_spec: str) -> str:
        if "/" in format_spec:
            return counted(value, format_spec)
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
