"""A refusal: one broken clause, why, and the facts for its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

Facts = Mapping[str, object]


class Refusal(NamedTuple):
    """One reason why a report or a header is refused.

    ``code`` is stable and belongs to exactly one clause of a ruleset's catalogue; ``facts`` are JSON values (seats,
    deed keys, whole amounts) from which `kernel.sentence` makes the sentence in the reader's language.
    """

    code: str
    facts: Facts

    def __hash__(self) -> int:  # facts are JSON, lists and all
        return hash(self.code)


def refuse(code: str, **facts: object) -> Refusal:
    """The refusal ``code`` with its facts."""
    return Refusal(code, facts)


class FormFault(Exception):
    """A value of a report or header that does not have the required form; becomes a refusal by RECORD/FORM."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def malformed(code: str, **facts: object) -> NoReturn:
    """Raise the form fault ``code``."""
    raise FormFault(Refusal(code, facts))


def plain(facts: Facts) -> dict[str, object]:
    """Return facts as JSON values, with any refusal inside them replaced by its code."""
    return {key: value.code if isinstance(value, Refusal) else value for key, value in facts.items()}
