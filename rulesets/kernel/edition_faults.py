"""What is wrong with an edition, where, and what would be right: in the language of whoever fills it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages import FALLBACK
from rulesets.languages.counted import fill
from rulesets.languages.texts import by_language


@cache
def texts() -> Mapping[str, Any]:
    """The sentences of the faults, by language; read when the first fault is said."""
    return by_language(files("rulesets") / "texts", "edition_faults")


@dataclass(frozen=True, slots=True)
class EditionFault:
    """A fault.  ``path``: where; ``wrong``, ``right``: codes of its sentence, with ``facts``."""

    path: str
    wrong: str
    right: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def said(self, language: str) -> str:
        wrong = fill(texts()["wrong"][self.wrong][language], **self.facts)
        right = fill(texts()["right"][self.right][language], **self.facts)
        return str(texts()["sentence"][language].format(path=self.path, wrong=wrong, right=right))

    def __str__(self) -> str:
        return self.said(FALLBACK)


class EditionError(ValueError):
    """An edition that cannot be used, with all its faults."""

    def __init__(self, name: str, faults: tuple[EditionFault, ...]) -> None:
        super().__init__(f"edition {name}:" + "".join(f"\n  {fault}" for fault in faults))
        self.name = name
        self.faults = faults
