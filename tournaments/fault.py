"""Faults: what is wrong with a file or a form, reported all at once and in the reader's language.

A fault is a code with facts; its sentence is in `texts/faults.LANG.toml` and says what was given, what the rule is, and
what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault.

    ``path``: where it is, such as ``points.rule[2].give``, a cell or a line; ``facts``: the values that its sentence
    mentions; a text that differs by language is a mapping.
    """

    path: str
    code: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        """The fault as a sentence in a language, preceded by its path."""
        facts = {name: in_language(fact, language) for name, fact in self.facts.items()}
        text = fill(_sentences(language)[self.code], **facts)
        return f"{self.path}: {text}" if self.path else text


def in_language(fact: object, language: str) -> object:
    """A fact as a sentence in a language mentions it: if it is a mapping by language, the text in that language."""
    if isinstance(fact, Mapping) and FALLBACK in fact and fact.keys() <= set(LANGUAGES):
        return fact.get(language, fact[FALLBACK])
    return fact


class Faulty(ValueError):
    """Raised for something that cannot be used, with all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence(FALLBACK) for fault in faults))
        self.faults = tuple(faults)


@cache
def _sentences(language: str) -> Mapping[str, str]:
    return texts(files("tournaments") / "texts", "faults", language)
