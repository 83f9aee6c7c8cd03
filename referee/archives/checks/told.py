"""What an error says about an archive, in every language: the page and the command render a difference later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.problems import Problem
from rulesets.languages import LANGUAGES
from tournaments.fault import Fault, Faulty

LONGEST = 300
"""Characters of what is told: an archive may hold anything."""


def told(error: Faulty | Problem) -> Mapping[str, str]:
    """The sentences of an error, by language."""
    if isinstance(error, Faulty):
        return told_faults(error.faults)
    return {language: str(error.to_json(language)["detail"])[:LONGEST] for language in LANGUAGES}


def told_faults(faults: Iterable[Fault]) -> Mapping[str, str]:
    """The sentences of faults, by language."""
    listed = tuple(faults)
    return {language: "; ".join(fault.sentence(language) for fault in listed)[:LONGEST] for language in LANGUAGES}
