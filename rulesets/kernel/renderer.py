"""Rendering an explanation: facts with their sentences and the clauses that they rest on, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.kernel.explanation import FILES, Facts
from rulesets.kernel.law import Law
from rulesets.kernel.narration import narrate
from rulesets.kernel.refusal import Refusal


class Renderer:
    """Renders the facts of a game at ``table`` under a law."""

    def __init__(self, law: Law, table: Any, language: str) -> None:
        self.law = law
        self.table = table
        self.language = language

    def label(self, kind: str, value: Any, language: str) -> str | None:
        """Return the printed form of a fact."""
        return self.law.mechanics.label(self.table, kind, value, language)

    def sentence(self, entry: Facts) -> str:
        return narrate([entry], self.language, self.label, self.law.sources, FILES)[0]

    def sentences(self, entries: Iterable[Facts]) -> list[str]:
        """Return the sentences of events that followed one another, or of what is due; empty ones are left out."""
        return [each for each in narrate(entries, self.language, self.label, self.law.sources) if each]

    def render(self, value: Any) -> Any:
        """Return facts with their sentences and clauses, recursively."""
        if isinstance(value, Refusal):
            return self.refused(value)
        if isinstance(value, Mapping):
            facts = {name: self.render(each) for name, each in value.items()}
            kind = value.get("kind")
            if kind is None:
                return facts
            return {**facts, "text": self.sentence(value), "clauses": self.law.catalogue.explains(kind)}
        if isinstance(value, list | tuple):
            return [self.render(each) for each in value]
        return value

    def refused(self, refusal: Refusal) -> dict[str, Any]:
        """Return a refusal as in an answer, with its clause's text; ``bendable``: whether a ruling can overrule it."""
        explained = self.law.explain(refusal, self.table, self.language)
        text = self.law.catalogue.text(explained["clause"], self.language)
        return {
            **explained,
            "title": text.title,
            "says": text.text,
            "example": text.example,
            "reading": text.reading,
            "bendable": self.law.bendable(refusal),
        }
