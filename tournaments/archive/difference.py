"""What differs between an archive and what follows from it, and what people decided in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages.counted import fill
from rulesets.languages.texts import texts
from tournaments.fault import in_language


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A difference.  ``file`` and ``line`` (from 1, 0 for the whole file): where; ``code``: a key of the texts, whose
    sentence the ``facts`` fill.
    """

    file: str
    line: int
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        """The difference as a sentence, after its place."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {said(self.code, self.facts, language)}"


@dataclass(frozen=True, slots=True)
class HumanAct:
    """Something that does not follow from anything, because people decided it.  ``at``: ms since 1970; ``why``: their
    reason, empty if they gave none or the public archive withholds it.
    """

    file: str
    line: int
    code: str
    at: int
    author: str
    why: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, language: str) -> str:
        words = archive_words(language)
        why = self.why.strip().replace("\n", " ") or words["no_reason"]
        return f"{self.file}:{self.line}: {said(self.code, self.facts, language)} – {self.author}: {why}"


def said(code: str, facts: Mapping[str, Any], language: str) -> str:
    return fill(archive_words(language)[code], **{name: in_language(fact, language) for name, fact in facts.items()})


@cache
def archive_words(language: str) -> Mapping[str, str]:
    return texts(files("tournaments") / "texts", "archive", language)
